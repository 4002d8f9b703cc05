"""Commands about where runs are made: schedules on a Prefect server."""

from pathlib import Path
from typing import Annotated

import typer

from flows.options import DEFAULT_LAKE, JsonOption, LakeOption
from flows.printing import show

app = typer.Typer()


@app.command()
def deploy(
    lake: LakeOption = DEFAULT_LAKE,
    work_pool: Annotated[
        str,
        typer.Option("--work-pool", metavar="NAME", help="The pool whose workers run them; made if it is not there."),
    ] = "evidence-ladder",
    file: Annotated[
        Path, typer.Option("--file", metavar="FILE", help="What is scheduled when, and with which parameters.")
    ] = Path("infra/prefect.yaml"),
    gpus: Annotated[int, typer.Option("--gpus", min=1, metavar="N", help="Tasks on a GPU at a time.")] = 1,
    as_json: JsonOption = False,
) -> None:
    """Register the scheduled runs with the Prefect server at PREFECT_API_URL."""
    from flows.deploy import deploy as register

    show(register(lake, work_pool, file, gpus), as_json)
