"""Put all questions of a split to one answerer under one rung."""

from dataclasses import dataclass
from pathlib import Path

from prefect import task
from prefect.cache_policies import NO_CACHE

from lake.scan import scan
from lake.stage import Receipt, Shard, stage
from lake.store import Lake
from schemas.settings import EpisodeSettings, Recipe
from schemas.tables import rows_frame
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
    tables = ("episodes", "frames", "images", "observations", "houses")
    stored = {table: scan(lake, table, run_id=job.generation, split=split).collect() for table in tables}
    if rung.navigates:
        own = {table: scan(lake, table, run_id=job.shard.run_id, split=split).collect() for table in tables[1:4]}
        walked = scan(lake, "navigation", run_id=job.shard.run_id, split=split).collect()
        stored = latest(stored, own, walked["episode_id"])
    footage = footage_of(stored, job.settings)
    answerer = make_answerer(job.answerer, job.seed, train if train.height else None, train_episodes)
    asked = [question_of(row) for row in questions.iter_rows(named=True)]
    rows = ask(rung, asked, footage, answerer, job.recipe)
    return stage(lake, job.shard, {"responses": rows_frame("responses", rows)})
