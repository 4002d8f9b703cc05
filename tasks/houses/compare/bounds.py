"""How far from the real layouts each figure may be: as far as halves of them are from each other.

Set from the 51 real layouts alone, before the generator was tuned: the distance that one in twenty of 1,000 random
halvings exceeds. A half has some 25 layouts, so a bound is what a second such collection might differ by, and no proof
that two sets are alike.
"""

from collections.abc import Mapping, Sequence

from tasks.houses.compare.distance import half_distances, quantile
from tasks.houses.compare.measure import MeasuredHouse

HALVINGS = 1000
SHARE = 0.95
"""Share of the halvings whose distance stays within the bound."""

BOUNDS: Mapping[str, float] = {
    "room types": 0.04726,
    "floor area, Kitchen": 8.978,
    "floor area, LivingRoom": 13.69,
    "floor area, Bedroom": 11.7,
    "floor area, Bathroom": 4.332,
    "wall height": 0.4124,
    "room types that are joined": 0.214,
    "kinds of passages": 0.1906,
    "door width": 0.1622,
    "loops of passages": 0.1333,
    "room of the outside door": 0.3275,
    "windows": 0.7902,
    "objects": 12.45,
    "furniture, Kitchen": 1.509,
    "furniture, LivingRoom": 1.422,
    "furniture, Bedroom": 1.892,
    "furniture, Bathroom": 0.8605,
    "small things, Kitchen": 3.988,
    "small things, LivingRoom": 2.016,
    "small things, Bedroom": 4.107,
    "small things, Bathroom": 0.9237,
    "object types, Kitchen": 0.1603,
    "object types, LivingRoom": 0.1633,
    "object types, Bedroom": 0.1489,
    "object types, Bathroom": 0.1213,
    "receptacles of small things": 0.118,
    "free floor, Kitchen": 0.05412,
    "free floor, LivingRoom": 0.04741,
    "free floor, Bedroom": 0.05701,
    "free floor, Bathroom": 0.01926,
}
"""By name of the figure: in its unit for numbers, 0 to 1 for names."""

_COARSE = 0.25


def bounds_of(houses: Sequence[MeasuredHouse]) -> dict[str, float]:
    """Bounds as other real layouts would set them."""
    return {name: quantile(found, SHARE) for name, found in half_distances(houses, HALVINGS).items()}


def is_decided(bound: float, reference: float | str) -> bool:
    """Whether a bound is fine enough to tell much: below a quarter of the real mean, or of all samples."""
    return bound < _COARSE * (abs(reference) if isinstance(reference, float) else 1.0)
