"""Upkeep: taking a run out of the lake, joining small files, and giving back the room of what no version needs."""

import time
from dataclasses import dataclass
from dataclasses import replace as _with

import polars as pl
from deltalake import DeltaTable

from lake import log
from lake.lease import lease, owners
from lake.parts import partition_columns, write_part
from lake.runs import published, record_of, records, write_record
from lake.store import TEMPORARY, Lake
from schemas.errors import ConfigError, LakeError

RETENTION_HOURS = 7 * 24
"""Younger files stay: a worker may just have staged them, and a reader may be in the middle of them."""
_CHECKPOINT_FROM = 10
"""Entries of a log, since the last hundred, from which on a checkpoint is worth its while: a reader opens each."""
_JOINED_FROM = 16
"""Files of `runs`."""


@dataclass(frozen=True, slots=True)
class TableUpkeep:
    """What upkeep found and did in a table."""

    table: str
    runs: int
    files: int
    rows: int
    bytes: int
    """Of the files that count."""
    largest_bytes: int
    version: int
    deleted: int
    """Files that no version needed."""


def remove(lake: Lake, run_id: str) -> dict[str, int]:
    """Take a run out of the lake; returns the rows a table that went. Other runs are not touched.

    Its state becomes `removed` first, so that no reader sees half of it. Its files lie there until a `vacuum` finds them
    in no version that a published evaluation cites, of whatever run. A remove that was cut short is finished by another.
    Raises ConfigError for a run that the lake does not know and for one that is being worked on.
    """
    record = record_of(lake, run_id)
    if record is None:
        raise ConfigError(f"lake `{lake.root}` has no run `{run_id}`. `ladder runs` lists those that it has.")
    with lease(lake, run_id):
        if record.state != "removed":
            write_record(lake, _with(record, state="removed", rows={}, digests={}, versions={}))
        gone = {}
        for table in log.tables(lake):
            if table != "runs" and log.exists(lake, table):
                change = log.change(lake, table, run_id, lambda files: log.Change(remove=files))
                gone[table] = sum(file.rows for file in change.remove)
        for place in ("_receipts", "_ahead", "_docs", "_reports"):
            lake.delete(f"{place}/{run_id}")
    return {table: rows for table, rows in gone.items() if rows}


def upkeep(lake: Lake) -> list[TableUpkeep]:
    """Join the rows of `runs`, shorten the logs, delete what no version needs, and say what each table holds.

    The files of shards stay as they are: they have the names on which receipts and the log agree, so that a shard can be
    read by itself, checked again and drawn later. Raises ConfigError while any run is being worked on.
    """
    deleted = vacuum(lake)
    _join_records(lake)
    kept, n_runs = [], len(records(lake))
    for table in log.tables(lake):
        delta = log.opened(lake, table)
        if delta is not None:
            _shorten(delta)
            kept.append(_found(table, delta, deleted.get(table, 0), n_runs))
    return kept


def vacuum(lake: Lake) -> dict[str, int]:
    """Delete files that no version needs; returns how many a table.

    Spared are files younger than seven days and those of the versions that published evaluations cite. Raises
    ConfigError while any run is being worked on: its staged files are in no log yet.
    """
    if busy := owners(lake):
        raise ConfigError(f"run `{busy[0].run_id}` is being worked on by {busy[0]}. Vacuum when it has ended.")
    cited = [record.versions for record in published(lake) if record.kind == "eval"]
    deleted = {}
    for table in log.tables(lake):
        delta = log.opened(lake, table)
        if delta is not None:
            versions = sorted({versions[table] for versions in cited if table in versions})
            kept = [version for version in versions if _loads(lake, table, version)]
            gone = delta.vacuum(RETENTION_HOURS, dry_run=False, full=True, keep_versions=kept or None)
            deleted[table] = len(gone)
    _sweep_temporaries(lake)
    return {table: count for table, count in deleted.items() if count}


def _join_records(lake: Lake) -> None:
    """Make one file of the many that each hold a row of `runs`: every command reads them all.

    What another process adds in between is not among the files that go.
    """
    if len(log.active(lake, "runs")) < _JOINED_FROM:
        return

    def joined(files: list[log.ActiveFile]) -> log.Change:
        part = write_part(lake, "runs", "joined", {}, pl.concat(lake.each(lambda file: log.read(lake, file), files)))
        return log.Change(add=[part], remove=[file for file in files if file.path != part.path])

    log.change(lake, "runs", None, joined)


def _shorten(delta: DeltaTable) -> None:
    """A checkpoint where a reader would open many entries of the log; delta-rs makes one itself at each hundred."""
    if int(delta.version()) % 100 >= _CHECKPOINT_FROM:
        delta.create_checkpoint()


def _found(table: str, delta: DeltaTable, deleted: int, n_runs: int) -> TableUpkeep:
    active = log.active_of(delta, table)
    sizes = [file.bytes for file in active]
    return TableUpkeep(
        table,
        runs=len({file.partition["run_id"] for file in active}) if partition_columns(table) else n_runs,
        files=len(active),
        rows=sum(file.rows for file in active),
        bytes=sum(sizes),
        largest_bytes=max(sizes, default=0),
        version=int(delta.version()),
        deleted=deleted,
    )


def _loads(lake: Lake, table: str, version: int) -> bool:
    """Whether the log still reaches back to a version; Delta drops log entries after a month."""
    try:
        return log.opened(lake, table, version) is not None
    except LakeError:
        return False


def _sweep_temporaries(lake: Lake) -> None:
    """What killed writers left half-written."""
    oldest_ms = (time.time() - RETENTION_HOURS * 3600) * 1000
    for key, stat in lake.listed(TEMPORARY).items():
        if stat.modified_ms < oldest_ms:
            lake.delete(key)
