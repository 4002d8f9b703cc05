"""Check a generation before it may be published: the gate, in a process of its own (SPEC section 7)."""

import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import polars as pl
from prefect import task
from prefect.cache_policies import NO_CACHE

from expectations.gate import GateResult, tables_of
from expectations.process import run_in_subprocess
from lake.disk import temporary_written
from lake.files import damage
from lake.scan import scan
from lake.select import of_houses, of_shard, shards_with
from lake.store import Lake
from schemas.settings import GenerationSettings
from schemas.tables import TABLES
from tasks.questions.rows import question_of
from tasks.questions.sufficiency import sufficiency
from tasks.questions.trajectories import trajectories

_LEFT_OUT = {"images": "data", "houses": "document"}
"""Wide columns that no expectation looks at."""


@task(task_run_name="gate {run_id}", cache_policy=NO_CACHE)
def check_generation(root: str, run_id: str, settings: GenerationSettings) -> GateResult:
    """Run the suites over all tables of a committed generation; Data Docs go to `<lake>/_docs/<run_id>`.

    Raises ConfigError where the temporary folder takes no copy of the tables.
    """
    lake = Lake(root)
    with tempfile.TemporaryDirectory(prefix="ladder-gate-") as folder:
        inputs, outputs = Path(folder, "in"), Path(folder, "out")
        inputs.mkdir()
        for name, rows in _handed_over(lake, run_id, settings):
            with temporary_written(f"for the gate of `{run_id}`"):
                _sink(rows, inputs / f"{name}.parquet")
        result = run_in_subprocess(inputs, outputs, settings.recipe, run_id, Path(folder, "docs"))
        place = lake.put_folder(f"_docs/{run_id}", Path(folder, "docs"))
        return replace(result, docs_index=f"{place}/index.html")


def _handed_over(lake: Lake, run_id: str, settings: GenerationSettings) -> Iterator[tuple[str, pl.LazyFrame]]:
    for table in tables_of(settings.recipe):
        if table in TABLES:
            yield table, scan(lake, table, run_id=run_id).select(pl.exclude(_LEFT_OUT.get(table, "")))
    if settings.recipe == "sound":
        yield "candidate_counts", _candidate_counts(lake, run_id)
    yield "question_checks", _question_checks(lake, run_id, settings).lazy()


def _sink(rows: pl.LazyFrame, path: Path) -> None:
    """The rows are read as they are written, so what goes wrong may be the lake's fault. Raises LakeError where it is."""
    try:
        rows.sink_parquet(path)
    except (OSError, pl.exceptions.PolarsError) as error:
        if (harm := damage(error)) is not None:
            raise harm from error
        raise


def _candidate_counts(lake: Lake, run_id: str) -> pl.LazyFrame:
    """Places, one an episode and family, that have such a candidate: what `thinning` was fitted to."""
    key = ("split", "family", "text", "option_set", "target_room", "value")
    return scan(lake, "candidates", run_id=run_id).group_by(key).agg(pl.len().cast(pl.Int32).alias("n_slots"))


def _question_checks(lake: Lake, run_id: str, settings: GenerationSettings) -> pl.DataFrame:
    """Whether each question's cited frames give its gold answer; a shard's episodes are in memory at a time."""
    checks = [sufficiency([], []).with_columns(pl.lit("").alias("split"))]  # the columns, where no shard has come
    for split, _ in settings.splits:
        questions = scan(lake, "questions", run_id=run_id, split=split).collect()
        for shard in shards_with(lake, run_id, split, "episodes"):
            rows = of_shard(lake, shard, ("episodes", "frames", "observations"))
            houses = of_houses(lake, run_id, split, rows["episodes"]["house_id"])
            walks = trajectories(**rows, houses=houses, settings=settings.episode)
            mine = questions.join(rows["episodes"].select("episode_id"), on="episode_id", how="semi")
            asked = [question_of(row) for row in mine.iter_rows(named=True)]
            checks.append(sufficiency(asked, walks).with_columns(pl.lit(split).alias("split")))
    return pl.concat(checks)
