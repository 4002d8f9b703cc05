"""Which rooms a house has, and which of them belong together.

A spec is a tree: what shares a node shares one part of the floor. Kitchen and living room lie together, a bathroom
lies with its bedroom. About half of the houses have four rooms or more.
"""

from dataclasses import dataclass

Tree = str | tuple["Tree", ...]
"""A room type, or parts that lie together."""

_PUBLIC: Tree = ("Kitchen", "LivingRoom")
_SUITE: Tree = ("Bedroom", "Bathroom")


@dataclass(frozen=True, slots=True)
class Spec:
    name: str
    weight: float
    tree: Tree


SPECS: tuple[Spec, ...] = (
    Spec("kitchen", 30, "Kitchen"),
    Spec("living-room", 35, "LivingRoom"),
    Spec("bedroom", 35, "Bedroom"),
    Spec("bathroom", 10, "Bathroom"),
    Spec("kitchen-living-room", 70, _PUBLIC),
    Spec("bedroom-bathroom", 50, _SUITE),
    Spec("living-bedroom", 50, ("LivingRoom", "Bedroom")),
    Spec("kitchen-living-bedroom", 80, (_PUBLIC, "Bedroom")),
    Spec("living-suite", 70, ("LivingRoom", _SUITE)),
    Spec("kitchen-living-bathroom", 50, ("LivingRoom", ("Kitchen", "Bathroom"))),
    Spec("4-room", 190, (_PUBLIC, _SUITE)),
    Spec("5-room", 120, (_PUBLIC, (_SUITE, "Bedroom"))),
    Spec("6-room", 70, (_PUBLIC, (_SUITE, _SUITE))),
    Spec("7-room", 50, (_PUBLIC, (_SUITE, _SUITE), "Bedroom")),
    Spec("8-room", 40, (_PUBLIC, (_SUITE, _SUITE), _SUITE)),
    Spec("9-room", 25, ((_PUBLIC, "LivingRoom"), (_SUITE, _SUITE), _SUITE)),
    Spec("10-room", 25, ((_PUBLIC, "LivingRoom"), (_SUITE, _SUITE), (_SUITE, "Bedroom"))),
)

AREA_M2: dict[str, tuple[float, float]] = {
    "Kitchen": (24.0, 42.0),
    "LivingRoom": (15.0, 32.0),
    "Bedroom": (24.0, 42.0),
    "Bathroom": (12.0, 22.0),
}
"""Least and greatest floor area that a room is meant to have; cuts in the outline may take some of it."""

MIN_SIDE_CM: dict[str, int] = {"Kitchen": 290, "LivingRoom": 330, "Bedroom": 310, "Bathroom": 210}
"""No room is narrower than this."""


def leaves(tree: Tree) -> list[str]:
    """The room types of a tree, from left to right."""
    return [tree] if isinstance(tree, str) else [room for part in tree for room in leaves(part)]
