"""How far a mean may be off when its cases come in clusters: the error that all intervals and tests here rest on.

Houses nest episodes and episodes nest questions, so the house is the unit that varies, and the episode is looked at
beside it (SPEC section 5). The error is Bell and McCaffrey's CR2, each cluster's residual divided by the root of one
minus its share of all cases, with their degrees of freedom. With clusters of one size both are what statsmodels gives:
the correction G/(G-1) and G-1 degrees of freedom. Houses here are of very unequal sizes, and there CR2 keeps the
promised coverage where G/(G-1) loses a point or two (tests/tasks/analysis/test_coverage.py).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from tasks.analysis import student

Floats: TypeAlias = npt.NDArray[np.float64]
Integers: TypeAlias = npt.NDArray[np.int64]
Numbers: TypeAlias = npt.NDArray[np.int64] | npt.NDArray[np.float64]

LEVEL = 0.05
"""What all two-sided intervals and tests leave: 95 % intervals."""

_NO_SPREAD = 1e-18
"""Squares of rounding errors, not of differences."""


@dataclass(frozen=True, slots=True)
class Spread:
    """Means of cells, each over clusters of its own, and how far they may be off; one value a cell."""

    n: Floats
    """What stands below the line: cases, or whatever else the clusters are sized in."""
    mean: Floats
    clusters: Integers
    """Those that hold any case."""
    error: Floats
    """Standard error of `mean`; 0 where clusters show no spread, which is no certainty."""
    df: Floats
    """Degrees of freedom of `error`, at most `clusters` - 1; 1 where there is a single cluster."""

    @property
    def shows_none(self) -> npt.NDArray[np.bool_]:
        """Cells whose clusters all have the same mean, or that have a single cluster: `error` says nothing there."""
        return np.asarray(self.error == 0.0)


def spread(top: Numbers, total: Numbers, starts: Integers) -> Spread:
    """The spread of sum(top) / sum(total) in each cell.

    Args:
        top: a sum a cluster: right answers, or paired differences.
        total: cases a cluster, 0 or more.
        starts: where each cell's clusters begin; they stand in a row, and each cell has some.

    Returns:
        NaN means where a cell holds no case. Whole numbers are added up exactly, so that "no spread" is exact.
    """
    sizes = np.diff(np.append(starts, len(top)))
    n, tops = np.add.reduceat(total, starts), np.add.reduceat(top, starts)
    clusters = np.add.reduceat((total > 0).astype(np.int64), starts)
    # n times a cluster's residual: whole where the sums are.
    residual = np.repeat(n, sizes) * top - np.repeat(tops, sizes) * total
    below = np.maximum(n, _NO_SPREAD).astype(np.float64)
    share = total / np.repeat(below, sizes)
    rest = np.where(share < 1.0, 1.0 - share, 1.0)
    squared = np.add.reduceat((residual / np.repeat(below, sizes)) ** 2 / rest, starts)
    error = np.where((clusters > 1) & (squared > _NO_SPREAD * below), np.sqrt(squared) / below, 0.0)
    mean = np.where(n > 0, tops / below, np.nan)
    return Spread(n.astype(np.float64), mean, clusters, error, _degrees(share, rest, clusters, starts))


def of_one(top: Sequence[float], total: Sequence[float]) -> Spread:
    """The spread of a single cell, from one sum and one size a cluster; there must be a cluster."""
    return spread(np.asarray(top), np.asarray(total), np.zeros(1, np.int64))


def _degrees(share: Floats, rest: Floats, clusters: Integers, starts: Integers) -> Floats:
    """Satterthwaite's degrees of freedom of a CR2 error of a mean, for cases that are independent at bottom."""
    leverage = share * share / rest
    summed = np.add.reduceat(leverage, starts)
    several = np.add.reduceat(share * share, starts) + summed * summed - np.add.reduceat(leverage * leverage, starts)
    return np.where(clusters > 1, 1.0 / np.maximum(several, _NO_SPREAD), 1.0)


def reach(df: Floats, level: float = LEVEL) -> Floats:
    """How many errors an interval reaches to either side, leaving `level` outside; one value a cell."""
    values, place = np.unique(df, return_inverse=True)
    return np.asarray(student.quantile(1.0 - level / 2.0, values)[place], np.float64)
