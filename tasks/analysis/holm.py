"""Holm's correction: of several questions asked at once, none is answered wrongly more often than the level says."""

from collections.abc import Sequence


def holm(p_values: Sequence[float], level: float) -> tuple[list[float], list[float]]:
    """Adjusted p values, and the level at which each one is tried: level/m for the least, level for the greatest.

    Here and not from statsmodels, which gives no levels and collects all garbage at each call (a quarter of a second).
    """
    left = {
        index: len(p_values) - rank for rank, index in enumerate(sorted(range(len(p_values)), key=p_values.__getitem__))
    }
    adjusted = [0.0] * len(p_values)
    least = 0.0
    for index, families_left in left.items():
        least = adjusted[index] = max(least, min(1.0, families_left * p_values[index]))
    return adjusted, [level / left[index] for index in range(len(p_values))]
