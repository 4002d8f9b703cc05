"""A lake with two made-up evaluations of one generation, and one of another: no world, no answerer, no server.

python synthetic_lake.py LAKE
"""

import sys

import polars as pl

from lake.commit import commit
from lake.publish import publish, start_run
from lake.resume import receipts
from lake.stage import Shard, stage
from lake.store import Lake, open_lake
from schemas.identity import canonical_json
from tasks.analysis.answers import fates
from tasks.analysis.judge import judge
from tasks.analysis.score import metric_tables
from tasks.analysis.synthetic import GENERATION, synthetic

ONE, OTHER, STRANGER = "eval-000000000001", "eval-000000000002", "eval-000000000003"
OTHER_GENERATION = "gen-000000000009"
QUESTIONS, CONDITIONS = 160, 4
"""Under four rungs that walk nothing."""


def fill(lake: Lake) -> None:
    for run_id, generation, seed in ((ONE, GENERATION, 7), (OTHER, GENERATION, 7), (STRANGER, OTHER_GENERATION, 8)):
        run = synthetic(QUESTIONS, CONDITIONS, seed, run_id)
        asked_of = {name: getattr(run, name).drop("run_id") for name in ("questions", "episodes")}
        if run_id != OTHER:
            _publish(lake, generation, "gen", {"recipe": "sound", "seed": seed}, asked_of)
        predictions = judge(run.responses, run.questions, run.designated)
        asked = fates(run.designated, run.navigation, run.responses, predictions, run.questions, run.episodes)
        tables = {"designated": run.designated, "responses": run.responses, "predictions": predictions}
        tables |= metric_tables(asked, run.questions, run.episodes, run.observations)
        settings = {"generation": generation, "prompts": run_id[-1], "rungs": run.designated["rung"].unique().to_list()}
        _publish(lake, run_id, "eval", settings, {name: _own(table) for name, table in tables.items()})


def _own(table: pl.DataFrame) -> pl.DataFrame:
    return table.drop("run_id", "split", strict=False)


def _publish(lake: Lake, run_id: str, kind: str, settings: dict[str, object], tables: dict[str, pl.DataFrame]) -> None:
    shard = Shard(run_id, "test", "all")
    record = start_run(lake, run_id, kind, canonical_json({"settings": settings}))
    stage(lake, shard, tables)
    commit(lake, run_id, receipts(lake, run_id, [shard]))
    publish(lake, record)


if __name__ == "__main__":
    fill(open_lake(sys.argv[1], create=True))
