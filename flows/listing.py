"""Small questions about a lake; they read it and need no server."""

import json
from typing import Any

import polars as pl

from lake.digest import digest
from lake.runs import records
from lake.scan import query
from lake.store import open_lake
from lake.upkeep import remove
from schemas.errors import ConfigError


def runs(lake: str) -> list[dict[str, Any]]:
    """Every run that the lake has heard of, oldest first."""
    return [
        {
            "run_id": record.run_id,
            "state": record.state,
            "at": record.at.isoformat(timespec="seconds"),
            "seconds": None if record.seconds is None else round(record.seconds, 1),
            "rows": sum(record.rows.values()),
            "of": json.loads(record.manifest)["settings"].get("generation", ""),
        }
        for record in records(open_lake(lake, create=False))
    ]


def digests(run_id: str, lake: str) -> dict[str, str]:
    """One SHA-256 a table of a run."""
    opened = open_lake(lake, create=False)
    _known(run_id, lake)
    return digest(opened, run_id)


def answer(sql: str, lake: str) -> pl.DataFrame:
    """What SQL over the published runs gives."""
    return query(open_lake(lake, create=False), sql)


def removed(run_id: str, lake: str) -> dict[str, int]:
    """Take a run out of the lake; what was taken, by table."""
    _known(run_id, lake)
    return remove(open_lake(lake, create=False), run_id)


def _known(run_id: str, lake: str) -> None:
    if all(record.run_id != run_id for record in records(open_lake(lake, create=False))):
        raise ConfigError(f"no run `{run_id}` in {lake}. `ladder runs --lake {lake}` lists what there is.")
