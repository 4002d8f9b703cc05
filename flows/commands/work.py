"""Commands that make a run: the whole ladder, a generation, its pictures, an evaluation."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from flows.options import (
    DEFAULT_ANSWERERS,
    DEFAULT_BATCH,
    DEFAULT_LAKE,
    DEFAULT_POLICY,
    DEFAULT_RUNGS,
    DEFAULT_RUNNER,
    AgainOption,
    AnswererOption,
    AnswerTokensOption,
    AtypicalOption,
    BatchOption,
    DtypeOption,
    EpisodesOption,
    FramesOption,
    GraphDtypeOption,
    HousesOption,
    InFlightOption,
    JsonOption,
    LakeOption,
    LettersOption,
    LogJsonOption,
    MaxPixelsOption,
    MaxRequestsOption,
    MaxSecondsOption,
    PolicyOption,
    PromptsOption,
    RecipeOption,
    ResumeOption,
    RunArgument,
    RungsOption,
    RunnerOption,
    SeedOption,
    SplitsOption,
    WorkersOption,
    WorldOption,
    given,
    names,
)
from flows.printing import show

if TYPE_CHECKING:
    from flows.requests import EvaluationRequest, Means, ModelFlags

app = typer.Typer()


_MEANS = {"resume", "lake", "workers", "runner", "log_json", "as_json"}
"""What may stand beside --resume, for no row depends on it."""
_SERVING = {"in_flight": "max_in_flight", "max_requests": "max_requests", "max_seconds": "max_seconds"}
"""Nor on these."""


@app.command()
def run(
    context: typer.Context,
    lake: LakeOption = DEFAULT_LAKE,
    houses: HousesOption = None,
    episodes: EpisodesOption = None,
    splits: SplitsOption = None,
    recipe: RecipeOption = "sound",
    atypical: AtypicalOption = None,
    world: WorldOption = "embedded",
    frames: FramesOption = "test",
    seed: SeedOption = 7,
    rungs: RungsOption = DEFAULT_RUNGS,
    answerer: AnswererOption = None,
    policy: PolicyOption = DEFAULT_POLICY,
    prompts: PromptsOption = None,
    letters: LettersOption = None,
    answer_tokens: AnswerTokensOption = 16,
    dtype: DtypeOption = "bfloat16",
    graph_dtype: GraphDtypeOption = None,
    batch: BatchOption = DEFAULT_BATCH,
    max_pixels: MaxPixelsOption = None,
    in_flight: InFlightOption = 32,
    max_requests: MaxRequestsOption = None,
    max_seconds: MaxSecondsOption = None,
    workers: WorkersOption = 2,
    runner: RunnerOption = DEFAULT_RUNNER,
    again: AgainOption = "",
    resume: ResumeOption = None,
    log_json: LogJsonOption = None,
    as_json: JsonOption = False,
) -> None:
    """Everything: generate, check, publish, climb the ladder, write the report."""
    from flows.beforehand import check_asked
    from flows.logs import write_events
    from flows.prepare import prepare_generation
    from flows.requests import Means, ModelFlags, generation_request
    from flows.server import prefect_server

    write_events(log_json)
    means = Means(lake, workers, runner, again)
    if resume is not None:
        _go_on(resume, context, means, as_json)
        return
    evaluation = _evaluation(
        generation="",
        seed=seed,
        rungs=rungs,
        answerers=answerer,
        policy=policy,
        prompts=prompts,
        letters=letters,
        models=ModelFlags(
            answer_tokens=answer_tokens,
            dtype=dtype,
            graph_dtype=graph_dtype,
            batch=batch,
            max_pixels=max_pixels,
            in_flight=in_flight,
            max_requests=max_requests,
            max_seconds=max_seconds,
        ),
    )
    request = generation_request(seed, houses, world, recipe, episodes, splits, frames, atypical)
    check_asked(evaluation, request)
    prepare_generation(request, means)
    with prefect_server():
        from flows.ladder import ladder

        show(ladder(request, evaluation, means), as_json)


@app.command()
def generate(
    lake: LakeOption = DEFAULT_LAKE,
    houses: HousesOption = None,
    episodes: EpisodesOption = None,
    splits: SplitsOption = None,
    recipe: RecipeOption = "sound",
    atypical: AtypicalOption = None,
    world: WorldOption = "embedded",
    frames: FramesOption = "test",
    seed: SeedOption = 7,
    workers: WorkersOption = 2,
    runner: RunnerOption = DEFAULT_RUNNER,
    again: AgainOption = "",
    log_json: LogJsonOption = None,
    as_json: JsonOption = False,
) -> None:
    """Make a generation, check it, and publish it if it passes."""
    from flows.logs import write_events
    from flows.prepare import prepare_generation
    from flows.requests import Means, generation_request
    from flows.server import prefect_server

    write_events(log_json)
    means = Means(lake, workers, runner, again)
    request = generation_request(seed, houses, world, recipe, episodes, splits, frames, atypical)
    prepare_generation(request, means)
    with prefect_server():
        from flows.generate import generate as flow

        record = flow(request, means)
    show({"generation": record.run_id, **record.rows}, as_json)


@app.command()
def render(
    generation: RunArgument,
    lake: LakeOption = DEFAULT_LAKE,
    splits: Annotated[
        str | None,
        typer.Option("--splits", metavar="NAMES", help="train,validation,test. Left out: all that have no pictures."),
    ] = None,
    workers: WorkersOption = 2,
    runner: RunnerOption = DEFAULT_RUNNER,
    log_json: LogJsonOption = None,
    as_json: JsonOption = False,
) -> None:
    """Draw the pictures of a generation that was made without them."""
    from flows.logs import write_events
    from flows.prepare import prepare_rendering
    from flows.requests import Means, render_request
    from flows.server import prefect_server

    write_events(log_json)
    means, request = Means(lake, workers, runner), render_request(generation, splits)
    prepare_rendering(request, means)
    with prefect_server():
        from flows.render import render as flow

        record = flow(request, means)
    show({"generation": record.run_id, **record.rows}, as_json)


@app.command()
def evaluate(
    generation: RunArgument,
    lake: LakeOption = DEFAULT_LAKE,
    seed: SeedOption = 7,
    rungs: RungsOption = DEFAULT_RUNGS,
    answerer: AnswererOption = None,
    policy: PolicyOption = DEFAULT_POLICY,
    prompts: PromptsOption = None,
    letters: LettersOption = None,
    answer_tokens: AnswerTokensOption = 16,
    dtype: DtypeOption = "bfloat16",
    graph_dtype: GraphDtypeOption = None,
    batch: BatchOption = DEFAULT_BATCH,
    max_pixels: MaxPixelsOption = None,
    in_flight: InFlightOption = 32,
    max_requests: MaxRequestsOption = None,
    max_seconds: MaxSecondsOption = None,
    workers: WorkersOption = 2,
    runner: RunnerOption = DEFAULT_RUNNER,
    again: AgainOption = "",
    log_json: LogJsonOption = None,
    as_json: JsonOption = False,
) -> None:
    """Ask a generation's questions under the rungs of the ladder."""
    from flows.logs import write_events
    from flows.prepare import prepare_evaluation
    from flows.requests import Means, ModelFlags
    from flows.server import prefect_server

    write_events(log_json)
    means = Means(lake, workers, runner, again)
    request = _evaluation(
        generation=generation,
        seed=seed,
        rungs=rungs,
        answerers=answerer,
        policy=policy,
        prompts=prompts,
        letters=letters,
        models=ModelFlags(
            answer_tokens=answer_tokens,
            dtype=dtype,
            graph_dtype=graph_dtype,
            batch=batch,
            max_pixels=max_pixels,
            in_flight=in_flight,
            max_requests=max_requests,
            max_seconds=max_seconds,
        ),
    )
    prepare_evaluation(request, means)
    with prefect_server():
        from flows.evaluate import evaluate as flow

        record = flow(request, means)
    show({"evaluation": record.run_id, **record.rows}, as_json)


def _go_on(run_id: str, context: typer.Context, means: "Means", as_json: bool) -> None:
    from flows.resume import taken_up
    from flows.server import prefect_server
    from schemas.errors import ConfigError

    flags = given(context)
    if refused := [flag for name, flag in flags.items() if name not in _MEANS and name not in _SERVING]:
        raise ConfigError(
            f"--resume {run_id}: the run has settings of its own, and {', '.join(refused)} would change them. Leave "
            f"{'it' if len(refused) == 1 else 'them'} out, or leave --resume out to make another run."
        )
    serving = {field: context.params[name] for name, field in _SERVING.items() if name in flags}
    remainder = taken_up(run_id, means, serving)
    with prefect_server():
        from flows.ladder import go_on

        show(go_on(remainder), as_json)


def _evaluation(
    *,
    generation: str,
    seed: int,
    rungs: str,
    answerers: list[str] | None,
    policy: str,
    prompts: Path | None,
    letters: str | None,
    models: "ModelFlags",
) -> "EvaluationRequest":
    from flows.requests import EvaluationRequest, letters_flag

    return EvaluationRequest(
        generation=generation,
        seed=seed,
        rungs=names(rungs),
        answerers=tuple(answerers or DEFAULT_ANSWERERS),
        policy=policy,
        prompts=prompts,
        letters=letters_flag(letters),
        decoder=models.decoder,
        serving=models.serving,
        loading=models.loading,
    )
