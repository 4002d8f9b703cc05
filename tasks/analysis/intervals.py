"""95 % intervals of a share of right answers, where houses nest episodes and episodes nest questions (SPEC section 5).

Questions of one house resemble each other, so the house is the unit that varies: a cluster-robust error of the mean
with the correction G/(G-1) and a t distribution of G-1 degrees of freedom (G houses), as statsmodels computes it. Where
houses show no spread at all, as at 0 % and 100 %, that error is zero and would claim certainty; there Wilson's interval
takes its place.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from scipy import stats

_TAIL = 0.975
_NO_SPREAD = 1e-18
"""Squares of rounding errors, not of differences."""


@dataclass(frozen=True, slots=True)
class Interval:
    low: float
    high: float


def wilson(share: float, n: int) -> Interval:
    """Wilson's interval of a share, 0 to 1, seen in n independent cases; n may count houses rather than questions."""
    z = float(stats.norm.ppf(_TAIL))
    middle = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    # At 0 and 1 the bound is exact, and rounding must not move it.
    return Interval(0.0 if share == 0 else max(0.0, middle - half), 1.0 if share == 1 else min(1.0, middle + half))


def clustered(right: Sequence[int], total: Sequence[int]) -> Interval | None:
    """The interval of sum(right) / sum(total), from one count of each a house.

    Args:
        right: right answers a house.
        total: questions a house, missing answers among them.

    Returns:
        None where there is no question. Where houses show no spread (all at the same share, or a single house),
        Wilson's interval with the number of *houses* as n: the cautious reading, for questions of a house may repeat
        each other.
    """
    n, k = sum(total), sum(right)
    if n == 0:
        return None
    houses = sum(1 for size in total if size)
    # Residual sums a house, times n: whole numbers, so that "no spread" is exact.
    spread = sum((n * hits - k * size) ** 2 for hits, size in zip(right, total, strict=True))
    if spread == 0:
        return wilson(k / n, houses)
    error = math.sqrt(spread * houses / (houses - 1)) / (n * n)
    half = float(stats.t.ppf(_TAIL, houses - 1)) * error
    return Interval(max(0.0, k / n - half), min(1.0, k / n + half))


def paired(gain: Sequence[float], total: Sequence[int]) -> Interval | None:
    """The interval of sum(gain) / sum(total), from one sum a house of paired differences, each from -1 to 1.

    Args:
        gain: sum a house of what one answerer scored more than the other on the same questions.
        total: questions a house.

    Returns:
        None where there is no question. Where houses show no spread, the difference is read as the share (1 + d) / 2
        seen in as many cases as there are houses, and Wilson's interval of that is stretched back to -1 to 1.
    """
    n = sum(total)
    if n == 0:
        return None
    mean = math.fsum(gain) / n
    houses = sum(1 for size in total if size)
    spread = math.fsum((more - mean * size) ** 2 for more, size in zip(gain, total, strict=True))
    if houses == 1 or spread <= _NO_SPREAD:
        share = wilson(min(1.0, max(0.0, (1 + mean) / 2)), houses)
        return Interval(2 * share.low - 1, 2 * share.high - 1)
    half = float(stats.t.ppf(_TAIL, houses - 1)) * math.sqrt(spread * houses / (houses - 1)) / n
    return Interval(max(-1.0, mean - half), min(1.0, mean + half))
