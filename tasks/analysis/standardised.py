"""Strata with the families' shares held fixed, so that a slope over them is no change of questions (A, section 5.3).

Strata differ in which families they ask. Here each family counts in every stratum with the share that it has in the
whole run: its own accuracy in the stratum times that share. Only families that all strata have can be held fixed, and
Rooms-visited cannot, for its gold is the stratum.
"""

from itertools import product

import numpy as np
import polars as pl

from schemas.tables import empty
from schemas.values import FAMILIES
from tasks.analysis.cells import ALL, NOT_WITHIN_STRATA, Cells, cells, groups
from tasks.analysis.clusters import spread
from tasks.analysis.intervals import share_bounds
from tasks.analysis.rates import RUN, TWELFTHS, floats, with_twelfths


def standardised(asked: pl.DataFrame) -> pl.DataFrame:
    """The table `standardised_metrics`: a row a rung, answerer and stratum, with `all` for the sum.

    Args:
        asked: what became of each designated question (`answers.fates`).

    Returns:
        No rows for a rung and answerer whose strata share no family.
    """
    columns = empty("standardised_metrics").columns
    tables = (_of_rung(key, rows) for key, rows in groups(with_twelfths(asked), RUN))
    return pl.concat([empty("standardised_metrics"), *(table.select(columns) for table in tables if table is not None)])


def _of_rung(key: list[pl.Expr], rows: pl.DataFrame) -> pl.DataFrame | None:
    by_house = cells(rows, [], ["correct", "twelfths"])
    place = {pair: number for number, pair in enumerate(by_house.keys.iter_rows())}
    strata = [stratum for family, stratum in place if family == ALL]
    families = [family for family in FAMILIES if all((family, stratum) in place for stratum in strata)]
    families = [family for family in families if family not in NOT_WITHIN_STRATA]
    if not families:
        return None
    chosen = np.array([place[family, stratum] for stratum, family in product(strata, families)])
    return _held_fixed(by_house, chosen.reshape(len(strata), len(families))).with_columns(
        *key, stratum=pl.Series(strata), families=pl.lit(sorted(families), pl.List(pl.String))
    )


def _held_fixed(by_house: Cells, chosen: np.ndarray) -> pl.DataFrame:
    """A row a stratum, the whole last. `chosen` has the cell of each stratum (rows) and family (columns)."""
    n, right = by_house.column("n")[chosen], by_house.column("correct")[chosen]
    n_cell, right_cell = n.sum(axis=2), right.sum(axis=2)
    share = n_cell[-1] / n_cell[-1].sum()
    # What a question of the family weighs in its stratum, so that all questions together weigh one.
    weight = share / n_cell
    size = np.einsum("sf,sfh->sh", weight, n)
    deviation = np.einsum("sf,sfh->sh", weight, right - (right_cell / n_cell)[:, :, None] * n)
    accuracy = (weight * right_cell).sum(axis=1)
    starts = np.arange(len(chosen), dtype=np.int64) * by_house.clusters
    # Each house deviates from its own families' rates; around the mean those deviations spread.
    around = spread((deviation + accuracy[:, None] * size).ravel(), size.ravel(), starts)
    bounds = share_bounds(around)
    return pl.DataFrame(
        {
            "n": pl.Series(n_cell.sum(axis=1), dtype=pl.Int32),
            "n_houses": pl.Series(around.clusters, dtype=pl.Int32),
            "correct": pl.Series(right_cell.sum(axis=1), dtype=pl.Int32),
            "accuracy": floats(accuracy),
            "low": floats(bounds.low),
            "high": floats(bounds.high),
            "chance": floats((weight * by_house.sums("twelfths")[chosen]).sum(axis=1) / TWELFTHS),
        }
    )
