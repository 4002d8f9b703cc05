"""Intervals of ratios by drawing houses again: accuracy among parsed answers, SPL (SPEC section 5).

What stands below such a line varies with the houses too, or what stands above it is no count. Whole houses are drawn
with replacement, as often as there are, and the middle 95 % of the ratios is the interval. It is widened as Hesterberg
(2015) proposes: the tails that are cut off are those that a normal interval as wide as the t interval would leave. The
draws are the same for all cells of a table, and the same on every machine.

Draws never leave the range of what the houses themselves hold, and no tail widens that: of two houses such intervals
hold the truth in three of four cases, of eight in 93 of 100. So fewer than `FEW` houses get the interval of a share,
whose error (CR2) is that of a ratio too (tests/tasks/analysis/test_coverage.py).
"""

from functools import lru_cache

import numpy as np

from schemas.seeds import generator
from tasks.analysis import student
from tasks.analysis.clusters import Floats, Numbers, Spread, reach, spread
from tasks.analysis.intervals import Bounds, share_bounds

DRAWS = 2000
FEW = 10
"""Houses from which on draws hold the truth as often as they promise."""
_LITTLE = 1e-12


def bootstrap_bounds(top: Numbers, total: Numbers, seed: int = 0) -> Bounds:
    """The intervals of sum(top) / sum(total), each between 0 and 1.

    Args:
        top: shape (cells, houses).
        total: the same shape; a house that a cell does not have holds 0.
        seed: of the draws.

    Returns:
        NaN where a cell has nothing below the line. Where a cell's houses are few, or show no spread, the interval that
        any share has.
    """
    cells, houses = top.shape
    around = spread(top.ravel(), total.ravel(), np.arange(cells) * houses)
    undrawn, share = around.shows_none | (around.clusters < FEW), share_bounds(around)
    draws = _draws(seed, houses)
    below = total.astype(np.float64) @ draws
    above = top.astype(np.float64) @ draws
    ratios = np.where(below > 0, above / np.maximum(below, _LITTLE), np.nan)
    tails = _tails(around)
    ordered = np.sort(ratios, axis=1)
    low, high = _quantiles(ordered, tails), _quantiles(ordered, 1.0 - tails)
    return Bounds(np.where(undrawn, share.low, low), np.where(undrawn, share.high, high))


@lru_cache(maxsize=8)  # strata and their sum have houses of their own
def _draws(seed: int, houses: int) -> Floats:
    """How often each draw holds each house, shape (houses, draws)."""
    shares = np.full(houses, 1.0 / houses)
    drawn = generator(seed, "bootstrap", houses).multinomial(houses, shares, size=DRAWS)
    return np.ascontiguousarray(drawn.T, np.float64)


def _quantiles(ordered: Floats, shares: Floats) -> Floats:
    """One quantile a row of sorted draws, between its two nearest; NaN draws, which come last, are left out."""
    there = np.sum(~np.isnan(ordered), axis=1)
    place = shares * np.maximum(there - 1, 0)
    before, row = np.floor(place).astype(np.int64), np.arange(len(ordered))
    after = np.minimum(before + 1, np.maximum(there - 1, 0))
    start, end = ordered[row, before], ordered[row, after]
    return np.asarray(start + (end - start) * (place - before), np.float64)


def _tails(around: Spread) -> Floats:
    """What is cut off on either side, so that a normal interval would be as wide as the t interval."""
    few = np.maximum(around.clusters, 2)
    return student.normal_above(reach(around.df) * np.sqrt(few / (few - 1)))
