"""Draw the pictures of one shard of episodes that were stored without them."""

from dataclasses import dataclass

from prefect import task
from prefect.cache_policies import NO_CACHE

from lake.select import of_houses, of_shard
from lake.stage import Receipt, Shard, stage
from lake.store import Lake
from schemas.settings import EpisodeSettings
from tasks.episodes.pictures import draw_pictures
from tasks.episodes.rows import houses_of
from tasks.worlds.lost import Mishap, mishaps_frame
from tasks.worlds.open import open_world


@dataclass(frozen=True, slots=True)
class RenderJob:
    lake: str
    shard: Shard
    episodes: Shard
    """The shard that staged the episodes, their frames and their observations."""
    world: str
    """Fingerprint of the world that they were made in."""
    settings: EpisodeSettings


@task(task_run_name="pictures {job.shard.split} {job.shard.name}", cache_policy=NO_CACHE)
def render_frames(job: RenderJob) -> Receipt:
    """Stage images of all frames of a shard's episodes.

    Raises:
        WorldError: An episode comes out otherwise than it is stored.
    """
    lake = Lake(job.lake)
    stored = of_shard(lake, job.episodes, ("episodes", "frames", "observations"))
    houses = houses_of(of_houses(lake, job.shard.run_id, job.shard.split, stored["episodes"]["house_id"]))
    with open_world(job.world, job.settings) as world:
        mishaps: list[Mishap] = []
        images = draw_pictures(world, houses, stored, note=mishaps.append)
    return stage(lake, job.shard, {"images": images, "mishaps": mishaps_frame(mishaps, job.shard.name)})
