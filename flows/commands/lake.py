"""Commands that ask a lake, or tidy it."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from flows.options import DEFAULT_LAKE, JsonOption, LakeOption, RunArgument
from flows.printing import show, show_table

app = typer.Typer()


@app.command()
def runs(lake: LakeOption = DEFAULT_LAKE, as_json: JsonOption = False) -> None:
    """List the runs of a lake."""
    from flows.listing import runs as listed

    show_table(listed(lake, stages=as_json), as_json)


@app.command()
def digest(run_id: RunArgument, lake: LakeOption = DEFAULT_LAKE, as_json: JsonOption = False) -> None:
    """Print one SHA-256 a table: equal digests are equal rows. Exit 1 where a published run's rows have changed."""
    from flows.listing import digests

    show(digests(run_id, lake), as_json)


@app.command()
def query(
    sql: Annotated[str, typer.Argument(metavar="SQL", help="DuckDB's SQL; each table is there by its name.")],
    lake: LakeOption = DEFAULT_LAKE,
    to: Annotated[
        Path | None, typer.Option("--to", metavar="FILE", help="Write the answer to a file, in the form of its ending.")
    ] = None,
    form: Annotated[
        str | None,
        typer.Option("--format", metavar="FORM", help="table, csv, json or parquet. Left out: table, or as FILE ends."),
    ] = None,
    memory: Annotated[
        float, typer.Option("--memory", metavar="GB", min=0.1, help="Most memory that it may take.")
    ] = 2.0,
    as_json: JsonOption = False,
) -> None:
    """Ask the published runs in SQL. It may read nothing else, and no file, network or setting."""
    from flows.answers import form_of, put_answer
    from flows.listing import answer

    chosen = form_of("json" if as_json else form, to)
    put_answer(answer(sql, lake, memory), chosen, to)


@app.command()
def rm(
    run_id: RunArgument,
    lake: LakeOption = DEFAULT_LAKE,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Take a run out of the lake, after asking.

    Its files go with a `ladder upkeep` a week later, once no published evaluation, of whatever run, cites a version of
    the tables that holds them.
    """
    from flows.listing import removed, what_goes
    from schemas.errors import ConfigError

    question = what_goes(run_id, lake)
    if not yes:
        if not sys.stdin.isatty():
            raise ConfigError(f"{question} Nobody can be asked here: add --yes to do it.")
        if not typer.confirm(f"{question} Do it?", err=True):
            print("Nothing was removed.", file=sys.stderr)
            raise typer.Exit(1)
    show({"removed": run_id, **removed(run_id, lake)}, as_json)


@app.command()
def upkeep(lake: LakeOption = DEFAULT_LAKE, as_json: JsonOption = False) -> None:
    """Shorten the logs, delete what no version needs any more, and say what each table holds.

    Files of the last seven days stay, and those of the versions that a published evaluation cites.
    """
    from flows.listing import kept_up

    show_table(kept_up(lake), as_json)
