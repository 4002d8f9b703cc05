"""Find, walk and store the episodes of one shard."""

from dataclasses import dataclass

from prefect import task
from prefect.cache_policies import NO_CACHE

from lake.select import of_houses
from lake.stage import Receipt, Shard, stage
from lake.store import Lake
from schemas.settings import GenerationSettings
from tasks.episodes.batch import Batch
from tasks.episodes.rows import houses_of
from tasks.episodes.slots import Slot
from tasks.worlds.lost import mishaps_frame
from tasks.worlds.open import open_world


@dataclass(frozen=True, slots=True)
class EpisodeJob:
    """A shard and the settings that its rows depend on."""

    lake: str
    shard: Shard
    slots: tuple[Slot, ...]
    settings: GenerationSettings


@task(task_run_name="episodes {job.shard.split} {job.shard.name}", cache_policy=NO_CACHE)
def generate_episodes(job: EpisodeJob) -> Receipt:
    """Stage episodes, rejections, frames, images, observations and mishaps; the houses must have been committed."""
    lake, shard, settings = Lake(job.lake), job.shard, job.settings
    wanted = {house_id for slot in job.slots for house_id in slot.house_ids}
    houses = houses_of(of_houses(lake, shard.run_id, shard.split, wanted))
    with open_world(settings.world, settings.episode) as world:
        batch = Batch(world, houses, settings.episode, draw=shard.split in settings.frames)
        batch.find(job.slots, settings.seed)
    return stage(lake, shard, {**batch.frames(), "mishaps": mishaps_frame(batch.mishaps, shard.name)})
