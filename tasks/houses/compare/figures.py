"""The figures by which sets of houses are compared.

Room types are compared one by one, so that the mix of room types in a set plays no part. Hallways, which only a
modified generator makes, are in no figure of a room type.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from tasks.houses.compare.measure import MeasuredHouse, MeasuredRoom

ROOM_TYPES = ("Kitchen", "LivingRoom", "Bedroom", "Bathroom")

Numbers = Callable[[MeasuredHouse], Sequence[float]]
Names = Callable[[MeasuredHouse], Sequence[str]]


@dataclass(frozen=True, slots=True)
class NumberFigure:
    """Compared by the 1-Wasserstein distance, in the figure's own unit."""

    name: str
    unit: str
    values: Numbers


@dataclass(frozen=True, slots=True)
class NameFigure:
    """Compared by the total variation distance, 0 to 1."""

    name: str
    values: Names


Figure = NumberFigure | NameFigure


def _in_rooms(kind: str, value: Callable[[MeasuredRoom], float], house: MeasuredHouse) -> list[float]:
    return [value(room) for room in house.rooms if room.type == kind]


def _things_in(kind: str, house: MeasuredHouse) -> list[str]:
    return [thing for room in house.rooms if room.type == kind for thing in (*room.furniture, *room.small_things)]


def _by_room_type(what: str, unit: str, value: Callable[[MeasuredRoom], float]) -> list[Figure]:
    return [NumberFigure(f"{what}, {kind}", unit, partial(_in_rooms, kind, value)) for kind in ROOM_TYPES]


def _loops(house: MeasuredHouse) -> list[float]:
    """Joined pairs of rooms beyond those that a tree needs."""
    return [float(len(house.passages) - len(house.rooms) + 1)] if len(house.rooms) > 1 else []


FIGURES: tuple[Figure, ...] = (
    NameFigure("room types", lambda house: [room.type for room in house.rooms]),
    *_by_room_type("floor area", "m2", lambda room: room.area_m2),
    NumberFigure("wall height", "m", lambda house: [house.height_m]),
    NameFigure("room types that are joined", lambda house: [passage.joins for passage in house.passages]),
    NameFigure("kinds of passages", lambda house: [passage.kind for passage in house.passages]),
    NumberFigure("door width", "m", lambda house: [p.width_m for p in house.passages if p.width_m is not None]),
    NumberFigure("loops of passages", "a house", _loops),
    NameFigure("room of the outside door", lambda house: house.entrances),
    NumberFigure("windows", "a house", lambda house: [float(house.n_windows)]),
    NumberFigure("objects", "a house", lambda house: [float(house.n_objects)]),
    *_by_room_type("furniture", "a room", lambda room: float(len(room.furniture))),
    *_by_room_type("small things", "a room", lambda room: float(len(room.small_things))),
    *(NameFigure(f"object types, {kind}", partial(_things_in, kind)) for kind in ROOM_TYPES),
    NameFigure("receptacles of small things", lambda house: house.held),
    *_by_room_type("free floor", "share", lambda room: room.free_share),
)
