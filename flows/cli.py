"""The front door: `ladder`. It reads flags and prints; the work is behind `flows/*.py`, imported when it is needed.

Results go to stdout, progress and logs to stderr. Exit codes: 0, 1 (a gate or a check failed), 2 (bad input).
"""

import json
import sys
from typing import Annotated

import typer

from flows.options import (
    AgainOption,
    AnswererOption,
    AtypicalOption,
    EpisodesOption,
    FramesOption,
    HousesOption,
    JsonOption,
    LakeOption,
    RecipeOption,
    RunArgument,
    RungsOption,
    SeedOption,
    SplitsOption,
    WorkersOption,
    WorldOption,
)
from flows.printing import show, show_table

app = typer.Typer(no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None)
bench = typer.Typer(no_args_is_help=True, help="Time parts of the program on this machine.")
app.add_typer(bench, name="bench")

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

        show(ladder(request, evaluation, means), as_json)


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
    show({"generation": record.run_id, **record.rows}, as_json)


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
    show({"generation": record.run_id, **record.rows}, as_json)


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
    show({"evaluation": record.run_id, **record.rows}, as_json)


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
    show(figures, as_json)


@app.command()
def report(evaluation: RunArgument, lake: LakeOption = _LAKE) -> None:
    """Write an evaluation's page and say where it is."""
    from flows.report import report as write

    print(write(evaluation, lake))


@app.command()
def check(generation: RunArgument, lake: LakeOption = _LAKE, as_json: JsonOption = False) -> None:
    """Run a generation's gate again on what is stored; exit 1 where an expectation fails."""
    from flows.check import check as rerun

    result = rerun(generation, lake)
    show({"passed": result.passed, "summary": result.summary, "docs": str(result.docs_index)}, as_json)
    if not result.passed:
        raise typer.Exit(1)


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

    show_table(listed(lake), as_json)


@app.command()
def digest(run_id: RunArgument, lake: LakeOption = _LAKE, as_json: JsonOption = False) -> None:
    """Print one SHA-256 a table: equal digests are equal rows."""
    from flows.listing import digests

    show(digests(run_id, lake), as_json)


@app.command()
def query(
    sql: Annotated[str, typer.Argument(metavar="SQL", help="DuckDB's SQL; each table is there by its name.")],
    lake: LakeOption = _LAKE,
    as_json: JsonOption = False,
) -> None:
    """Ask the published runs in SQL."""
    from flows.listing import answer

    show_table(answer(sql, lake).to_dicts(), as_json)


@app.command()
def rm(run_id: RunArgument, lake: LakeOption = _LAKE, as_json: JsonOption = False) -> None:
    """Take a run out of the lake."""
    from flows.listing import removed

    show({"removed": run_id, **removed(run_id, lake)}, as_json)


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
