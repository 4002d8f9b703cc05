"""Drawing lots so that they come out alike everywhere: uniform doubles, compared and scaled, and nothing else.

NumPy's normal, beta or gamma draws take logarithms and powers, which differ between C libraries.
"""

import math
from collections.abc import Iterable, Sequence
from typing import TypeVar

import numpy as np

T = TypeVar("T")


class Draw:
    """A source of lots; each call uses up the stream in a fixed way."""

    def __init__(self, source: np.random.Generator) -> None:
        self._source = source

    def chance(self, probability: float) -> bool:
        """True with this probability, 0 to 1."""
        return float(self._source.random()) < probability

    def between(self, low: float, high: float) -> float:
        """Uniform from low to high; low where the interval is empty."""
        return low + float(self._source.random()) * max(0.0, high - low)

    def whole(self, low: int, high: int) -> int:
        """A whole number from low to high, both included."""
        return min(high, low + int(float(self._source.random()) * (high - low + 1)))

    def pick(self, items: Sequence[T]) -> T:
        """One of the items, all alike."""
        return items[self.whole(0, len(items) - 1)]

    def weighted(self, weights: Iterable[tuple[T, float]]) -> T:
        """One of the items, each by its weight, which is positive for at least one."""
        pairs = list(weights)
        left = float(self._source.random()) * math.fsum(weight for _, weight in pairs)
        for item, weight in pairs:
            left -= weight
            if left < 0.0:
                return item
        return next(item for item, weight in reversed(pairs) if weight > 0.0)

    def shuffled(self, items: Iterable[T]) -> list[T]:
        """The items in random order (Fisher and Yates)."""
        order = list(items)
        for last in range(len(order) - 1, 0, -1):
            other = self.whole(0, last)
            order[last], order[other] = order[other], order[last]
        return order
