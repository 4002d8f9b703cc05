"""Write an evaluation's report: one self-contained HTML page in the lake."""

import json
from pathlib import Path

from prefect import task
from prefect.cache_policies import NO_CACHE

from lake.runs import RunRecord, record_of
from lake.scan import scan
from lake.select import of_episodes
from lake.store import Lake
from schemas.errors import ConfigError
from tasks.reports.inputs import ReportInputs
from tasks.reports.page import write_page
from tasks.reports.samples import sample_episodes, samples_of

_SPLIT = "test"


@task(task_run_name="report {run_id}", cache_policy=NO_CACHE)
def write_report(root: Path, run_id: str) -> Path:
    """Read an evaluation with its generation and write `<lake>/_reports/<run_id>/index.html`; returns its path."""
    lake = Lake(root)
    record = _evaluation(lake, run_id)
    manifest = json.loads(record.manifest)
    generation = manifest["settings"]["generation"]
    own = {
        table: scan(lake, table, run_id=run_id, split=_SPLIT).collect()
        for table in ("rung_metrics", "navigation_metrics", "responses", "predictions")
    }
    asked = {table: scan(lake, table, run_id=generation, split=_SPLIT).collect() for table in ("questions", "episodes")}
    shown = sample_episodes(asked["episodes"])
    pictures = of_episodes(lake, ("images",), generation, _SPLIT, shown)["images"]
    inputs = ReportInputs(
        manifest={"run_id": run_id, **manifest},
        validations=scan(lake, "validations", run_id=generation).collect(),
        samples=samples_of(shown, asked["questions"], pictures),
        **own,
        **asked,
    )
    return write_page(lake.path(f"_reports/{run_id}/index.html"), inputs)


def _evaluation(lake: Lake, run_id: str) -> RunRecord:
    record = record_of(lake, run_id)
    if record is None or record.kind != "eval":
        raise ConfigError(f"no evaluation `{run_id}` in {lake.root}. `ladder runs` lists what there is.")
    return record
