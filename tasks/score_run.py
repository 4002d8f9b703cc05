"""Judge what came and add it up: predictions and metrics from stored rows, without inference."""

import json
from functools import lru_cache

import polars as pl
from prefect import task
from prefect.cache_policies import NO_CACHE

from lake.publish import record_of
from lake.scan import scan
from lake.stage import Receipt, Shard, stage
from lake.store import Lake
from schemas.settings import EpisodeSettings
from tasks.analysis.answers import fates
from tasks.analysis.closed_loop import Walks, closed_loop, closed_loop_metrics
from tasks.analysis.judge import judge
from tasks.analysis.navigation import navigation_metrics
from tasks.analysis.score import metric_tables
from tasks.questions.rows import question_of
from tasks.run_rung import footage_for
from tasks.rungs.rungs import RUNGS, walks_of


@task(task_run_name="score {shard.split}", cache_policy=NO_CACHE)
def score_run(root: str, shard: Shard, generation: str) -> Receipt:
    """Stage the predictions and all metrics of an evaluation's split."""
    lake, split = Lake(root), shard.split
    designated, navigation, responses = (
        scan(lake, table, run_id=shard.run_id, split=split).collect()
        for table in ("designated", "navigation", "responses")
    )
    questions, episodes = (
        scan(lake, table, run_id=generation, split=split).collect() for table in ("questions", "episodes")
    )
    predictions = judge(responses, questions, designated)
    observations = scan(lake, "observations", run_id=generation, split=split)
    asked = fates(designated, navigation, responses, predictions, questions, episodes)
    apart = _taken_apart(lake, shard, generation, asked, responses, questions, _settings_of(episodes))
    return stage(
        lake,
        shard,
        {
            "predictions": predictions,
            **metric_tables(asked, questions, episodes, observations),
            "navigation_metrics": navigation_metrics(navigation, episodes, designated, _walks_of(lake, shard)),
            "closed_loop": apart,
            "closed_loop_metrics": closed_loop_metrics(apart),
        },
    )


def _taken_apart(
    lake: Lake,
    shard: Shard,
    generation: str,
    asked: pl.DataFrame,
    responses: pl.DataFrame,
    questions: pl.DataFrame,
    settings: EpisodeSettings,
) -> pl.DataFrame:
    """The table `closed_loop`; one walk's frames are in memory at a time, beside the stored ones."""
    stored, _ = footage_for(lake, shard, generation, "E2", settings)
    by_row = [question_of(row) for row in questions.iter_rows(named=True)]

    @lru_cache(maxsize=1)
    def walked(rung: str) -> Walks:
        return Walks(*footage_for(lake, shard, generation, rung, settings))

    def walks_of(rung: str) -> Walks:
        return walked(RUNGS[rung].walk_of) if RUNGS[rung].walk else Walks(stored, {})

    return closed_loop(asked, responses, by_row, stored, walks_of)


def _walks_of(lake: Lake, shard: Shard) -> tuple[str, ...]:
    """The rungs that the run set out to walk, those without questions too."""
    record = record_of(lake, shard.run_id)
    return walks_of(json.loads(record.manifest)["settings"]["rungs"]) if record else ()


def _settings_of(episodes: pl.DataFrame) -> EpisodeSettings:
    """Those that the episodes were made under; all of a run have the same."""
    return EpisodeSettings.from_plain(json.loads(episodes["settings"][0]))
