"""The front door: `ladder`. It reads flags and prints; the work is behind `flows/*.py`, imported when it is needed.

Results go to stdout, progress and logs to stderr. Exit codes: 0, 1 (a gate or a check failed), 2 (bad input).
"""

import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

app = typer.Typer(no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None)
bench = typer.Typer(no_args_is_help=True, help="Time parts of the program on this machine.")
app.add_typer(bench, name="bench")

RunArgument = Annotated[str, typer.Argument(metavar="RUN", help="Id of a run, as `ladder runs` prints it.")]
LakeOption = Annotated[str, typer.Option("--lake", metavar="FOLDER", help="The lake.")]
HousesOption = Annotated[
    Path | None,
    typer.Option(
        "--houses",
        metavar="PATH",
        help="ProcTHOR houses: .json, .json.gz, .jsonl, .jsonl.gz or a folder of them. Left out: houses of our own making.",
    ),
]
EpisodesOption = Annotated[
    int | None,
    typer.Option(
        "--episodes",
        metavar="N",
        help="Test episodes, equally many a stratum; twice as many for training. 40 if left out.",
    ),
]
SplitsOption = Annotated[
    str | None,
    typer.Option("--splits", metavar="COUNTS", help="In place of --episodes: train=80,validation=8,test=40."),
]
RecipeOption = Annotated[str, typer.Option("--recipe", help="How questions are written: sound or paper.")]
AtypicalOption = Annotated[
    float | None,
    typer.Option(
        "--atypical",
        metavar="SHARE",
        help="Part, 0 to 1, of the movable things of our own houses that stand in a room of any type. "
        "Left out: 0.9 for sound, 0 for paper.",
    ),
]
WorldOption = Annotated[str, typer.Option("--world", help="Where the agent walks.")]
FramesOption = Annotated[str, typer.Option("--frames", help="Splits whose pictures are stored: test, all or none.")]
SeedOption = Annotated[int, typer.Option("--seed", help="All that is random follows from it.")]
RungsOption = Annotated[str, typer.Option("--rungs", help="Rungs to climb, with commas between.")]
AnswererOption = Annotated[
    list[str] | None,
    typer.Option(
        "--answerer",
        metavar="NAME",
        help="Who answers; may be given again. Left out: uniform, majority, prior and reader.",
    ),
]
WorkersOption = Annotated[int, typer.Option("--workers", min=1, help="Processes that do the work.")]
AgainOption = Annotated[str, typer.Option("--again", metavar="LABEL", help="Make a new run of settings already run.")]
JsonOption = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]

_LAKE = "out/lake"
_INTERRUPTED = 130
"""What a shell reports for a command that Ctrl-C ended."""
_RUNGS = "E0b,E0,E2,E5"
_ANSWERERS = ("uniform", "majority", "prior", "reader")


@app.callback()
def _front() -> None:
    """Find out whether an embodied agent's answer came from what it saw."""


@app.command()
def run(
    lake: LakeOption = _LAKE,
    houses: HousesOption = None,
    episodes: EpisodesOption = None,
    splits: SplitsOption = None,
    recipe: RecipeOption = "sound",
    atypical: AtypicalOption = None,
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
    from flows.prepare import check_names, prepare_generation
    from flows.requests import EvaluationRequest, Means, generation_request
    from flows.server import prefect_server

    means = Means(lake, workers, again=again)
    evaluation = EvaluationRequest("", seed, _names(rungs), tuple(answerer or _ANSWERERS))
    check_names(evaluation)
    request = generation_request(seed, houses, world, recipe, episodes, splits, frames, atypical)
    prepare_generation(request, means)
    with prefect_server():
        from flows.ladder import ladder

        _print(ladder(request, evaluation, means), as_json)


@app.command()
def generate(
    lake: LakeOption = _LAKE,
    houses: HousesOption = None,
    episodes: EpisodesOption = None,
    splits: SplitsOption = None,
    recipe: RecipeOption = "sound",
    atypical: AtypicalOption = None,
    world: WorldOption = "embedded",
    frames: FramesOption = "test",
    seed: SeedOption = 7,
    workers: WorkersOption = 2,
    again: AgainOption = "",
    as_json: JsonOption = False,
) -> None:
    """Make a generation, check it, and publish it if it passes."""
    from flows.prepare import prepare_generation
    from flows.requests import Means, generation_request
    from flows.server import prefect_server

    means = Means(lake, workers, again=again)
    request = generation_request(seed, houses, world, recipe, episodes, splits, frames, atypical)
    prepare_generation(request, means)
    with prefect_server():
        from flows.generate import generate as flow

        record = flow(request, means)
    _print({"generation": record.run_id, **record.rows}, as_json)


@app.command()
def render(
    generation: RunArgument,
    lake: LakeOption = _LAKE,
    splits: Annotated[
        str | None,
        typer.Option("--splits", metavar="NAMES", help="train,validation,test. Left out: all that have no pictures."),
    ] = None,
    workers: WorkersOption = 2,
    as_json: JsonOption = False,
) -> None:
    """Draw the pictures of a generation that was made without them."""
    from flows.prepare import prepare_rendering
    from flows.requests import Means, render_request
    from flows.server import prefect_server

    means, request = Means(lake, workers), render_request(generation, splits)
    prepare_rendering(request, means)
    with prefect_server():
        from flows.render import render as flow

        record = flow(request, means)
    _print({"generation": record.run_id, **record.rows}, as_json)


@app.command()
def evaluate(
    generation: RunArgument,
    lake: LakeOption = _LAKE,
    seed: SeedOption = 7,
    rungs: RungsOption = _RUNGS,
    answerer: AnswererOption = None,
    workers: WorkersOption = 2,
    again: AgainOption = "",
    as_json: JsonOption = False,
) -> None:
    """Ask a generation's questions under the rungs of the ladder."""
    from flows.prepare import prepare_evaluation
    from flows.requests import EvaluationRequest, Means
    from flows.server import prefect_server

    means = Means(lake, workers, again=again)
    request = EvaluationRequest(generation, seed, _names(rungs), tuple(answerer or _ANSWERERS))
    prepare_evaluation(request, means)
    with prefect_server():
        from flows.evaluate import evaluate as flow

        record = flow(request, means)
    _print({"evaluation": record.run_id, **record.rows}, as_json)


@bench.command("render")
def bench_render(
    peers: Annotated[
        bool, typer.Option("--peers", help="Time other renderers on the same frames, where installed.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Pictures a second on one core, with and without colours, and what light and loading cost a house."""
    from tasks.worlds.bench import bench_render as measure
    from tasks.worlds.bench import describe

    figures = measure(peers=peers)
    print(json.dumps(figures, indent=2) if as_json else describe(figures))


@bench.command("generate")
def bench_generate(
    houses: HousesOption = None,
    episodes: EpisodesOption = None,
    splits: SplitsOption = None,
    frames: FramesOption = "all",
    world: WorldOption = "embedded",
    seed: SeedOption = 7,
    workers: WorkersOption = 2,
    as_json: JsonOption = False,
) -> None:
    """Episodes and stored frames a second, end to end, and the memory that it takes; the lake is thrown away."""
    from flows.requests import generation_request
    from flows.server import prefect_server

    request = generation_request(seed, houses, world, "paper", episodes, splits, frames)
    with prefect_server():
        from flows.bench import bench_generate as flow
        from flows.bench import plain

        figures = plain(flow(request, workers))
    _print(figures, as_json)


@app.command()
def report(evaluation: RunArgument, lake: LakeOption = _LAKE) -> None:
    """Write an evaluation's page and say where it is."""
    from flows.report import report as write

    print(write(evaluation, lake))


@app.command()
def audit(run_id: RunArgument, lake: LakeOption = _LAKE, as_json: JsonOption = False) -> None:
    """Look for the benchmark's own faults; exit 1 where one passes its threshold."""
    from flows.audit import audit as find
    from flows.audit import failed, plain, rendered

    findings = find(run_id, lake)
    print(json.dumps(plain(findings), indent=2) if as_json else rendered(findings))
    if failed(findings):
        raise typer.Exit(1)


@app.command()
def runs(lake: LakeOption = _LAKE, as_json: JsonOption = False) -> None:
    """List the runs of a lake."""
    from flows.listing import runs as listed

    _table(listed(lake), as_json)


@app.command()
def digest(run_id: RunArgument, lake: LakeOption = _LAKE, as_json: JsonOption = False) -> None:
    """Print one SHA-256 a table: equal digests are equal rows."""
    from flows.listing import digests

    _print(digests(run_id, lake), as_json)


@app.command()
def query(
    sql: Annotated[str, typer.Argument(metavar="SQL", help="DuckDB's SQL; each table is there by its name.")],
    lake: LakeOption = _LAKE,
    as_json: JsonOption = False,
) -> None:
    """Ask the published runs in SQL."""
    from flows.listing import answer

    _table(answer(sql, lake).to_dicts(), as_json)


@app.command()
def rm(run_id: RunArgument, lake: LakeOption = _LAKE, as_json: JsonOption = False) -> None:
    """Take a run out of the lake."""
    from flows.listing import removed

    _print({"removed": run_id, **removed(run_id, lake)}, as_json)


def main() -> None:
    """Run a command; an error made on purpose is one sentence on stderr and its own exit code."""
    from schemas.errors import LadderError

    try:
        app()
    except LadderError as error:
        print(f"{type(error).__name__}: {error}", file=sys.stderr)
        sys.exit(error.exit_code)
    except KeyboardInterrupt:
        print("Stopped. What is done is kept; the same command goes on from there.", file=sys.stderr)
        sys.exit(_INTERRUPTED)


def _names(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(",") if name.strip())


def _print(result: Mapping[str, Any], as_json: bool) -> None:
    if as_json:
        print(json.dumps(dict(result), indent=2, default=str))
        return
    width = max((len(name) for name in result), default=0)
    for name, value in result.items():
        print(f"{name:<{width}}  {value}")


def _table(rows: Sequence[Mapping[str, Any]], as_json: bool) -> None:
    if as_json:
        print(json.dumps([dict(row) for row in rows], indent=2, default=str))
    elif not rows:
        print("no rows", file=sys.stderr)
    else:
        texts = [{name: "" if value is None else str(value) for name, value in row.items()} for row in rows]
        widths = {name: max(len(name), *(len(text[name]) for text in texts)) for name in texts[0]}
        for text in ({name: name for name in widths}, *texts):
            print("  ".join(text[name].ljust(width) for name, width in widths.items()).rstrip())
