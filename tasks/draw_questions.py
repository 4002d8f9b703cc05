"""Draw and write the questions of one shard of episodes: the second pass of the recipe `sound`."""

from dataclasses import dataclass

from prefect import task
from prefect.cache_policies import NO_CACHE

from lake.canonical import rows_digest
from lake.scan import scan
from lake.select import of_episodes_in, of_houses
from lake.stage import Receipt, Shard, stage
from lake.store import Lake
from schemas.errors import ContractError
from schemas.settings import GenerationSettings
from schemas.tables import rows_frame
from tasks.questions.ledger import Row, acceptance_of, empty_rows
from tasks.questions.recipe_sound import write_sound_questions
from tasks.questions.record import Question
from tasks.questions.rows import questions_frame
from tasks.questions.thinning import Acceptance
from tasks.questions.walks import walks


@dataclass(frozen=True, slots=True)
class DrawJob:
    lake: str
    shard: Shard
    menus: tuple[tuple[str, tuple[str, ...]], ...]
    """Episode ids and the families that each is asked."""
    walked: tuple[Shard, ...]
    """The shards that staged these episodes."""
    thinning: str
    """Digest of the split's rows of `thinning`: with it the shard's rows depend on nothing but this job."""
    settings: GenerationSettings


@task(task_run_name="questions {job.shard.split} {job.shard.name}", cache_policy=NO_CACHE)
def draw_questions(job: DrawJob) -> Receipt:
    """Stage the questions of the shard's episodes, which must have been committed, and the places left empty.

    Raises:
        ContractError: `thinning` holds other rows than the job was made for.
    """
    lake, shard, settings, menus = Lake(job.lake), job.shard, job.settings, dict(job.menus)
    rows = of_episodes_in(lake, ("episodes", "frames", "observations"), job.walked, menus)
    houses = of_houses(lake, shard.run_id, shard.split, rows["episodes"]["house_id"])
    accepted = _acceptance(lake, job)
    questions: list[Question] = []
    drops: list[Row] = []
    for walk in walks(**rows, houses=houses, settings=settings.episode):
        episode_id = walk.trajectory.episode_id
        written, empty = write_sound_questions(walk, menus[episode_id], accepted, settings.seed)
        questions += written
        drops += empty_rows(episode_id, empty)
    return stage(lake, shard, {"questions": questions_frame(questions), "drops": rows_frame("drops", drops)})


def _acceptance(lake: Lake, job: DrawJob) -> Acceptance:
    rows = scan(lake, "thinning", run_id=job.shard.run_id, split=job.shard.split).collect()
    if rows_digest("thinning", rows) != job.thinning:
        raise ContractError(
            f"thinning: split {job.shard.split} of run {job.shard.run_id} holds other rows than shard {job.shard.name} "
            f"was planned with. Remove the run with `ladder rm {job.shard.run_id}` and make it again."
        )
    return acceptance_of(rows)
