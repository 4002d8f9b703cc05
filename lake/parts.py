"""One data file of a table: rows of one run and split, named by their digest, and what a receipt says of it."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl
import pyarrow.parquet as pq

from lake import files
from lake.canonical import rows_digest
from lake.store import Lake
from schemas.columns import added_columns
from schemas.errors import ContractError, LakeError
from schemas.tables import TABLES, empty

PARTITION = ("run_id", "split")
"""Delta keeps partition columns in the path and the log, not in the file."""
_SAFE = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-")
_DIGEST_LENGTH = 16


@dataclass(frozen=True, slots=True)
class Part:
    """A file that holds some rows of a table."""

    table: str
    path: str
    """Relative to the table; empty where there are no rows and so no file."""
    partition: Mapping[str, str]
    bytes: int
    rows: int
    digest: str
    """SHA-256 of the rows (lake/canonical.py)."""
    low: Mapping[str, str | int]
    """Smallest value of each key column that is not a partition column."""
    high: Mapping[str, str | int]
    nulls: Mapping[str, int]

    @property
    def key(self) -> str:
        return f"{self.table}/{self.path}"


def partition_columns(table: str) -> list[str]:
    """`run_id` and `split`; none for `runs`, which is a short list that is read whole."""
    columns = empty(table).columns
    return list(PARTITION) if all(name in columns for name in PARTITION) else []


def file_schema(table: str) -> dict[str, pl.DataType]:
    """Column names and exact types of a data file, in order."""
    partition = partition_columns(table)
    return {name: kind for name, kind in empty(table).schema.items() if name not in partition}


def defaults(table: str) -> dict[str, pl.Expr]:
    """What columns that came later hold in files of an earlier time."""
    return added_columns(TABLES[table])


def may_lack(table: str, column: str) -> bool:
    """Whether a file of an earlier release may be without a column."""
    return TABLES[table].columns()[column].nullable or column in added_columns(TABLES[table])


def safe(what: str, name: str) -> str:
    """The name, if it can stand in a path on any disk and in any store; ContractError otherwise."""
    if not name or name.startswith((".", "_")) or not _SAFE.issuperset(name):
        raise ContractError(f"{what} `{name}` can't stand in a path. Use letters, digits, `.`, `_` and `-`.")
    return name


def write_part(lake: Lake, table: str, name: str, partition: Mapping[str, str], frame: pl.DataFrame) -> Part:
    """Write rows of one partition to a file named by `name` and their digest; the frame has passed the contract.

    No rows make no file. The same rows make the same name, so that writing them again changes nothing.
    """
    rows = frame.sort(TABLES[table].primary_key())
    digest = rows_digest(table, rows)
    low, high, nulls = _statistics(table, rows)
    if rows.is_empty():
        return Part(table, "", dict(partition), 0, 0, digest, low, high, nulls)
    folder = "".join(f"{column}={safe(column, value)}/" for column, value in partition.items())
    path = f"{folder}{safe('file name', name)}-{digest[:_DIGEST_LENGTH]}.parquet"
    narrow = rows.drop(partition_columns(table))
    size = _size_of_intact(lake, table, f"{table}/{path}", partition, digest)
    if size is None:
        size = lake.put(f"{table}/{path}", lambda target: _write_parquet(table, narrow, target))
    return Part(table, path, dict(partition), size, rows.height, digest, low, high, nulls)


def _statistics(table: str, rows: pl.DataFrame) -> tuple[dict[str, Any], dict[str, Any], dict[str, int]]:
    """Minimum, maximum and null count of the key columns, by which readers skip files."""
    partition = partition_columns(table)
    keys = [name for name in TABLES[table].primary_key() if name not in partition and rows[name].dtype != pl.Datetime]
    nulls = {name: rows[name].null_count() for name in keys}
    if rows.is_empty():
        return {}, {}, nulls
    return {name: rows[name].min() for name in keys}, {name: rows[name].max() for name in keys}, nulls


def _size_of_intact(lake: Lake, table: str, key: str, partition: Mapping[str, str], digest: str) -> int | None:
    """Size of the file if it holds rows of this digest already.

    The log may cite such a file with its size, so it stays as it is: another version of Parquet's writer could make
    other bytes of the same rows, and so could figures that differ beyond the decimals that are promised.
    """
    size = lake.size(key)
    if size is None:
        return None
    try:
        rows = files.read(lake, key, file_schema(table), defaults(table)).with_columns(
            pl.lit(value, pl.String).alias(column) for column, value in partition.items()
        )
        return size if rows_digest(table, rows) == digest else None
    except (LakeError, ContractError):
        return None


_PICTURES = frozenset({"images", "own_images"})
_HOUSES_A_GROUP = 16
"""Documents are large, and a worker reads a few houses out of hundreds."""


def _write_parquet(table: str, rows: pl.DataFrame, target: Path) -> None:
    if table not in _PICTURES:
        a_group = _HOUSES_A_GROUP if table == "houses" else None
        rows.write_parquet(target, compression="zstd", statistics=True, row_group_size=a_group)
        return
    # One row group an episode, uncompressed (pictures are compressed already): an episode's frames are one read. The
    # rows are in order, so an episode is a slice of them, and only one at a time is turned into Arrow's form.
    schema = rows.clear().to_arrow(compat_level=pl.CompatLevel.oldest()).schema
    start = 0
    with pq.ParquetWriter(target, schema, compression="NONE", use_dictionary=False) as writer:
        for height in rows["episode_id"].rle().struct.field("len"):
            episode = rows.slice(start, height)
            writer.write_table(episode.to_arrow(compat_level=pl.CompatLevel.oldest()), row_group_size=height)
            start += height
