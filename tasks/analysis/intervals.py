"""95 % intervals of shares and of paired differences, clustered by house or by episode (SPEC section 5).

A share gets Wilson's interval, at the number of independent cases that its clustered error amounts to (an error e of a
share p amounts to p(1-p)/e² cases), with a t quantile in place of the normal one. So it never leaves 0 to 1, keeps its
promise near both ends, and passes over into Wilson's interval over the number of *clusters* where these show no spread
at all, as at 0 % and 100 %: there an error would be zero and would claim certainty. A difference gets the t interval.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tasks.analysis import student
from tasks.analysis.clusters import LEVEL, Floats, Spread, of_one, reach

_NORMAL = student.normal_quantile(1.0 - LEVEL / 2.0)
_FEWEST = 1e-6
"""Cases below which a share is unknown altogether."""


@dataclass(frozen=True, slots=True)
class Interval:
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Bounds:
    """The intervals of many cells; NaN where a cell holds no case."""

    low: Floats
    high: Floats


def wilson(share: float, n: int) -> Interval:
    """Wilson's interval of a share, 0 to 1, seen in n independent cases; n may count houses rather than questions."""
    bounds = _wilson(np.asarray([share]), np.asarray([float(n)]), np.asarray([_NORMAL]))
    return Interval(float(bounds.low[0]), float(bounds.high[0]))


def share_bounds(spread: Spread) -> Bounds:
    """Intervals of shares, each 0 to 1."""
    likely = np.clip(spread.mean, 0.0, 1.0)
    inside = ~spread.shows_none & (likely > 0.0) & (likely < 1.0)
    error = np.where(inside, spread.error, 1.0)
    cases = np.where(inside, likely * (1.0 - likely) / (error * error), spread.clusters.astype(np.float64))
    return _wilson(likely, cases, np.where(inside, reach(spread.df), _NORMAL))


def difference_bounds(spread: Spread) -> Bounds:
    """Intervals of differences of shares, each -1 to 1.

    Where clusters show no spread, the difference d is read as the share (1 + d) / 2 seen in as many cases as there are
    clusters, and Wilson's interval of that is stretched back to -1 to 1.
    """
    half = reach(spread.df) * spread.error
    normal = np.full(len(half), _NORMAL)
    flat = _wilson(np.clip((1.0 + spread.mean) / 2.0, 0.0, 1.0), spread.clusters.astype(np.float64), normal)
    return Bounds(
        np.where(spread.shows_none, 2.0 * flat.low - 1.0, np.maximum(-1.0, spread.mean - half)),
        np.where(spread.shows_none, 2.0 * flat.high - 1.0, np.minimum(1.0, spread.mean + half)),
    )


def clustered(right: Sequence[float], total: Sequence[int]) -> Interval | None:
    """The interval of sum(right) / sum(total), from one count of each a house; None where there is no question."""
    return _first(share_bounds(of_one(right, total))) if sum(total) else None


def paired(gain: Sequence[float], total: Sequence[int]) -> Interval | None:
    """The interval of sum(gain) / sum(total), from one sum a house of paired differences, each from -1 to 1.

    Args:
        gain: sum a house of what one answerer scored more than the other on the same questions.
        total: questions a house.

    Returns:
        None where there is no question.
    """
    return _first(difference_bounds(of_one(gain, total))) if sum(total) else None


def _first(bounds: Bounds) -> Interval:
    return Interval(float(bounds.low[0]), float(bounds.high[0]))


def _wilson(share: Floats, cases: Floats, z: Floats) -> Bounds:
    n = np.maximum(cases, _FEWEST)
    squared = z * z / n
    middle = (share + squared / 2.0) / (1.0 + squared)
    half = np.sqrt(squared * share * (1.0 - share) + squared * squared / 4.0) / (1.0 + squared)
    # At 0 and 1 the bound is exact, and rounding must not move it.
    return Bounds(
        np.where(share == 0.0, 0.0, np.maximum(0.0, middle - half)),
        np.where(share == 1.0, 1.0, np.minimum(1.0, middle + half)),
    )
