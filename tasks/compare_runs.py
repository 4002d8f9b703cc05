"""Compare two evaluations of the same questions, pair by pair."""

import json

import polars as pl
from prefect import task
from prefect.cache_policies import NO_CACHE

from lake.runs import RunRecord, published_evaluation
from lake.scan import scan
from lake.store import Lake
from lake.verify import verify
from tasks.analysis.answers import fates
from tasks.analysis.comparison import Comparison, Run, compare

_SPLIT = "test"
_EVIDENCE = ("designated", "navigation", "responses", "predictions")


@task(task_run_name="compare {run_id} {against_id}", cache_policy=NO_CACHE)
def compare_runs(root: str, run_id: str, against_id: str, answerer: str = "", against: str = "") -> Comparison:
    """The first evaluation minus the second; ConfigError where there is no such published one, or nothing to compare."""
    lake = Lake(root)
    one, other = (_run(lake, _evaluation(lake, name)) for name in (run_id, against_id))
    return compare(one, other, answerer, against)


def _run(lake: Lake, record: RunRecord) -> Run:
    settings = json.loads(record.manifest)["settings"]
    own = {table: scan(lake, table, run_id=record.run_id, split=_SPLIT).collect() for table in _EVIDENCE}
    questions, episodes = (
        scan(lake, table, run_id=settings["generation"], split=_SPLIT).collect() for table in ("questions", "episodes")
    )
    # Whoever answers, a question was put alike where words and pictures are the same.
    alike = pl.concat_str("prompt_hash", "mode", pl.col("evidence_hashes").list.join(","), separator="/")
    own["responses"] = own["responses"].with_columns(content_key=alike)
    asked = fates(**own, questions=questions, episodes=episodes)
    mine = questions.join(asked.select("split", "question_id").unique(), on=["split", "question_id"], how="semi")
    homes = episodes.select("split", "episode_id", "house_id", "stratum")
    return Run(record.run_id, settings, asked, mine.join(homes, on=["split", "episode_id"], how="left", validate="m:1"))


def _evaluation(lake: Lake, run_id: str) -> RunRecord:
    record, _ = published_evaluation(lake, run_id)
    verify(lake, record)
    return record
