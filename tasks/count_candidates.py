"""Count what one shard of episodes could be asked: the first pass of the recipe `sound`."""

from dataclasses import dataclass

from prefect import task
from prefect.cache_policies import NO_CACHE

from lake.select import of_episodes_in, of_houses
from lake.stage import Receipt, Shard, stage
from lake.store import Lake
from schemas.settings import GenerationSettings
from schemas.tables import rows_frame
from tasks.questions.ledger import slot_rows
from tasks.questions.recipe_sound import slots
from tasks.questions.walks import walks


@dataclass(frozen=True, slots=True)
class CandidatesJob:
    lake: str
    shard: Shard
    menus: tuple[tuple[str, tuple[str, ...]], ...]
    """Episode ids and the families that each is asked."""
    walked: tuple[Shard, ...]
    """The shards that staged these episodes."""
    settings: GenerationSettings


@task(task_run_name="candidates {job.shard.split} {job.shard.name}", cache_policy=NO_CACHE)
def count_candidates(job: CandidatesJob) -> Receipt:
    """Stage the candidates of the shard's episodes, which must have been committed, and what rules dropped."""
    lake, shard, settings, menus = Lake(job.lake), job.shard, job.settings, dict(job.menus)
    rows = of_episodes_in(lake, ("episodes", "frames", "observations"), job.walked, menus)
    houses = of_houses(lake, shard.run_id, shard.split, rows["episodes"]["house_id"])
    candidates, drops = [], []
    for walk in walks(**rows, houses=houses, settings=settings.episode):
        episode_id = walk.trajectory.episode_id
        found, dropped = slot_rows(episode_id, slots(walk, menus[episode_id], settings.seed))
        candidates += found
        drops += dropped
    return stage(lake, shard, {"candidates": rows_frame("candidates", candidates), "drops": rows_frame("drops", drops)})
