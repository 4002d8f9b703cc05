"""Commands that make a run: the whole ladder, a generation, its pictures, an evaluation."""

from typing import Annotated

import typer

from flows.options import (
    DEFAULT_ANSWERERS,
    DEFAULT_LAKE,
    DEFAULT_RUNGS,
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
    names,
)
from flows.printing import show

app = typer.Typer()


@app.command()
def run(
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
    workers: WorkersOption = 2,
    again: AgainOption = "",
    as_json: JsonOption = False,
) -> None:
    """Everything: generate, check, publish, climb the ladder, write the report."""
    from flows.prepare import check_names, prepare_generation
    from flows.requests import EvaluationRequest, Means, generation_request
    from flows.server import prefect_server

    means = Means(lake, workers, again=again)
    evaluation = EvaluationRequest("", seed, names(rungs), tuple(answerer or DEFAULT_ANSWERERS))
    check_names(evaluation)
    request = generation_request(seed, houses, world, recipe, episodes, splits, frames, atypical)
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
    lake: LakeOption = DEFAULT_LAKE,
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
    lake: LakeOption = DEFAULT_LAKE,
    seed: SeedOption = 7,
    rungs: RungsOption = DEFAULT_RUNGS,
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
    request = EvaluationRequest(generation, seed, names(rungs), tuple(answerer or DEFAULT_ANSWERERS))
    prepare_evaluation(request, means)
    with prefect_server():
        from flows.evaluate import evaluate as flow

        record = flow(request, means)
    show({"evaluation": record.run_id, **record.rows}, as_json)
