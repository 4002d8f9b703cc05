"""Commands that ask a lake, or tidy it."""

from typing import Annotated

import typer

from flows.options import DEFAULT_LAKE, JsonOption, LakeOption, RunArgument
from flows.printing import show, show_table

app = typer.Typer()


@app.command()
def runs(lake: LakeOption = DEFAULT_LAKE, as_json: JsonOption = False) -> None:
    """List the runs of a lake."""
    from flows.listing import runs as listed

    show_table(listed(lake), as_json)


@app.command()
def digest(run_id: RunArgument, lake: LakeOption = DEFAULT_LAKE, as_json: JsonOption = False) -> None:
    """Print one SHA-256 a table: equal digests are equal rows."""
    from flows.listing import digests

    show(digests(run_id, lake), as_json)


@app.command()
def query(
    sql: Annotated[str, typer.Argument(metavar="SQL", help="DuckDB's SQL; each table is there by its name.")],
    lake: LakeOption = DEFAULT_LAKE,
    as_json: JsonOption = False,
) -> None:
    """Ask the published runs in SQL."""
    from flows.listing import answer

    show_table(answer(sql, lake).to_dicts(), as_json)


@app.command()
def rm(run_id: RunArgument, lake: LakeOption = DEFAULT_LAKE, as_json: JsonOption = False) -> None:
    """Take a run out of the lake."""
    from flows.listing import removed

    show({"removed": run_id, **removed(run_id, lake)}, as_json)
