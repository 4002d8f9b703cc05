"""Small questions about a lake, and its upkeep; they need no server."""

import dataclasses
import json
from typing import Any

import polars as pl

from flows.manifest import stages_of
from lake.digest import digest
from lake.query import Bounds
from lake.query_process import ask
from lake.runs import RunRecord, published, records
from lake.store import Lake, open_lake
from lake.upkeep import remove, upkeep
from lake.verify import check_digests
from schemas.errors import ConfigError


def runs(lake: str, *, stages: bool = False) -> list[dict[str, Any]]:
    """Every run that the lake has heard of, oldest first; with what each of its stages did, where that is asked for."""
    return [
        {
            "run_id": record.run_id,
            "state": record.state,
            "at": record.at.isoformat(timespec="seconds"),
            "seconds": None if record.seconds is None else round(record.seconds, 1),
            "rows": sum(record.rows.values()),
            "of": _generation(record),
            **({"stages": stages_of(record.manifest)} if stages else {}),
        }
        for record in records(open_lake(lake, create=False))
    ]


def digests(run_id: str, lake: str) -> dict[str, str]:
    """One SHA-256 a table of a run. Raises LakeError where the run is published and its rows are others by now."""
    opened = open_lake(lake, create=False)
    record = _known(run_id, opened)
    found = digest(opened, run_id)
    if record.state == "published":
        check_digests(record, found)
    return found


def answer(sql: str, lake: str, memory_gb: float) -> pl.DataFrame:
    """What SQL over the published runs gives; it runs in a process of its own, with bounds."""
    return ask(open_lake(lake, create=False), sql, Bounds(memory_bytes=int(memory_gb * 1e9)))


def what_goes(run_id: str, lake: str) -> str:
    """A sentence on what would be lost with a run. Raises ConfigError for a run that the lake does not know."""
    opened = open_lake(lake, create=False)
    record = _known(run_id, opened)
    resting = [each.run_id for each in published(opened) if _generation(each) == run_id]
    rests = f", and {len(resting)} published evaluations rest on it ({', '.join(resting)})" if resting else ""
    return f"Run `{run_id}` of {opened.root} is {record.state} and holds {sum(record.rows.values())} rows{rests}."


def removed(run_id: str, lake: str) -> dict[str, int]:
    """Take a run out of the lake; what was taken, by table."""
    opened = open_lake(lake, create=False)
    _known(run_id, opened)
    return remove(opened, run_id)


def kept_up(lake: str) -> list[dict[str, Any]]:
    """Do the upkeep; what each table holds after it."""
    return [dataclasses.asdict(each) for each in upkeep(open_lake(lake, create=False))]


def _known(run_id: str, lake: Lake) -> RunRecord:
    for record in records(lake):
        if record.run_id == run_id:
            return record
    raise ConfigError(f"no run `{run_id}` in {lake.root}. `ladder runs --lake {lake.root}` lists what there is.")


def _generation(record: RunRecord) -> str:
    """The generation that an evaluation asked; empty for a generation."""
    return str(json.loads(record.manifest).get("settings", {}).get("generation", ""))
