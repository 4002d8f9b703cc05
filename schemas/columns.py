"""Columns that several tables share, and what their names mean. Closed sets are strings with a check: Delta has no enum."""

from collections.abc import Iterable
from typing import Any, TypeVar

import dataframely as dy
import polars as pl

C = TypeVar("C", bound=dy.Column)
_ADDED = "added"
MEANINGS = {
    "run_id": "The run that the row belongs to.",
    "split": "train, validation or test.",
    "episode_id": "The episode, `ep_` and five digits, by itself within run and split.",
    "question_id": "The question, the episode's id with `_q` and a number.",
    "house_id": "The house, `house-` and 12 hex digits of its layout.",
    "rung": "Name of a rung or control (docs/controls.md).",
    "answerer": "Who answers, with all that decides its words.",
    "family": "One of the eight families; in tables of metrics also `all`.",
    "stratum": "S1 to S4, rooms on the reference route; in tables of metrics also `all`.",
    "t": "Index of the frame in its walk; 0 is the spawn.",
    "n_houses": "Houses that the figure rests on.",
    "high": "Upper end of the 95 % interval.",
    "n": "What was counted.",
    "final_area": "Target's share of the last picture, 0 to 1.",
    "correct": "Right answers.",
    "accuracy": "Right over designated, 0 to 1.",
    "text": "The question's text.",
}
"""What a name means in every table that has it, where its contract says no more under the column."""


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
