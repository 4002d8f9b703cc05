"""Write the questions of one shard of episodes."""

from dataclasses import dataclass

from prefect import task
from prefect.cache_policies import NO_CACHE

from lake.select import of_episodes_in, of_houses
from lake.stage import Receipt, Shard, stage
from lake.store import Lake
from schemas.settings import GenerationSettings
from tasks.questions.recipes import RECIPES
from tasks.questions.rows import questions_frame
from tasks.questions.trajectories import trajectories


@dataclass(frozen=True, slots=True)
class QuestionJob:
    lake: str
    shard: Shard
    episode_ids: tuple[str, ...]
    walked: tuple[Shard, ...]
    """The shards that staged these episodes."""
    settings: GenerationSettings


@task(task_run_name="questions {job.shard.split} {job.shard.name}", cache_policy=NO_CACHE)
def write_questions(job: QuestionJob) -> Receipt:
    """Stage the questions of the shard's episodes, which must have been committed."""
    lake, shard, settings = Lake(job.lake), job.shard, job.settings
    rows = of_episodes_in(lake, ("episodes", "frames", "observations"), job.walked, job.episode_ids)
    houses = of_houses(lake, shard.run_id, shard.split, rows["episodes"]["house_id"])
    write = RECIPES[settings.recipe]
    questions = [
        question
        for trajectory in trajectories(**rows, houses=houses, settings=settings.episode)
        for question in write(trajectory, settings.seed, (shard.split, trajectory.episode_id))
    ]
    return stage(lake, shard, {"questions": questions_frame(questions)})
