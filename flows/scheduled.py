"""What runs by itself on a schedule (infra/prefect.yaml): flows whose parameters are plain JSON.

They are the same runs as the commands make. Who gives no seed gets that of the day: runs of one day are one run.
"""

from datetime import UTC, datetime
from typing import Any

from prefect import flow
from prefect.runtime import flow_run

from flows.beforehand import check_asked
from flows.generate import generate
from flows.ladder import ladder
from flows.listing import kept_up
from flows.options import DEFAULT_ANSWERERS, DEFAULT_POLICY
from flows.requests import EvaluationRequest, GenerationRequest, Means, generation_request


@flow(name="nightly-generation")
def nightly_generation(
    lake: str,
    episodes: int = 200,
    recipe: str = "sound",
    world: str = "embedded",
    frames: str = "test",
    seed: int | None = None,
    workers: int = 2,
) -> dict[str, str]:
    """Generate, check and publish; the run's name. Fails where its gate does, and publishes nothing then."""
    record = generate(_generation(seed, world, recipe, episodes, frames), Means(lake, workers))
    return {"generation": record.run_id, "state": record.state}


@flow(name="weekly-ladder")
def weekly_ladder(
    lake: str,
    episodes: int = 200,
    recipe: str = "sound",
    world: str = "embedded",
    rungs: list[str] = ["all"],  # noqa: B006  (Prefect reads the default for its form; nothing changes it)
    answerers: list[str] = list(DEFAULT_ANSWERERS),  # noqa: B006
    policy: str = DEFAULT_POLICY,
    seed: int | None = None,
    workers: int = 2,
) -> dict[str, str]:
    """A generation, the ladder over it, and the report; the names of the runs and where the report is."""
    request = _generation(seed, world, recipe, episodes, "test")
    evaluation = EvaluationRequest("", request.seed, tuple(rungs), tuple(answerers), policy)
    check_asked(evaluation, request)
    return ladder(request, evaluation, Means(lake, workers))


@flow(name="upkeep")
def upkeep(lake: str) -> list[dict[str, Any]]:
    """Shorten the lake's logs and delete what no version needs; what each table holds after it."""
    return kept_up(lake)


def _generation(seed: int | None, world: str, recipe: str, episodes: int, frames: str) -> GenerationRequest:
    return generation_request(_seed_of_the_day() if seed is None else seed, None, world, recipe, episodes, None, frames)


def _seed_of_the_day() -> int:
    """The day on which the run was due, as a number like 20261130: a late worker makes the run that it was to make."""
    due = flow_run.scheduled_start_time
    return int((due if isinstance(due, datetime) else datetime.now(UTC)).strftime("%Y%m%d"))
