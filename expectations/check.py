"""What a check is: a named Boolean column over the rows of one table, and the sentence that is true where it holds.

Nothing here knows Great Expectations, so that a check can be read and tested as plain Polars.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal

import polars as pl

from schemas.settings import Recipe
from schemas.tables import TABLES

EPISODE = ("split", "episode_id")
FRAME = (*EPISODE, "t")
QUESTION = (*EPISODE, "question_id")


@dataclass(frozen=True, slots=True)
class Generation:
    """The tables of one generation, as read from the lake: columns as in `schemas/tables`."""

    tables: Mapping[str, pl.DataFrame]
    recipe: Recipe

    def __getitem__(self, table: str) -> pl.DataFrame:
        if table not in self.tables:
            raise LookupError(f"no table `{table}` was handed over")
        return self.tables[table]

    def with_episode(self, table: str, *columns: str) -> pl.DataFrame:
        """The table with columns of each row's episode beside its own; null where the episode is missing."""
        episodes = self["episodes"].select(*EPISODE, *columns).unique(EPISODE, keep="first", maintain_order=True)
        return self[table].join(episodes, on=EPISODE, how="left", maintain_order="left")


Kind = Literal["holds", "target_invisible_at_spawn", "no_target_mention", "evidence_count"]
"""Which Great Expectations class speaks for a check in the Data Docs (custom.py)."""


@dataclass(frozen=True, slots=True)
class Check:
    name: str
    says: str
    """What is true of a row that passes, as a whole sentence."""
    holds: Callable[[Generation], pl.Series]
    """One value a row of the suite's rows, in their order; null counts as failed."""
    kind: Kind = "holds"
    parameters: Mapping[str, int] = field(default_factory=dict)
    """What the expectation class needs to know for its text."""
    excused: bool = False
    """The recipe is allowed to break it (SPEC section 7): the finding is recorded and rejects nothing."""


@dataclass(frozen=True, slots=True)
class Suite:
    """The checks of one table, or of a summary of one: the groups that a balance speaks of."""

    table: str
    checks: tuple[Check, ...]
    least_rows: int = 1
    rows: Callable[[Generation], pl.DataFrame] | None = None
    """None: the table's own rows."""
    key: tuple[str, ...] = ()
    """Columns that name a row; empty: the table's own key, without run and split."""

    def rows_of(self, generation: Generation) -> pl.DataFrame:
        return generation[self.table] if self.rows is None else self.rows(generation)

    @property
    def key_columns(self) -> tuple[str, ...]:
        if self.key:
            return self.key
        return tuple(name for name in TABLES[self.table].primary_key() if name not in {"run_id", "split"})


def found(rows: pl.DataFrame, others: pl.DataFrame, on: tuple[str, ...]) -> pl.Series:
    """Whether each row's key stands among the others, in the order of the rows."""
    known = others.select(on).unique().with_columns(is_found=True)
    joined = rows.select(on).join(known, on=on, how="left", maintain_order="left")
    return joined["is_found"].fill_null(False)


def key_is_unique(table: str) -> Check:
    """A contract sees one shard at a time; only here are all rows together, and those of one run."""
    key = [name for name in TABLES[table].primary_key() if name != "run_id"]
    return Check(
        "key_is_unique",
        f"No other row has the same {', '.join(key)}.",
        lambda generation: generation[table].select(pl.struct(key).is_unique()).to_series(),
    )
