"""The front door: `ladder`. It reads flags and prints; the work is behind `flows/*.py`, imported when it is needed.

Results go to stdout, progress and logs to stderr. Exit codes: 0, 1 (a gate or a check failed), 2 (bad input).
"""

import json
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

app = typer.Typer(
    help="Find out whether an embodied agent's answer came from what it saw.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)

LakeOption = Annotated[str, typer.Option("--lake", help="Folder of the lake; made if it is not there.")]
HousesOption = Annotated[
    Path | None,
    typer.Option(
        "--houses", help="ProcTHOR houses: .json, .json.gz, .jsonl(.gz) or a folder. Default: embedded houses."
    ),
]
EpisodesOption = Annotated[
    int | None,
    typer.Option("--episodes", help="Test episodes, equally many a stratum; twice as many for training. Default: 40."),
]
SplitsOption = Annotated[str | None, typer.Option("--splits", help="Instead: train=80,validation=8,test=40.")]
RecipeOption = Annotated[str, typer.Option("--recipe", help="How questions are written: paper.")]
WorldOption = Annotated[str, typer.Option("--world", help="Where the agent walks: embedded.")]
FramesOption = Annotated[str, typer.Option("--frames", help="Splits whose pictures are stored: test, all or none.")]
SeedOption = Annotated[int, typer.Option("--seed", help="All that is random follows from it.")]
RungsOption = Annotated[str, typer.Option("--rungs", help="Rungs to climb, with commas between.")]
AnswererOption = Annotated[
    list[str] | None,
    typer.Option("--answerer", help="Who answers; can be given again. Default: uniform, majority, reader."),
]
WorkersOption = Annotated[int, typer.Option("--workers", min=1, help="Processes that do the work.")]
AgainOption = Annotated[
    str, typer.Option("--again", help="A label that makes a run of its own of settings already run.")
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]

_RUNGS = "E0b,E0,E2,E5"
_ANSWERERS = ("uniform", "majority", "reader")


@app.callback()
def _front() -> None:
    """Find out whether an embodied agent's answer came from what it saw."""


@app.command()
def run(
    lake: LakeOption = "out/lake",
    houses: HousesOption = None,
    episodes: EpisodesOption = None,
    splits: SplitsOption = None,
    recipe: RecipeOption = "paper",
    world: WorldOption = "embedded",
    frames: FramesOption = "test",
    seed: SeedOption = 7,
    rungs: RungsOption = _RUNGS,
    answerer: AnswererOption = None,
    workers: WorkersOption = 2,
    again: AgainOption = "",
    as_json: JsonOption = False,
) -> None:
    """Everything: generate, check, publish, climb the ladder, write the report."""
    from flows.requests import EvaluationRequest, Means, drawn_splits, recipe_named, split_counts
    from flows.requests import GenerationRequest as Request
    from flows.server import prefect_server

    counts = split_counts(episodes, splits)
    request = Request(seed, houses, world, recipe_named(recipe), counts, drawn_splits(frames, counts))
    plan = EvaluationRequest("", seed, _names(rungs), tuple(answerer or _ANSWERERS))
    with prefect_server():
        from flows.ladder import ladder

        result = ladder(request, plan, Means(lake, workers, again=again))
    _print(result, as_json)


def main() -> None:
    """Run a command; an error made on purpose is one sentence on stderr and its own exit code."""
    from schemas.errors import LadderError

    try:
        app()
    except LadderError as error:
        print(f"{type(error).__name__}: {error}", file=sys.stderr)
        sys.exit(error.exit_code)


def _names(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(",") if name.strip())


def _print(result: dict[str, Any], as_json: bool) -> None:
    if as_json:
        print(json.dumps(result, indent=2, sort_keys=True))
        return
    width = max(len(name) for name in result)
    for name, value in result.items():
        print(f"{name:<{width}}  {value}")
