"""Write an evaluation's report: one self-contained HTML page in the lake, and pages of the episodes that it leads to."""

import json
from collections.abc import Sequence

import polars as pl
from prefect import task
from prefect.cache_policies import NO_CACHE

from lake.runs import RunRecord, published_evaluation
from lake.scan import scan
from lake.select import of_episodes
from lake.store import Lake
from lake.verify import verify
from schemas.settings import Split
from tasks.reports.findings import linked_episodes
from tasks.reports.inputs import ReportInputs, Verified
from tasks.reports.page import render_report
from tasks.reports.samples import sample_episodes, samples_of
from tasks.write_episode import write_pages

_SPLIT: Split = "test"
_OWN = (
    "rung_metrics",
    "navigation_metrics",
    "contrasts",
    "circular_metrics",
    "closed_loop_metrics",
    "baselines",
    "standardised_metrics",
    "size_metrics",
    "responses",
    "predictions",
)
_ASKED = ("questions", "episodes")
_PICTURES, _OWN_PICTURES = "images", "own_images"


@task(task_run_name="report {run_id}", cache_policy=NO_CACHE)
def write_report(root: str, run_id: str, every_episode: bool = False) -> str:
    """Read an evaluation with its generation and write `<lake>/_reports/<run_id>/index.html`; returns where it is.

    The rows that it reads are held against the digests with which they were published, and so are all pictures of the
    generation (2 s for the 480 MB of 200 episodes). A page of an episode takes about 0.7 MB, so only those that the report
    leads to are written, or all of the test split if asked to; `ladder show` writes any other.

    Raises:
        ConfigError: There is no such published evaluation, or its generation is not published.
        LakeError: Its rows, or its generation's, are not those that were published.
    """
    lake = Lake(root)
    record, made = published_evaluation(lake, run_id)
    manifest, generation = json.loads(record.manifest), made.run_id
    verified = verify_digests(lake, record, made)
    own = {table: scan(lake, table, run_id=run_id, split=_SPLIT).collect() for table in _OWN}
    asked = {table: scan(lake, table, run_id=generation, split=_SPLIT).collect() for table in _ASKED}
    audits = _audits(lake, run_id, generation)
    shown = sample_episodes(asked["episodes"], asked["questions"])
    pictures = of_episodes(lake, ("images",), generation, _SPLIT, shown)["images"]
    inputs = ReportInputs(
        manifest={"run_id": run_id, **manifest},
        validations=scan(lake, "validations", run_id=generation).collect(),
        audits=audits,
        docs=_docs(lake, generation),
        samples=samples_of(shown, asked["questions"], pictures),
        verified=verified,
        **own,
        **asked,
    )
    key = f"_reports/{run_id}/index.html"
    linked = linked_episodes(audits)
    linked[_SPLIT] = asked["episodes"]["episode_id"].to_list() if every_episode else [*linked.get(_SPLIT, []), *shown]
    for split, episodes in linked.items():
        write_pages(lake, record, split, episodes)
    lake.put_bytes(key, render_report(inputs).encode())
    return lake.url(key)


def verify_digests(lake: Lake, record: RunRecord, generation: RunRecord) -> tuple[Verified, ...]:
    """What is as it was published; LakeError where rows that the report reads, or pictures asked about, are not.

    Pictures that an evaluation took of its own are several times as many, and no figure of the report is made from them:
    they are held against their hashes as they are shown, and all of them by `ladder digest`.
    """
    return (
        _verified(lake, record, _OWN, unread=_OWN_PICTURES),
        _verified(lake, generation, (*_ASKED, _PICTURES)),
    )


def _verified(lake: Lake, record: RunRecord, tables: Sequence[str], unread: str = "") -> Verified:
    verify(lake, record, contents=tables)
    there = tuple(table for table in tables if table in record.digests)
    pictures = record.rows.get(_PICTURES, 0) if _PICTURES in there else 0
    return Verified(record.run_id, there, pictures, record.rows.get(unread, 0))


def _audits(lake: Lake, run_id: str, generation: str) -> pl.DataFrame:
    """Of the evaluation, or else of its generation."""
    own = scan(lake, "audits", run_id=run_id).collect()
    return own if own.height else scan(lake, "audits", run_id=generation).collect()


def _docs(lake: Lake, generation: str) -> str:
    key = f"_docs/{generation}/index.html"
    return f"../../{key}" if lake.size(key) is not None else ""
