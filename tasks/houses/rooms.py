"""Which room is where, and which rooms lead into which.

The edges of the room graph are interior doors and doorways, and open boundaries: pairs of wall faces that are marked
`empty`, where no wall stands. Outside doors are no edges. Rooms joined by open boundaries are one *space*: no picture
can tell them apart.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

from tasks.houses.house import House, Opening, Point, Room, Wall
from tasks.houses.polygons import EDGE_M, on_edge, strictly_contains

PATH_LIMIT = 20_000
"""Room paths listed at most; a house of ten rooms, all open to each other, would have millions."""

_TOUCH_M = 1e-3
"""Wall faces nearer than this are two sides of one boundary, and a shorter boundary is a mere corner."""


def natural_key(name: str) -> tuple[tuple[int, int, str], ...]:
    """Sorts `room|2` before `room|10`."""
    parts = re.findall(r"\d+|\D+", name)
    return tuple((0, int(part), "") if part.isdecimal() else (1, 0, part) for part in parts)


def locate(rooms: Iterable[Room], x: float, z: float) -> str | None:
    """Id of the room that holds the point; on a shared edge the first room that is given, so give them sorted."""
    on_outline = None
    for room in rooms:
        if on_edge(room.polygon, x, z):
            on_outline = on_outline or room.id
        elif strictly_contains(room.polygon, x, z):
            return room.id
    return on_outline


@dataclass(frozen=True, slots=True)
class OpenBoundary:
    """A stretch between two rooms where no wall stands."""

    wall0: str
    wall1: str
    start: Point
    end: Point


@dataclass(frozen=True, slots=True)
class Edge:
    """One way between two rooms; two rooms may have several."""

    a: str
    b: str
    """Room ids, `a` the smaller in natural order."""
    passage: Opening | OpenBoundary

    @property
    def segment(self) -> tuple[Point, Point]:
        """The passage on the plan, end to end, in metres."""
        return self.passage.start, self.passage.end

    @property
    def is_open(self) -> bool:
        """Whether it is an open boundary and not a door."""
        return isinstance(self.passage, OpenBoundary)


class RoomGraph:
    """Rooms, the ways between them, and where a point of the plan is."""

    def __init__(self, house: House) -> None:
        self.rooms: tuple[Room, ...] = tuple(sorted(house.rooms, key=lambda room: natural_key(room.id)))
        self.edges: tuple[Edge, ...] = (*_door_edges(house.openings), *_open_edges(house.walls))
        """Doors in the order of the house, then open boundaries."""
        self._boxed = [(room, _box(room)) for room in self.rooms]

    def room_at(self, x: float, z: float) -> str | None:
        """Id of the room whose floor holds the point, None outside; on a shared edge the smaller id."""
        near = [room for room, (x0, z0, x1, z1) in self._boxed if x0 <= x <= x1 and z0 <= z <= z1]
        return locate(near, x, z)

    def neighbours(self, room_id: str) -> tuple[str, ...]:
        """Rooms that are one door or open boundary away, in natural order."""
        return self._neighbours[room_id]

    def between(self, a: str, b: str) -> tuple[Edge, ...]:
        """All ways between two rooms."""
        return tuple(edge for edge in self.edges if {edge.a, edge.b} == {a, b})

    @cached_property
    def spaces(self) -> Mapping[str, str]:
        """For each room the space that it belongs to, named by its smallest room id in natural order."""
        joined: dict[str, list[str]] = {room.id: [] for room in self.rooms}
        for edge in self.edges:
            if edge.is_open:
                joined[edge.a].append(edge.b)
                joined[edge.b].append(edge.a)
        spaces: dict[str, str] = {}
        for room in self.rooms:  # in natural order, so the first to reach a space names it
            if room.id not in spaces:
                spaces.update(dict.fromkeys(_reachable(room.id, joined), room.id))
        return spaces

    @property
    def is_connected(self) -> bool:
        """Whether every room can be reached from every other."""
        return len(_reachable(self.rooms[0].id, self._neighbours)) == len(self.rooms)

    def simple_paths(self, n_rooms: int, limit: int = PATH_LIMIT) -> tuple[tuple[str, ...], ...]:
        """Paths over exactly `n_rooms` rooms, none twice, each in both directions, in natural order of their rooms.

        At most `limit` are listed: the first by that order from each starting room in turn, so no room is left out.
        """
        share = max(1, limit // len(self.rooms))
        return tuple(path for room in self.rooms for path in islice(self._paths_from((room.id,), n_rooms), share))

    def _paths_from(self, path: tuple[str, ...], n_rooms: int) -> Iterator[tuple[str, ...]]:
        if len(path) == n_rooms:
            yield path
            return
        for room_id in self._neighbours[path[-1]]:
            if room_id not in path:
                yield from self._paths_from((*path, room_id), n_rooms)

    @cached_property
    def _neighbours(self) -> Mapping[str, tuple[str, ...]]:
        found: dict[str, set[str]] = {room.id: set() for room in self.rooms}
        for edge in self.edges:
            found[edge.a].add(edge.b)
            found[edge.b].add(edge.a)
        return {room_id: tuple(sorted(others, key=natural_key)) for room_id, others in found.items()}


def _box(room: Room) -> tuple[float, float, float, float]:
    """Least and greatest x and z of a floor with its edge: x0, z0, x1, z1."""
    xs, zs = zip(*room.polygon, strict=True)
    return min(xs) - EDGE_M, min(zs) - EDGE_M, max(xs) + EDGE_M, max(zs) + EDGE_M


def _reachable(start: str, neighbours: Mapping[str, Iterable[str]]) -> list[str]:
    seen, waiting = {start}, [start]
    for room_id in waiting:
        fresh = [other for other in neighbours[room_id] if other not in seen]
        seen.update(fresh)
        waiting.extend(fresh)
    return waiting


def _door_edges(openings: Iterable[Opening]) -> Iterator[Edge]:
    for opening in openings:
        if opening.kind == "door" and not opening.is_outside:
            a, b = sorted((opening.room0, opening.room1), key=natural_key)
            yield Edge(a, b, opening)


def _open_edges(walls: Iterable[Wall]) -> Iterator[Edge]:
    faces = [wall for wall in walls if wall.is_open and wall.room_id is not None]
    for i, one in enumerate(faces):
        for other in faces[i + 1 :]:
            segment = _shared(one, other) if one.room_id != other.room_id else None
            if segment is not None:
                first, second = sorted((one, other), key=lambda wall: natural_key(wall.room_id or ""))
                boundary = OpenBoundary(first.id, second.id, *segment)
                yield Edge(first.room_id or "", second.room_id or "", boundary)


def _shared(one: Wall, other: Wall) -> tuple[Point, Point] | None:
    """The stretch that two wall faces share, from one end of the first towards the other; None where they do not."""
    (x0, z0), (x1, z1) = one.start, one.end
    along_x, along_z = x1 - x0, z1 - z0
    length_squared = along_x * along_x + along_z * along_z
    shares = []
    for x, z in (other.start, other.end):
        cross = along_x * (z - z0) - along_z * (x - x0)
        if cross * cross > _TOUCH_M * _TOUCH_M * length_squared:
            return None
        shares.append(((x - x0) * along_x + (z - z0) * along_z) / length_squared)
    low, high = max(0.0, min(shares)), min(1.0, max(shares))
    if high <= low or (high - low) * (high - low) * length_squared <= _TOUCH_M * _TOUCH_M:
        return None
    return (x0 + low * along_x, z0 + low * along_z), (x0 + high * along_x, z0 + high * along_z)
