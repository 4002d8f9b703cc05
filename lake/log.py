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
from deltalake.exceptions import CommitFailedError, DeltaError, TableNotFoundError
from deltalake.transaction import AddAction, RemoveAction

from lake import files
from lake.parts import Part, defaults, file_schema, may_lack, partition_columns
from lake.store import Lake, Stat
from schemas.errors import ConfigError, LakeError
from schemas.tables import TABLES, empty

_TRIES = 30
_PAUSE_S = 0.02
_LONGEST_PAUSE_S = 1.0
_LONGEST_REASON = 300


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


def opened(lake: Lake, table: str, version: int | None = None) -> DeltaTable | None:
    """A table at its newest version or another, or None where it does not exist yet.

    Raises LakeError where its log is damaged, and ConfigError where it has other columns than this version knows.
    """
    try:
        delta = DeltaTable(lake.table(table), version=version, storage_options=lake.options)
    except TableNotFoundError:
        return None
    except (DeltaError, OSError) as error:
        raise LakeError(
            f"lake `{lake.root}`: the log of table {table} can't be read ({_first_line(error)}). Bring the folder "
            f"`{table}/_delta_log` back from a copy, or point --lake at another lake."
        ) from error
    _lacking(lake, table, delta)
    return delta


def tables(lake: Lake) -> list[str]:
    """The tables that may be there, in their usual order, by one look at the lake's folders."""
    folders = set(lake.folders())
    return [table for table in TABLES if table in folders]


def exists(lake: Lake, table: str) -> bool:
    return opened(lake, table) is not None


def version(lake: Lake, table: str) -> int | None:
    """The newest version of a table, or None where it does not exist yet."""
    delta = opened(lake, table)
    return None if delta is None else int(delta.version())


def active(lake: Lake, table: str, run_id: str | None = None) -> list[ActiveFile]:
    """The table's files in order of path, or those of one run."""
    delta = opened(lake, table)
    return [] if delta is None else active_of(delta, table, run_id)


def read(lake: Lake, file: ActiveFile | Part) -> pl.DataFrame:
    """A file's rows with all columns of its table. Raises LakeError, naming the file, where it is gone or damaged."""
    partition = [pl.lit(value, pl.String).alias(name) for name, value in file.partition.items()]
    rows = files.read(lake, file.key, file_schema(file.table), defaults(file.table))
    return rows.with_columns(partition).select(empty(file.table).columns)


def change(lake: Lake, table: str, run_id: str | None, decide: Callable[[list[ActiveFile]], Change]) -> Change:
    """Commit what `decide` makes of the table's files (of one run, or all), and say what it was.

    The table is made on first use. Where another process commits in between and delta-rs cannot reconcile the two, the
    files are read anew and `decide` is asked again, so `decide` must be a pure function.
    """
    for attempt in range(_TRIES):
        try:
            delta = _to_write(lake, table)
            wanted = decide(active_of(delta, table, run_id))
            there = lake.stats([part.key for part in wanted.add])
            actions = [
                *(_add_action(part, there[part.key]) for part in wanted.add),
                *map(_remove_action, wanted.remove),
            ]
            if actions:
                delta.create_write_transaction(actions, "append", delta.schema(), partition_columns(table))
        except CommitFailedError as error:
            if attempt == _TRIES - 1:
                raise ConfigError(
                    f"lake `{lake.root}`: {_TRIES} commits to {table} in a row were overtaken ({error}). "
                    "Run fewer things at once over this lake; the same command goes on from here."
                ) from error
        except (DeltaError, OSError) as error:
            raise ConfigError(
                f"lake `{lake.root}`: {table} can't be committed to ({_first_line(error)}). Make room or set its "
                "permissions; what is stored stays, and the same command goes on from there."
            ) from error
        else:
            return wanted
        time.sleep(min(_LONGEST_PAUSE_S, _PAUSE_S * 2**attempt) * (0.5 + random.random() / 2))
    raise AssertionError("unreachable")


def table_schema(table: str) -> Any:
    """The table's columns as Delta writes them down."""
    return Schema.from_arrow(empty(table).to_arrow().schema)


def _to_write(lake: Lake, table: str) -> DeltaTable:
    """The table, made where it is missing, with all columns of its contract."""
    delta = opened(lake, table)
    if delta is None:
        if lake.is_local:
            lake.path(table).mkdir(parents=True, exist_ok=True)
        delta = DeltaTable.create(
            lake.table(table),
            table_schema(table),
            mode="ignore",
            partition_by=partition_columns(table) or None,
            storage_options=lake.options,
        )
    if lacking := _lacking(lake, table, delta):
        delta.alter.add_columns(lacking)
    return delta


def _lacking(lake: Lake, table: str, delta: DeltaTable) -> list[Any]:
    """Columns of the contract that the table has not got yet, which is well where its rows can do without.

    Raises ConfigError, naming the columns, where it is not, and where the table has others than the contract.
    """
    wanted = {field.name: field for field in table_schema(table).fields}
    stored = {field.name: field for field in delta.schema().fields}
    strange = sorted(name for name, field in stored.items() if name not in wanted or field.type != wanted[name].type)
    lacking = [field for name, field in wanted.items() if name not in stored]
    needed = [field.name for field in lacking if not may_lack(table, field.name)]
    if not strange and not needed:
        return lacking
    how = [f"it lacks {', '.join(f'`{name}`' for name in needed)}"] if needed else []
    how += (
        [f"{', '.join(f'`{name}`' for name in strange)} should not be there or be of another type"] if strange else []
    )
    raise ConfigError(
        f"lake `{lake.root}`: table {table} has other columns than this version writes ({'; '.join(how)}). "
        "Point --lake at a new folder, or install the version that wrote it."
    )


def _first_line(error: Exception) -> str:
    """What people can read of an error of delta-rs: the rest is a dump of its own data."""
    return str(error).strip().partition("\n")[0].partition(": ParsedLogPath")[0][:_LONGEST_REASON]


def active_of(delta: DeltaTable, table: str, run_id: str | None = None) -> list[ActiveFile]:
    """The files of a table that is open, in order of path, or those of one run."""
    columns = partition_columns(table)
    names = [f"partition.{column}" for column in columns]
    held = pl.DataFrame(delta.get_add_actions(flatten=True))
    if held.is_empty():
        return []
    held = held.select("path", "size_bytes", "num_records", *names)
    if run_id is not None and columns:
        held = held.filter(pl.col("partition.run_id") == run_id)
    return [
        ActiveFile(table, path, size, rows, dict(zip(columns, values, strict=True)))
        for path, size, rows, *values in held.sort("path").iter_rows()
    ]


def _add_action(part: Part, stat: Stat) -> Any:
    statistics = {"numRecords": part.rows, "minValues": part.low, "maxValues": part.high, "nullCount": part.nulls}
    return AddAction(part.path, part.bytes, dict(part.partition), stat.modified_ms, True, json.dumps(statistics))


def _remove_action(file: ActiveFile) -> Any:
    return RemoveAction(file.path, True, int(time.time() * 1000), file.bytes, dict(file.partition))
