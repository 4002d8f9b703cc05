"""Columns that several tables share. Closed sets are strings with a check: Delta has no enum type."""

from collections.abc import Iterable

import dataframely as dy


def one_of(values: Iterable[str], *, nullable: bool = False, primary_key: bool = False) -> dy.String:
    """A string column that holds one of `values`."""
    allowed = list(values)
    check = {"known_value": lambda column: column.is_in(allowed)}
    return dy.String(nullable=nullable, primary_key=primary_key, check=check)
