"""Put all questions of a split to one answerer under one rung."""

from dataclasses import dataclass
from pathlib import Path

import polars as pl
from prefect import task
from prefect.cache_policies import NO_CACHE

from lake.scan import scan
from lake.select import of_episodes
from lake.stage import Receipt, Shard, stage
from lake.store import Lake
from schemas.settings import EpisodeSettings, Recipe
from schemas.tables import OWN, rows_frame
from tasks.models.answerers import make_answerer
from tasks.questions.rows import question_of
from tasks.rungs.ask import ask
from tasks.rungs.footage import footage_of, latest
from tasks.rungs.rungs import RUNGS


@dataclass(frozen=True, slots=True)
class RungJob:
    lake: Path
    shard: Shard
    """Of the evaluation."""
    generation: str
    rung: str
    answerer: str
    seed: int
    recipe: Recipe
    settings: EpisodeSettings


@task(task_run_name="{job.rung} {job.answerer}", cache_policy=NO_CACHE)
def run_rung(job: RungJob) -> Receipt:
    """Stage the responses; what the rung walks must have been committed."""
    lake, split, rung = Lake(job.lake), job.shard.split, RUNGS[job.rung]
    questions = scan(lake, "questions", run_id=job.generation, split=split).sort("question_id").collect()
    train, train_episodes = (
        scan(lake, table, run_id=job.generation, split="train").collect() for table in ("questions", "episodes")
    )
    stored = {table: _rows(lake, table, job.generation, split) for table in ("episodes", "houses", *OWN)}
    if rung.walk:
        own = {table: _of_walk(lake, own, job.shard, rung.walk_of) for table, own in OWN.items()}
        stored = latest(stored, own, _of_walk(lake, "navigation", job.shard, rung.walk_of)["episode_id"])
    footage = footage_of(stored, job.settings, lambda episode_id: _pictures(lake, job, episode_id))
    answerer = make_answerer(job.answerer, job.seed, train if train.height else None, train_episodes)
    asked = [question_of(row) for row in questions.iter_rows(named=True)]
    rows = ask(rung, asked, footage, answerer, job.recipe)
    return stage(lake, job.shard, {"responses": rows_frame("responses", rows)})


def _rows(lake: Lake, table: str, run_id: str, split: str) -> pl.DataFrame:
    """A table's rows, without the pictures themselves: most rungs and answerers look at none."""
    return scan(lake, table, run_id=run_id, split=split).select(pl.exclude(pl.Binary)).collect()


def _of_walk(lake: Lake, table: str, shard: Shard, walk: str) -> pl.DataFrame:
    """The evaluation's own rows of one rung's walk."""
    return _rows(lake, table, shard.run_id, shard.split).filter(pl.col("rung") == walk).drop("rung")


def _pictures(lake: Lake, job: RungJob, episode_id: str) -> dict[int, bytes]:
    """An episode's encoded pictures; those of the rung's own walk take the place of the stored ones."""
    split, walk = job.shard.split, RUNGS[job.rung].walk_of
    stored = of_episodes(lake, ("images",), job.generation, split, [episode_id])["images"]
    own = of_episodes(lake, ("own_images",), job.shard.run_id, split, [episode_id])["own_images"]
    both = pl.concat([stored.select("t", "data"), own.filter(pl.col("rung") == walk).select("t", "data")])
    return dict(both.iter_rows())
