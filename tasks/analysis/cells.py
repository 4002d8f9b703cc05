"""Sums by family and stratum, with `all` for either, and the clusters within each: what every table here starts from."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

import numpy as np
import polars as pl

from schemas.values import FAMILIES, STRATA
from tasks.analysis.clusters import Floats, Integers, Numbers, Spread, spread

ALL = "all"
NOT_WITHIN_STRATA = ("Rooms-visited",)
"""Families whose gold is the stratum itself, so that a figure within one says nothing (SPEC section 3, rule 6)."""

_CLUSTER = "_cluster"
_MOST_KEYS = 1 << 64
FAMILY = "family"


@dataclass(frozen=True, slots=True)
class Cells:
    """The cells that hold any row, in the order of their keys, family by family and `all` last."""

    keys: pl.DataFrame
    """A row a cell: what it was told apart by."""
    clusters: int
    """A cell has a place for each cluster of the whole; one that it lacks counts 0 rows there."""
    sums_by_cluster: dict[str, Numbers]
    """Of shape (cells, clusters): `n` rows, and the sums."""

    def column(self, name: str) -> Numbers:
        """Of shape (cells, clusters)."""
        return self.sums_by_cluster[name]

    def sums(self, name: str) -> Numbers:
        """One sum a cell."""
        return np.asarray(self.column(name).sum(axis=1))

    def spread(self, top: str, total: str = "n", unit: int = 1) -> Spread:
        """Of sum(top) / sum(total) in each cell, where `top` is counted in parts of which `unit` make a whole."""
        around = spread(self.column(top).ravel(), self.column(total).ravel(), self._starts())
        return replace(around, mean=around.mean / unit, error=around.error / unit)

    def _starts(self) -> Integers:
        return np.arange(self.keys.height, dtype=np.int64) * self.clusters


def coded(rows: pl.DataFrame) -> pl.DataFrame:
    """The rows with each text as a number into the column's own texts, in their order: a tenth of the time to group."""
    texts = [name for name, dtype in rows.schema.items() if dtype == pl.String]
    return rows.with_columns(pl.col(name).cast(pl.Enum(rows[name].unique().sort().drop_nulls())) for name in texts)


def keyed(frames: Sequence[pl.DataFrame], names: Sequence[str], key: str) -> list[pl.DataFrame]:
    """The frames with one number in place of several texts that name a row, the same number for the same texts.

    Frames are joined on one number in half the time that six texts take.
    """
    kinds = {name: pl.Enum(pl.concat([rows[name].unique() for rows in frames]).unique().sort()) for name in names}
    if math.prod(max(1, len(kind.categories)) for kind in kinds.values()) >= _MOST_KEYS:
        number = pl.concat_str(names, separator="\0")
    else:
        number = pl.lit(0, pl.UInt64)
        for name, kind in kinds.items():
            number = number * len(kind.categories) + pl.col(name).cast(kind).to_physical().cast(pl.UInt64)
    return [rows.with_columns(number.alias(key)) for rows in frames]


def plain(rows: pl.DataFrame) -> pl.DataFrame:
    """The rows with texts as texts again."""
    return rows.with_columns(pl.col(pl.Enum).cast(pl.String)) if rows.width else rows


def groups(rows: pl.DataFrame, by: Sequence[str]) -> Iterator[tuple[list[pl.Expr], pl.DataFrame]]:
    """The rows of each group, in order of their keys, with these as columns for a table about the group."""
    parts = rows.partition_by(by, as_dict=True, include_key=False)
    for key in sorted(parts):
        yield [pl.lit(value, pl.String).alias(name) for name, value in zip(by, key, strict=True)], parts[key]


def cells(
    rows: pl.DataFrame,
    by: Sequence[str],
    sums: Sequence[str],
    cluster: str = "house_id",
    *,
    across: str = "stratum",
    values: Sequence[str] = STRATA,
) -> Cells:
    """Each row counted in its own family and stratum and in their sums.

    All cells are held at once, each with a place for every cluster: where there are many groups and houses, ask for
    one of the `groups` at a time.

    Args:
        rows: at least one, with the columns `by`, `family`, `across`, the cluster and those to be summed, which are
            whole numbers, Booleans or floats.
        by: what cells are told apart by besides the family and `across`.
        sums: columns to add up.
        cluster: `house_id`, or `episode_id`, which is looked at beside it.
        across: what else they are told apart by, with `all` for the sum.
        values: what that column may hold.
    """
    houses = _numbered(_physical(rows[cluster]))
    width = int(houses.max()) + 1
    if not by:
        return Cells(*_cells(rows, houses, sums, width, across, values))
    placed = rows.with_columns(pl.Series(_CLUSTER, houses))
    parts = [
        (key, _cells(mine, mine[_CLUSTER].to_numpy(), sums, width, across, values)) for key, mine in groups(placed, by)
    ]
    keys = pl.concat(there.select(*key, pl.all()) for key, (there, _, _) in parts)
    counted = [mine for _, (_, _, mine) in parts]
    return Cells(keys, width, {name: np.concatenate([mine[name] for mine in counted]) for name in ("n", *sums)})


def _cells(
    rows: pl.DataFrame, houses: Integers, sums: Sequence[str], width: int, across: str, values: Sequence[str]
) -> tuple[pl.DataFrame, int, dict[str, Numbers]]:
    family, other = _codes(rows[FAMILY], FAMILIES), _codes(rows[across], values)
    place = (family * len(values) + other) * width + houses
    shape = len(FAMILIES), len(values), width
    counted = {"n": _with_sums(np.bincount(place, minlength=int(np.prod(shape))).reshape(shape))}
    for name in sums:
        column = rows[name]
        added = np.bincount(place, column.cast(pl.Float64).to_numpy(), int(np.prod(shape))).reshape(shape)
        # Doubles hold whole numbers of this size exactly.
        counted[name] = _with_sums(added if column.dtype.is_float() else added.astype(np.int64))
    there = counted["n"].any(axis=2)
    names = product((*FAMILIES, ALL), (*values, ALL))
    keys = [key for key, is_there in zip(names, there.ravel().tolist(), strict=True) if is_there]
    return (
        pl.DataFrame(keys, schema={FAMILY: pl.String, across: pl.String}, orient="row"),
        width,
        {name: array.reshape(-1, width) if there.all() else array[there] for name, array in counted.items()},
    )


def _physical(column: pl.Series) -> Integers:
    """Numbers that tell the texts of a column apart; `coded` texts have them already."""
    coded = column if isinstance(column.dtype, pl.Enum) else column.cast(pl.Categorical)
    return coded.to_physical().to_numpy().astype(np.int64)


def _numbered(codes: Integers) -> Integers:
    """The same apart, from 0 without a gap."""
    there = np.bincount(codes) > 0
    return np.asarray((np.cumsum(there) - 1)[codes], np.int64)


def _codes(column: pl.Series, values: Sequence[str]) -> Integers:
    """Each text's place among the values that it may be."""
    if not isinstance(column.dtype, pl.Enum):
        return _physical(column.cast(pl.Enum(list(values))))
    place = {value: number for number, value in enumerate(values)}
    own = np.array([place.get(text, -1) for text in column.dtype.categories.to_list()], np.int64)
    found = own[_physical(column)]
    if len(found) and found.min() < 0:
        raise ValueError(f"`{column.name}` holds something else than {', '.join(values)}")
    return found


def _with_sums(array: Integers | Floats) -> Numbers:
    """Of shape (families + 1, values + 1, clusters): the sum over all comes last along either axis."""
    wider = np.concatenate([array, array.sum(axis=0, keepdims=True)], axis=0)
    return np.concatenate([wider, wider.sum(axis=1, keepdims=True)], axis=1)
