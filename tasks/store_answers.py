"""Store answers that came from outside as the responses of a rung, each with the evidence that it was asked with."""

from dataclasses import dataclass

from prefect import task
from prefect.cache_policies import NO_CACHE

from lake.scan import scan
from lake.stage import Receipt, Shard, stage
from lake.store import Lake
from schemas.settings import EpisodeSettings
from schemas.tables import rows_frame
from tasks.models.answer_file import Replies
from tasks.models.prompting import Prompts
from tasks.questions.rows import question_of
from tasks.run_rung import footage_for
from tasks.rungs.ask import ask
from tasks.rungs.rungs import RUNGS


@dataclass(frozen=True, slots=True)
class AnswersJob:
    lake: str
    shard: Shard
    """Of the evaluation."""
    generation: str
    rung: str
    replies: Replies
    seed: int
    settings: EpisodeSettings
    prompts: Prompts


@task(task_run_name="store {job.rung} {job.replies.name}", cache_policy=NO_CACHE)
def store_answers(job: AnswersJob) -> Receipt:
    """Stage the responses, as if the questions had been asked here."""
    lake, split = Lake(job.lake), job.shard.split
    rows = scan(lake, "questions", run_id=job.generation, split=split).sort("question_id").collect()
    recorded, _ = footage_for(lake, job.shard, job.generation, job.rung, job.settings)
    questions = [question_of(row) for row in rows.iter_rows(named=True)]
    responses = ask(RUNGS[job.rung], questions, recorded, job.replies, job.prompts, seed=job.seed)
    return stage(lake, job.shard, {"responses": rows_frame("responses", responses)})
