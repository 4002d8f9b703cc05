"""Replay the reference actions of one shard's episodes (rung E5)."""

from dataclasses import dataclass

from prefect import task
from prefect.cache_policies import NO_CACHE

from lake.select import hashes_of, of_episodes, of_houses
from lake.stage import Receipt, Shard, stage
from lake.store import Lake
from schemas.settings import EpisodeSettings
from tasks.episodes.pictures import with_hashes
from tasks.episodes.rows import houses_of
from tasks.rungs.replay import replay_all
from tasks.worlds.lost import Mishap, mishaps_frame
from tasks.worlds.open import open_world


@dataclass(frozen=True, slots=True)
class ReplayJob:
    lake: str
    shard: Shard
    """Of the evaluation."""
    generation: str
    episode_ids: tuple[str, ...]
    rung: str
    world: str
    """Fingerprint of the world that the generation was made in."""
    settings: EpisodeSettings


@task(task_run_name="replay {job.shard.split} {job.shard.name}", cache_policy=NO_CACHE)
def replay_episodes(job: ReplayJob) -> Receipt:
    """Stage navigation, steps and drift, and what was seen where it differs from the generation."""
    lake, split = Lake(job.lake), job.shard.split
    rows = of_episodes(lake, ("episodes", "frames", "observations"), job.generation, split, job.episode_ids)
    frames = with_hashes(rows["frames"], hashes_of(lake, job.generation, split))
    houses = houses_of(of_houses(lake, job.generation, split, rows["episodes"]["house_id"]))
    with open_world(job.world, job.settings) as world:
        mishaps: list[Mishap] = []
        replayed = replay_all(
            world,
            houses,
            rows["episodes"],
            frames,
            rows["observations"],
            job.rung,
            job.settings,
            note=mishaps.append,
        )
    return stage(lake, job.shard, {**replayed, "mishaps": mishaps_frame(mishaps, job.shard.name)})
