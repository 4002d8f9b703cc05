"""A sheet: one table of an evaluation, as exact figures and as finished text."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import polars as pl

from schemas.tables import TABLES, empty
from schemas.values import FAMILIES, STRATA
from tasks.rungs.rungs import RUNGS

ALL = "all"
NOTHING = "–"


@dataclass(frozen=True, slots=True)
class Sheet:
    name: str
    """Of its file."""
    title: str
    note: str
    """What a reader must know of its figures: denominators, intervals."""
    figures: pl.DataFrame
    """A row a figure, with its n and interval; shares from 0 to 1."""
    printed: pl.DataFrame
    """The same as text, laid out for a page."""


@dataclass(frozen=True, slots=True)
class Figures:
    """The stored tables that sheets are made from; one that an evaluation lacks is empty."""

    tables: Mapping[str, pl.DataFrame]
    audits: pl.DataFrame = field(default_factory=lambda: empty("audits"))
    """Of the evaluation or its generation; without them the screening is not known."""

    @classmethod
    def of(cls, tables: Mapping[str, pl.DataFrame], audits: pl.DataFrame | None = None) -> "Figures":
        return cls(tables, empty("audits") if audits is None else audits)

    def table(self, name: str) -> pl.DataFrame:
        """The table's rows without run and split, rungs, families and strata in the order in which they are printed."""
        rows = self.tables.get(name)
        if rows is None:
            rows = empty(name) if name in TABLES else pl.DataFrame()
        return in_order(rows.drop("run_id", "split", strict=False))


def in_order(rows: pl.DataFrame) -> pl.DataFrame:
    """Answerers by name, then rungs, families and strata as reports have them, sums last."""
    orders = {"rung": list(RUNGS), "against": ["chance", *RUNGS], "family": [*FAMILIES, ALL], "stratum": [*STRATA, ALL]}
    ranks = [
        pl.col(name).replace_strict(
            orders[name], range(len(orders[name])), default=len(orders[name]), return_dtype=pl.Int64
        )
        for name in orders
        if name in rows.columns
    ]
    by = [pl.col("answerer"), *ranks] if "answerer" in rows.columns else ranks
    return rows.sort(by, maintain_order=True) if by else rows


def percent(name: str) -> pl.Expr:
    """A share as percent with one decimal."""
    return _decimals(100 * pl.col(name), 1)


def points(name: str) -> pl.Expr:
    """A difference of shares in points, with its sign."""
    shown = pl.format("{}{}", pl.when(pl.col(name) > 0).then(pl.lit("+")).otherwise(pl.lit("")), percent(name))
    return pl.when(pl.col(name).is_null()).then(pl.lit(NOTHING)).otherwise(shown.str.replace("-", "−", literal=True))


def with_interval(shown: pl.Expr, low: str, high: str) -> pl.Expr:
    """A figure with its 95 % interval in brackets, in percent or points."""
    ends = pl.format(" [{}, {}]", _decimals(100 * pl.col(low), 1), _decimals(100 * pl.col(high), 1))
    return pl.format("{}{}", shown, pl.when(pl.col(low).is_null()).then(pl.lit("")).otherwise(ends)).str.replace_all(
        "-", "−", literal=True
    )


def number(name: str, decimals: int = 2) -> pl.Expr:
    return _decimals(pl.col(name), decimals)


def p_value(value: pl.Expr) -> pl.Expr:
    shown = pl.when(value < 0.001).then(pl.lit("< 0.001")).otherwise(_decimals(value, 3))
    return pl.when(value.is_null()).then(pl.lit(NOTHING)).otherwise(shown)


def whole(name: str) -> pl.Expr:
    return pl.col(name).cast(pl.String).fill_null(NOTHING)


def laid_out(rows: pl.DataFrame, down: Sequence[str], across: str, cell: str, heads: Iterable[str]) -> pl.DataFrame:
    """Rows of text: a line for each of `down`, a column for each of `heads` that `across` holds."""
    there = set(rows[across].unique())
    columns = [head for head in heads if head in there]
    if rows.is_empty():
        return pl.DataFrame(schema=dict.fromkeys(down, pl.String))
    wide = rows.pivot(across, index=list(down), values=cell, maintain_order=True)
    return wide.select(*down, *[pl.col(name).fill_null(NOTHING) for name in columns])


def _decimals(value: pl.Expr, decimals: int) -> pl.Expr:
    """Always as many decimals, `–` for null; a rounded -0 is 0."""
    rounded = value.round(decimals) + 0.0
    shown = pl.format("{}", rounded) if decimals == 0 else _padded(rounded, decimals)
    return pl.when(value.is_null()).then(pl.lit(NOTHING)).otherwise(shown)


def _padded(rounded: pl.Expr, decimals: int) -> pl.Expr:
    scaled = (rounded.abs() * 10**decimals).round().cast(pl.Int64, strict=False)
    parts = (scaled // 10**decimals).cast(pl.String), (scaled % 10**decimals).cast(pl.String).str.zfill(decimals)
    sign = pl.when(rounded < 0).then(pl.lit("-")).otherwise(pl.lit(""))
    return pl.format("{}{}.{}", sign, *parts)
