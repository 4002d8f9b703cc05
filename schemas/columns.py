"""Columns that several tables share. Closed sets are strings with a check: Delta has no enum type."""

from collections.abc import Iterable
from typing import Any, TypeVar

import dataframely as dy
import polars as pl

C = TypeVar("C", bound=dy.Column)
_ADDED = "added"


def one_of(values: Iterable[str], *, nullable: bool = False, primary_key: bool = False) -> dy.String:
    """A string column that holds one of `values`."""
    allowed = list(values)
    check = {"known_value": lambda column: column.is_in(allowed)}
    return dy.String(nullable=nullable, primary_key=primary_key, check=check)


def added(column: C, default: Any = None) -> C:
    """A column that lakes of an earlier release lack: their rows read as `default`, or null, and keep their digest.

    Without it a new column must be nullable, and then changes the digest of every run that was made before.

    Args:
        column: The column, as a contract declares it.
        default: A value, or an expression of columns that were there before.
    """
    column.metadata = {**(column.metadata or {}), _ADDED: default}
    return column


def added_columns(schema: type[dy.Schema]) -> dict[str, pl.Expr]:
    """The columns that came later, each with what rows of an earlier time read as."""
    return {
        name: pl.lit(default) if not isinstance(default := column.metadata[_ADDED], pl.Expr) else default
        for name, column in schema.columns().items()
        if column.metadata is not None and _ADDED in column.metadata
    }
