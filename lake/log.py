"""Delta's transaction log, one table a time: which files count, and adding and removing files.

delta-rs has no transaction over several tables and does not enforce transaction ids, so a repeat is made harmless
by file names: each change is worked out from the files that the log holds right now, and what stands already is not
added again. Files are added without Delta's own schema check, so the committer looks at each file first
(lake/commit.py).
"""

import json
import random
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import polars as pl
from deltalake import DeltaTable, Schema
from deltalake.exceptions import CommitFailedError, TableNotFoundError
from deltalake.transaction import AddAction, RemoveAction

from lake.parts import Part, partition_columns
from lake.store import Lake
from schemas.errors import ConfigError
from schemas.tables import empty

_TRIES = 30
_PAUSE_S = 0.02
_LONGEST_PAUSE_S = 1.0


@dataclass(frozen=True, slots=True)
class ActiveFile:
    """A file that the newest version of a table holds."""

    table: str
    path: str
    bytes: int
    rows: int
    partition: Mapping[str, str]

    @property
    def key(self) -> str:
        return f"{self.table}/{self.path}"


@dataclass(frozen=True, slots=True)
class Change:
    """What one transaction does to a table."""

    add: Sequence[Part] = ()
    remove: Sequence[ActiveFile] = ()


def exists(lake: Lake, table: str) -> bool:
    return bool(DeltaTable.is_deltatable(lake.table(table)))


def version(lake: Lake, table: str) -> int | None:
    """The newest version of a table, or None where it does not exist yet."""
    return int(DeltaTable(lake.table(table)).version()) if exists(lake, table) else None


def active(lake: Lake, table: str, run_id: str | None = None) -> list[ActiveFile]:
    """The table's files in order of path, or those of one run."""
    return _active(DeltaTable(lake.table(table)), table, run_id) if exists(lake, table) else []


def read(lake: Lake, file: ActiveFile | Part) -> pl.DataFrame:
    """A file's rows with all columns of its table."""
    partition = [pl.lit(value, pl.String).alias(name) for name, value in file.partition.items()]
    return (
        pl.read_parquet(lake.path(file.key), glob=False, hive_partitioning=False)
        .with_columns(partition)
        .select(empty(file.table).columns)
    )


def change(lake: Lake, table: str, run_id: str | None, decide: Callable[[list[ActiveFile]], Change]) -> Change:
    """Commit what `decide` makes of the table's files (of one run, or all), and say what it was.

    The table is made on first use. Where another process commits in between and delta-rs cannot reconcile the two, the
    files are read anew and `decide` is asked again, so `decide` must be a pure function.
    """
    for attempt in range(_TRIES):
        try:
            delta = _open(lake, table)
            wanted = decide(_active(delta, table, run_id))
            actions = [*map(_add_action(lake), wanted.add), *map(_remove_action, wanted.remove)]
            if actions:
                delta.create_write_transaction(actions, "append", delta.schema(), partition_columns(table))
            return wanted
        except CommitFailedError as error:
            if attempt == _TRIES - 1:
                raise ConfigError(
                    f"lake `{lake.root}`: {_TRIES} commits to {table} in a row were overtaken ({error}). "
                    "Run fewer things at once over this lake; the same command goes on from here."
                ) from error
            time.sleep(min(_LONGEST_PAUSE_S, _PAUSE_S * 2**attempt) * (0.5 + random.random() / 2))
    raise AssertionError("unreachable")


def table_schema(table: str) -> Any:
    """The table's columns as Delta writes them down."""
    return Schema.from_arrow(empty(table).to_arrow().schema)


def _open(lake: Lake, table: str) -> DeltaTable:
    wanted = table_schema(table)
    try:
        delta = DeltaTable(lake.table(table))
    except TableNotFoundError:
        lake.path(table).mkdir(parents=True, exist_ok=True)
        delta = DeltaTable.create(
            lake.table(table), wanted, mode="ignore", partition_by=partition_columns(table) or None
        )
    if delta.schema() != wanted:
        raise ConfigError(
            f"lake `{lake.root}`: table {table} has other columns than this version writes. "
            "Point --lake at a new folder, or install the version that wrote it."
        )
    return delta


def _active(delta: DeltaTable, table: str, run_id: str | None) -> list[ActiveFile]:
    columns = partition_columns(table)
    names = [f"partition.{column}" for column in columns]
    files = pl.DataFrame(delta.get_add_actions(flatten=True))
    if files.is_empty():
        return []
    files = files.select("path", "size_bytes", "num_records", *names)
    if run_id is not None and columns:
        files = files.filter(pl.col("partition.run_id") == run_id)
    return [
        ActiveFile(table, path, size, rows, dict(zip(columns, values, strict=True)))
        for path, size, rows, *values in files.sort("path").iter_rows()
    ]


def _add_action(lake: Lake) -> Callable[[Part], Any]:
    def action(part: Part) -> Any:
        statistics = {"numRecords": part.rows, "minValues": part.low, "maxValues": part.high, "nullCount": part.nulls}
        modified_ms = int(lake.path(part.key).stat().st_mtime * 1000)
        return AddAction(part.path, part.bytes, dict(part.partition), modified_ms, True, json.dumps(statistics))

    return action


def _remove_action(file: ActiveFile) -> Any:
    return RemoveAction(file.path, True, int(time.time() * 1000), file.bytes, dict(file.partition))
