"""Judge what came and add it up: predictions and metrics from stored rows, without inference."""

from pathlib import Path

from prefect import task
from prefect.cache_policies import NO_CACHE

from lake.scan import scan
from lake.stage import Receipt, Shard, stage
from lake.store import Lake
from tasks.analysis.answers import episode_metrics, rung_metrics
from tasks.analysis.judge import judge
from tasks.analysis.navigation import navigation_metrics


@task(task_run_name="score {shard.split}", cache_policy=NO_CACHE)
def score_run(root: Path, shard: Shard, generation: str) -> Receipt:
    """Stage predictions, episode_metrics, rung_metrics and navigation_metrics of an evaluation's split."""
    lake, split = Lake(root), shard.split
    designated, navigation, responses = (
        scan(lake, table, run_id=shard.run_id, split=split).collect()
        for table in ("designated", "navigation", "responses")
    )
    questions, episodes = (
        scan(lake, table, run_id=generation, split=split).collect() for table in ("questions", "episodes")
    )
    predictions = judge(responses, questions)
    evidence = (designated, navigation, responses, predictions, questions, episodes)
    return stage(
        lake,
        shard,
        {
            "predictions": predictions,
            "episode_metrics": episode_metrics(*evidence),
            "rung_metrics": rung_metrics(*evidence),
            "navigation_metrics": navigation_metrics(navigation, episodes, designated),
        },
    )
