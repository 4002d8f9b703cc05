"""Upkeep: taking a run out of the lake, and giving back the room of what no version needs any more."""

import time
from dataclasses import replace as _with

from deltalake import DeltaTable
from deltalake.exceptions import DeltaError

from lake import log
from lake.lease import lease, owners
from lake.runs import published, record_of, write_record
from lake.store import TEMPORARY, Lake
from schemas.errors import ConfigError
from schemas.tables import TABLES

RETENTION_HOURS = 7 * 24
"""Younger files stay: a worker may just have staged them, and a reader may be in the middle of them."""


def remove(lake: Lake, run_id: str) -> dict[str, int]:
    """Take a run out of the lake; returns the rows a table that went. Other runs are not touched.

    Its state becomes `removed` first, so that no reader sees half of it. Its files lie there until `vacuum`, for
    reports may cite the versions that held them. A remove that was cut short is finished by another. Raises
    ConfigError for a run that the lake does not know and for one that is being worked on.
    """
    record = record_of(lake, run_id)
    if record is None:
        raise ConfigError(f"lake `{lake.root}` has no run `{run_id}`. `ladder runs` lists those that it has.")
    with lease(lake, run_id):
        if record.state != "removed":
            write_record(lake, _with(record, state="removed", rows={}, digests={}, versions={}))
        gone = {}
        for table in TABLES:
            if table != "runs" and log.exists(lake, table):
                change = log.change(lake, table, run_id, lambda files: log.Change(remove=files))
                gone[table] = sum(file.rows for file in change.remove)
        lake.delete(f"_receipts/{run_id}")
    return {table: rows for table, rows in gone.items() if rows}


def vacuum(lake: Lake) -> dict[str, int]:
    """Delete files that no version needs; returns how many a table.

    Spared are files younger than seven days and those of the versions that published evaluations cite. Raises
    ConfigError while any run is being worked on: its staged files are in no log yet.
    """
    if busy := owners(lake):
        raise ConfigError(f"run `{busy[0].run_id}` is being worked on by {busy[0]}. Vacuum when it has ended.")
    cited = [record.versions for record in published(lake) if record.kind == "eval"]
    deleted = {}
    for table in TABLES:
        if log.exists(lake, table):
            versions = sorted({versions[table] for versions in cited if table in versions})
            kept = [version for version in versions if _loads(lake, table, version)]
            gone = DeltaTable(lake.table(table)).vacuum(
                RETENTION_HOURS, dry_run=False, full=True, keep_versions=kept or None
            )
            deleted[table] = len(gone)
    _sweep_temporaries(lake)
    return {table: count for table, count in deleted.items() if count}


def _loads(lake: Lake, table: str, version: int) -> bool:
    """Whether the log still reaches back to a version; Delta drops log entries after a month."""
    try:
        DeltaTable(lake.table(table), version=version)
    except DeltaError:
        return False
    return True


def _sweep_temporaries(lake: Lake) -> None:
    """What killed writers left half-written."""
    oldest = time.time() - RETENTION_HOURS * 3600
    for key in lake.keys(TEMPORARY):
        if lake.path(key).stat().st_mtime < oldest:
            lake.delete(key)
