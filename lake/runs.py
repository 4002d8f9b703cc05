"""The table `runs`: one row a change of state of a run, and what those rows say now."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Any, Literal

import polars as pl

from lake import log
from lake.files import read
from lake.files import scan as scan_files
from lake.parts import defaults, file_schema, write_part
from lake.store import Lake
from schemas.contract import check
from schemas.errors import ConfigError, LakeError
from schemas.identity import canonical_json
from schemas.tables import empty

State = Literal["started", "rejected", "published", "removed"]
Kind = Literal["gen", "eval"]

NEVER = datetime.min.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class RunRecord:
    """A row of `runs`."""

    run_id: str
    kind: Kind
    manifest: str
    """Canonical JSON."""
    state: State = "started"
    at: datetime = NEVER
    """Set when the record is written."""
    rows: Mapping[str, int] = field(default_factory=dict)
    """Rows a table."""
    digests: Mapping[str, str] = field(default_factory=dict)
    """Digest a table (lake/digest.py)."""
    versions: Mapping[str, int] = field(default_factory=dict)
    """Delta version of every table of the lake at this moment."""
    seconds: float | None = None
    """How long the run took."""


def records(lake: Lake) -> list[RunRecord]:
    """The latest record of each run, oldest first."""
    files = log.active(lake, "runs")
    if not files:
        return []
    rows = _read(lake, [file.key for file in files])
    latest = rows.sort("at", "run_id", "state").unique("run_id", keep="last", maintain_order=True)
    return [_record(row) for row in latest.iter_rows(named=True)]


def record_of(lake: Lake, run_id: str) -> RunRecord | None:
    """The run's latest record, or None for a run that the lake has never heard of."""
    return next((record for record in records(lake) if record.run_id == run_id), None)


def state_of(lake: Lake, run_id: str) -> State | None:
    """The run's latest state as written down; what is left of a started run, `lake.resume.missing` tells."""
    record = record_of(lake, run_id)
    return record.state if record else None


def published(lake: Lake) -> list[RunRecord]:
    """The runs that readers see, oldest first."""
    return [record for record in records(lake) if record.state == "published"]


_CALLED: Mapping[Kind, str] = {"gen": "generation", "eval": "evaluation"}


def published_run(lake: Lake, run_id: str, kind: Kind) -> RunRecord:
    """The record of a run that readers see. Raises ConfigError where there is none of that kind, or it is not published."""
    record = record_of(lake, run_id)
    if record is None or record.kind != kind:
        raise ConfigError(f"no {_CALLED[kind]} `{run_id}` in {lake.root}. `ladder runs` lists what there is.")
    if record.state != "published":
        raise ConfigError(
            f"{_CALLED[kind]} `{run_id}` is {record.state}, not published. Run the command that made it again, to its end."
        )
    return record


def published_evaluation(lake: Lake, run_id: str) -> tuple[RunRecord, RunRecord]:
    """The records of an evaluation and of its generation, which holds the questions. Raises as `published_run` does."""
    record = published_run(lake, run_id, "eval")
    return record, published_run(lake, json.loads(record.manifest)["settings"]["generation"], "gen")


def write_record(lake: Lake, record: RunRecord) -> RunRecord:
    """Append a record, dated now, and return it as written."""
    standing = record_of(lake, record.run_id)
    # The latest row is the run's state, so a clock that went back, or another machine's, must not date it too early.
    earliest = standing.at + timedelta(microseconds=1) if standing else NEVER
    dated = replace(record, at=max(datetime.now(UTC), earliest))
    frame = check("runs", pl.DataFrame([_row(dated)], schema=empty("runs").schema))
    part = write_part(lake, "runs", f"{dated.run_id}-{dated.state}", {}, frame)
    log.change(lake, "runs", None, lambda files: log.Change([part] if part.path not in {f.path for f in files} else []))
    return dated


def _read(lake: Lake, keys: list[str]) -> pl.DataFrame:
    try:
        return scan_files(lake, keys, file_schema("runs"), defaults("runs")).collect()
    except (OSError, pl.exceptions.PolarsError):
        # One of them is lost or damaged; by itself it is named.
        return pl.concat(lake.each(lambda key: read(lake, key, file_schema("runs"), defaults("runs")), keys))


def _row(record: RunRecord) -> dict[str, Any]:
    return {
        "run_id": record.run_id,
        "at": record.at,
        "state": record.state,
        "kind": record.kind,
        "manifest": record.manifest,
        "rows": canonical_json(record.rows),
        "digests": canonical_json(record.digests),
        "versions": canonical_json(record.versions),
        "seconds": record.seconds,
    }


def _record(row: Mapping[str, Any]) -> RunRecord:
    """Raises LakeError where what should be JSON objects are none."""
    objects = {name: _object(row, name) for name in ("rows", "digests", "versions")}
    if not isinstance(_object(row, "manifest").get("settings", {}), dict):
        raise _unreadable(row, "manifest")
    return RunRecord(**{**row, **objects})


def _object(row: Mapping[str, Any], name: str) -> dict[str, Any]:
    try:
        told = json.loads(row[name])
    except (ValueError, RecursionError) as error:
        raise _unreadable(row, name) from error
    if not isinstance(told, dict):
        raise _unreadable(row, name)
    return told


def _unreadable(row: Mapping[str, Any], name: str) -> LakeError:
    return LakeError(
        f"runs: `{name}` of run `{row['run_id']}` is no JSON object, so nothing can be said of the run. "
        "Bring the table `runs` back from a copy."
    )
