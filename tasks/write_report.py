"""Write an evaluation's report: one self-contained HTML page in the lake."""

import json

from prefect import task
from prefect.cache_policies import NO_CACHE

from lake.runs import RunRecord, record_of
from lake.scan import scan
from lake.select import of_episodes
from lake.store import Lake
from lake.verify import verify
from schemas.errors import ConfigError
from tasks.reports.inputs import ReportInputs
from tasks.reports.page import render_report
from tasks.reports.samples import sample_episodes, samples_of

_SPLIT = "test"


@task(task_run_name="report {run_id}", cache_policy=NO_CACHE)
def write_report(root: str, run_id: str) -> str:
    """Read an evaluation with its generation and write `<lake>/_reports/<run_id>/index.html`; returns where it is."""
    lake = Lake(root)
    record = _evaluation(lake, run_id)
    manifest = json.loads(record.manifest)
    generation = manifest["settings"]["generation"]
    own = {
        table: scan(lake, table, run_id=run_id, split=_SPLIT).collect()
        for table in (
            "rung_metrics",
            "navigation_metrics",
            "contrasts",
            "circular_metrics",
            "closed_loop_metrics",
            "responses",
            "predictions",
        )
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
    key = f"_reports/{run_id}/index.html"
    lake.put_bytes(key, render_report(inputs).encode())
    return lake.url(key)


def _evaluation(lake: Lake, run_id: str) -> RunRecord:
    record = record_of(lake, run_id)
    if record is None or record.kind != "eval":
        raise ConfigError(f"no evaluation `{run_id}` in {lake.root}. `ladder runs` lists what there is.")
    if record.state == "published":
        verify(lake, record)
    return record
