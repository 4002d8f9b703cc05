"""What there is to measure in one house: its rooms, ways between them and objects, as plain numbers and names."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from tasks.houses.house import House, HouseObject, Opening
from tasks.houses.polygons import signed_area
from tasks.houses.rooms import RoomGraph

_DOUBLE_M = 1.5
"""Real holes are 1.0 to 1.1 m or 1.9 to 2.0 m wide."""
_HEAD_M = 1.8
"""What hangs above this leaves the floor below it free."""


@dataclass(frozen=True, slots=True)
class MeasuredRoom:
    type: str
    area_m2: float
    furniture: tuple[str, ...]
    """Types of what stands on the floor or hangs on a wall."""
    small_things: tuple[str, ...]
    """Types of what stands on or in furniture."""
    free_share: float
    """Floor that is under nothing, over all floor, 0 to 1."""


@dataclass(frozen=True, slots=True)
class Passage:
    """One way between two rooms; several openings between the same two count as their widest kind."""

    joins: str
    """The two room types in alphabetic order, `Kitchen/LivingRoom`."""
    kind: str
    """`open`, or `door` or `frame`, each `single` or `double`."""
    width_m: float | None
    """Of the hole; None for an open boundary."""


@dataclass(frozen=True, slots=True)
class MeasuredHouse:
    rooms: tuple[MeasuredRoom, ...]
    passages: tuple[Passage, ...]
    entrances: tuple[str, ...]
    """Type of the room behind each outside door."""
    n_windows: int
    height_m: float
    held: tuple[str, ...]
    """Type of the receptacle of each small thing."""

    @property
    def size_class(self) -> int:
        """Number of rooms; 5 stands for five and more."""
        return min(5, len(self.rooms))

    @property
    def n_objects(self) -> int:
        return sum(len(room.furniture) + len(room.small_things) for room in self.rooms)


def measured(house: House) -> MeasuredHouse:
    kinds = {item.id: item.type for item in house.objects}
    types = {room.id: room.type for room in house.rooms}
    doors = [opening for opening in house.openings if opening.kind == "door"]
    return MeasuredHouse(
        rooms=tuple(_rooms(house)),
        passages=tuple(_passages(house, types)),
        entrances=tuple(types[door.room0] for door in doors if door.is_outside),
        n_windows=sum(opening.kind == "window" for opening in house.openings),
        height_m=max(wall.height_m for wall in house.walls),
        held=tuple(kinds[item.parent_id] for item in house.objects if item.parent_id),
    )


def _rooms(house: House) -> Iterator[MeasuredRoom]:
    for room in house.rooms:
        here = [item for item in house.objects if item.room_id == room.id]
        area = abs(signed_area(room.polygon))
        furniture = [item for item in here if item.parent_id is None]
        yield MeasuredRoom(
            type=room.type,
            area_m2=area,
            furniture=tuple(item.type for item in furniture),
            small_things=tuple(item.type for item in here if item.parent_id is not None),
            free_share=1.0 - _covered(furniture) / area,
        )


def _covered(furniture: Iterable[HouseObject]) -> float:
    """Floor under boxes, in square metres; a chair's part under its table counts twice."""
    return sum(item.size[0] * item.size[2] for item in furniture if item.position[1] - item.size[1] / 2.0 < _HEAD_M)


def _passages(house: House, types: dict[str, str]) -> Iterator[Passage]:
    graph = RoomGraph(house)
    pairs = dict.fromkeys((edge.a, edge.b) for edge in graph.edges)
    for a, b in pairs:
        joins = "/".join(sorted((types[a], types[b])))
        edges = graph.between(a, b)
        if any(edge.is_open for edge in edges):
            yield Passage(joins, "open", None)
            continue
        widths = [(_width(edge.passage), _kind(edge.passage)) for edge in edges if isinstance(edge.passage, Opening)]
        width, kind = max(widths)
        yield Passage(joins, kind, width)


def _width(door: Opening) -> float:
    return abs(door.end[0] - door.start[0]) + abs(door.end[1] - door.start[1])  # walls run along the axes


def _kind(door: Opening) -> str:
    leaf = "frame" if door.asset_id.startswith("Doorframe") else "door"
    return f"{'double' if _width(door) > _DOUBLE_M else 'single'} {leaf}"
