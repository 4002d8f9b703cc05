"""Write an evaluation's tables as files: CSV, Parquet, LaTeX or Markdown."""

import json
from pathlib import Path

import polars as pl
from prefect import task
from prefect.cache_policies import NO_CACHE

from lake.runs import published_run
from lake.scan import scan
from lake.store import Lake
from lake.verify import verify
from schemas.tables import TABLES
from tasks.analysis.sheets.sheets import STORED, Figures, sheets
from tasks.analysis.sheets.write import Format, write_sheet

_SPLIT = "test"


@task(task_run_name="tables {run_id}", cache_policy=NO_CACHE)
def write_tables(root: str, run_id: str, kind: Format, folder: Path) -> list[Path]:
    """One file a table that holds anything; returns their paths. ConfigError where there is no such published evaluation."""
    lake = Lake(root)
    record = published_run(lake, run_id, "eval")
    verify(lake, record)
    stored = {table: scan(lake, table, run_id=run_id, split=_SPLIT).collect() for table in STORED if table in TABLES}
    generation = json.loads(record.manifest)["settings"]["generation"]
    figures = Figures.of(stored, _audits(lake, run_id, generation))
    return [write_sheet(sheet, folder, kind) for sheet in sheets(figures)]


def _audits(lake: Lake, run_id: str, generation: str) -> pl.DataFrame:
    """Of the evaluation, or else of its generation."""
    own = scan(lake, "audits", run_id=run_id).collect()
    return own if own.height else scan(lake, "audits", run_id=generation).collect()
