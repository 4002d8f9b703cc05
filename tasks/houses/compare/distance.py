"""Distances between two sets of houses, and between halves of one.

Who saved real layouts chose how many rooms they have, so sets are weighed before they are compared: each class of
room counts (one, two, three, four, more) counts as much as it does in the reference.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.stats import wasserstein_distance

from schemas.seeds import generator
from tasks.houses.compare.figures import FIGURES, Figure, NumberFigure
from tasks.houses.compare.measure import MeasuredHouse


@dataclass(frozen=True, slots=True)
class Comparison:
    """One figure of a set of houses beside that of a reference."""

    figure: Figure
    reference: float | str
    """Mean of a number, or the most frequent name."""
    other: float | str
    distance: float


def compare(reference: Sequence[MeasuredHouse], other: Sequence[MeasuredHouse]) -> list[Comparison]:
    """Every figure of two sets, the other weighed to the reference's mix of room counts."""
    mix = Counter(house.size_class for house in reference)
    rows = []
    for figure in FIGURES:
        ours, theirs = _weighed(figure, reference, mix), _weighed(figure, other, mix)
        rows.append(Comparison(figure, _centre(figure, ours), _centre(figure, theirs), _distance(figure, ours, theirs)))
    return rows


def halves(houses: Sequence[MeasuredHouse], seed: int) -> tuple[list[MeasuredHouse], list[MeasuredHouse]]:
    """The houses in two random halves, each class of room counts halved by itself."""
    draw = generator(seed, "halves")
    one: list[MeasuredHouse] = []
    two: list[MeasuredHouse] = []
    for size in sorted({house.size_class for house in houses}):
        of_size = [house for house in houses if house.size_class == size]
        order = [of_size[i] for i in draw.permutation(len(of_size))]
        middle = len(order) // 2 + (len(order) % 2 if len(one) < len(two) else 0)
        one += order[:middle]
        two += order[middle:]
    return one, two


def half_distances(houses: Sequence[MeasuredHouse], halvings: int) -> Mapping[str, list[float]]:
    """For each figure, by name, the distance between two halves in each of so many random halvings."""
    mix = Counter(house.size_class for house in houses)
    found: dict[str, list[float]] = defaultdict(list)
    for seed in range(halvings):
        one, two = halves(houses, seed)
        for figure in FIGURES:
            found[figure.name].append(_distance(figure, _weighed(figure, one, mix), _weighed(figure, two, mix)))
    return found


def quantile(values: Iterable[float], share: float) -> float:
    """The smallest value that at least this share of the values do not exceed."""
    ordered = sorted(values)
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)]


Weighed = list[tuple[float | str, float]]
"""Value and weight of each sample; a figure's values are all numbers or all names."""


def _weighed(figure: Figure, houses: Sequence[MeasuredHouse], mix: Mapping[int, int]) -> Weighed:
    sizes = Counter(house.size_class for house in houses)
    weights = {size: mix.get(size, 0) / count for size, count in sizes.items()}
    return [
        (value, weights[house.size_class])
        for house in houses
        if weights[house.size_class]
        for value in figure.values(house)
    ]


def _distance(figure: Figure, ours: Weighed, theirs: Weighed) -> float:
    """1-Wasserstein of numbers, total variation of names; NaN where one side has no sample."""
    if not ours or not theirs:
        return math.nan
    if isinstance(figure, NumberFigure):
        (a, weights_a), (b, weights_b) = (np.array(side, np.float64).T for side in (ours, theirs))
        return float(wasserstein_distance(a, b, weights_a, weights_b))
    one, two = _shares(ours), _shares(theirs)
    return math.fsum(abs(one.get(name, 0.0) - two.get(name, 0.0)) for name in sorted({*one, *two})) / 2.0


def _shares(samples: Weighed) -> dict[float | str, float]:
    total = math.fsum(weight for _, weight in samples)
    shares: dict[float | str, float] = defaultdict(float)
    for value, weight in samples:
        shares[value] += weight / total
    return shares


def _centre(figure: Figure, samples: Weighed) -> float | str:
    shares = _shares(samples)
    if isinstance(figure, NumberFigure):
        return math.fsum(float(value) * share for value, share in shares.items()) if shares else math.nan
    return str(max(sorted(shares), key=lambda value: shares[value], default="none"))
