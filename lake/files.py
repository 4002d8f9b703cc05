"""Parquet files of a lake, opened where they lie: on a disk by their path, in a bucket by ranges.

A file that an earlier release wrote lacks the columns that its table has gained since. They read as nulls, or as the
default that the contract declares (`schemas.columns.added`).
"""

from collections.abc import Mapping, Sequence
from typing import Any

import polars as pl

from lake.disk import is_no_room
from lake.store import Lake
from schemas.errors import LakeError


def scan(
    lake: Lake, keys: Sequence[str], schema: Mapping[str, pl.DataType], defaults: Mapping[str, pl.Expr]
) -> pl.LazyFrame:
    """The rows of the files with the columns of `schema`; nothing is opened yet.

    Args:
        lake: Where the files lie.
        keys: At least one.
        schema: All columns of the files, in order.
        defaults: What a column holds in files that lack it, where that is not null.
    """
    rows = _scan(lake, keys, schema=dict(schema), missing_columns="insert")
    filled = [
        pl.coalesce(pl.col(name), value).cast(schema[name]).alias(name)
        for name, value in defaults.items()
        if name in schema
    ]
    return rows.with_columns(filled) if filled else rows


def read(lake: Lake, key: str, schema: Mapping[str, pl.DataType], defaults: Mapping[str, pl.Expr]) -> pl.DataFrame:
    """A file's rows, as `scan` gives them. Raises LakeError, naming the file, where it is gone or damaged."""
    try:
        return scan(lake, [key], schema, defaults).collect()
    except (OSError, pl.exceptions.PolarsError) as error:
        reason = "is not there" if lake.size(key) is None else f"can't be read ({str(error).partition(chr(10))[0]})"
        raise LakeError(f"lake `{lake.root}`: file `{key}` {reason}. {WAY_OUT}") from error


WAY_OUT = "Bring it back from a copy, or take its run out with `ladder rm` and make it again, which gives the same."


def damage(error: BaseException) -> LakeError | None:
    """What an error says of a lake that was being read lazily, or None where it says something else.

    The rows of a scan are read where they are used, far from here; the front door asks this of what came up.
    """
    said = str(error).partition("\n")[0]
    is_damage = isinstance(error, pl.exceptions.PolarsError) and said.startswith("parquet:") and not is_no_room(error)
    is_loss = isinstance(error, FileNotFoundError) and ".parquet" in said
    if not is_damage and not is_loss:
        return None
    return LakeError(f"a file of the lake can't be read ({said}); `ladder digest RUN` names it. {WAY_OUT}")


def columns_of(lake: Lake, key: str) -> dict[str, pl.DataType]:
    """Column names and types that the file itself holds, in order; of its content only the end is read.

    Raises OSError or PolarsError where it can't be read as Parquet.
    """
    return dict(_scan(lake, [key]).collect_schema())


def _scan(lake: Lake, keys: Sequence[str], **more: Any) -> pl.LazyFrame:
    # A path with `[` or `*` would be taken for a pattern, and one with `=` for a partition.
    reading: dict[str, Any] = {"glob": False, "hive_partitioning": False, **more}
    if not lake.is_local:
        # Polars' own search for keys would import boto3; without it, it reads the environment as we do.
        reading |= {"storage_options": lake.options, "credential_provider": None}
    return pl.scan_parquet([lake.url(key) for key in keys], **reading)
