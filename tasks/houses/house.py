"""A house as the rest of the code sees it: typed, in world coordinates, with types, sizes and rooms filled in.

`read.py` makes it from ProcTHOR JSON, `generate/` makes such JSON. Plan coordinates are (x, z) in metres; y is up.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

Point = tuple[float, float]
"""(x, z) in metres."""

RoomType = Literal["Kitchen", "LivingRoom", "Bedroom", "Bathroom", "Hallway"]


@dataclass(frozen=True, slots=True)
class Room:
    id: str
    type: str
    polygon: tuple[Point, ...]
    """Corners of the floor, not closed; may be concave."""
    floor_material: str


@dataclass(frozen=True, slots=True)
class Wall:
    id: str
    room_id: str | None
    """None for the outside face of an outer wall."""
    start: Point
    end: Point
    height_m: float
    is_open: bool
    """An open boundary: no wall stands here (`empty: true` in the JSON)."""
    material: str
    color: tuple[float, float, float] | None
    """Red, green, blue, 0 to 1."""


@dataclass(frozen=True, slots=True)
class Opening:
    """A door, doorway or window: a hole in a wall, in world coordinates."""

    id: str
    kind: Literal["door", "window"]
    room0: str
    room1: str
    wall0: str
    wall1: str
    start: Point
    end: Point
    bottom_m: float
    top_m: float
    asset_id: str
    is_outside: bool
    """Leads out of the house, so it is no edge of the room graph and stays shut."""


@dataclass(frozen=True, slots=True)
class HouseObject:
    id: str
    asset_id: str
    type: str
    """Canonical type (schemas/vocabulary.py), or the asset's own name where that is unknown."""
    position: tuple[float, float, float]
    """Centre of the bounding box: x, y, z in metres."""
    yaw: float
    """Degrees clockwise seen from above."""
    size: tuple[float, float, float]
    """Full extents of the unrotated bounding box: x, y, z in metres."""
    parent_id: str | None
    """The receptacle that it stands on or in."""
    room_id: str | None
    """The room whose polygon holds the centre."""
    color: tuple[float, float, float] | None


@dataclass(frozen=True, slots=True)
class House:
    id: str
    """`house-` and 12 hex digits of the content hash: the same layout has the same id, wherever it was read."""
    source: str
    """Where it came from, for people: a file name, or `embedded/<split>/<n>`."""
    content_hash: str
    rooms: tuple[Room, ...]
    walls: tuple[Wall, ...]
    openings: tuple[Opening, ...]
    objects: tuple[HouseObject, ...]
    """Receptacles first, each followed by what stands on it."""
    start: tuple[float, float, float]
    """x, z, yaw of the agent's own start in the file."""
    schema: str
    document: Mapping[str, Any] = field(repr=False, compare=False)
    """The JSON that it was read from, in schema 1.0.0."""

    def room(self, room_id: str) -> Room:
        return next(room for room in self.rooms if room.id == room_id)

    def object(self, object_id: str) -> HouseObject:
        return next(item for item in self.objects if item.id == object_id)
