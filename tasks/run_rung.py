"""Put all questions of a split to one answerer under one rung."""

from collections.abc import Sequence
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
from schemas.tables import rows_frame
from tasks.models.answerers import make_answerer
from tasks.questions.rows import question_of
from tasks.rungs.ask import ask
from tasks.rungs.footage import footage_of, latest
from tasks.rungs.rungs import RUNGS

_FOOTAGE = ("frames", "images", "observations")


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
    stored = {table: _rows(lake, table, job.generation, split) for table in ("episodes", "houses", *_FOOTAGE)}
    sources = [job.generation]
    if rung.navigates:
        own = {table: _rows(lake, table, job.shard.run_id, split) for table in _FOOTAGE}
        stored = latest(stored, own, _rows(lake, "navigation", job.shard.run_id, split)["episode_id"])
        sources.append(job.shard.run_id)
    footage = footage_of(stored, job.settings, lambda episode_id: _pictures(lake, sources, split, episode_id))
    answerer = make_answerer(job.answerer, job.seed, train if train.height else None, train_episodes)
    asked = [question_of(row) for row in questions.iter_rows(named=True)]
    rows = ask(rung, asked, footage, answerer, job.recipe)
    return stage(lake, job.shard, {"responses": rows_frame("responses", rows)})


def _rows(lake: Lake, table: str, run_id: str, split: str) -> pl.DataFrame:
    """A table's rows, without the pictures themselves: most rungs and answerers look at none."""
    return scan(lake, table, run_id=run_id, split=split).select(pl.exclude(pl.Binary)).collect()


def _pictures(lake: Lake, run_ids: Sequence[str], split: str, episode_id: str) -> dict[int, bytes]:
    """An episode's encoded pictures; those of a later run take the place of an earlier one's."""
    stored = [of_episodes(lake, ("images",), run_id, split, [episode_id])["images"] for run_id in run_ids]
    return {t: data for images in stored for t, data in images.select("t", "data").iter_rows()}
