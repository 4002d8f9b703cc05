"""The parts of a house as its JSON (schema 1.0.0) gives them, in world coordinates.

What is not obvious about the schema: a hole is measured along its `wall0` from the first point of that wall; an outer
face lists its upper corners first, so its lower corners are found by height; `roomId` of an outer face may name the
room behind it, so the wall's own id tells; an object's `position` is the centre of its bounding box.
"""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from shapely.geometry import Polygon

from schemas.vocabulary import canonical
from tasks.houses.assets import Size, asset, asset_count
from tasks.houses.fields import Fields
from tasks.houses.house import HouseObject, Opening, Point, Room, Wall
from tasks.houses.limits import CORNERS, COUNTS
from tasks.houses.polygons import tidy
from tasks.houses.rooms import locate, natural_key

_MIN_WALL_M = 1e-3
_MIN_HOLE_M = 0.05
"""What is left of a hole after it was cut to its wall must be at least this wide and high."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Rooms in natural order of their ids, the rest in the order of the file."""

    rooms: tuple[Room, ...]
    walls: tuple[Wall, ...]
    openings: tuple[Opening, ...]
    objects: tuple[HouseObject, ...]


def layout_of(document: Mapping[str, Any], source: str) -> Layout:
    """Read a document of schema 1.0.0. Raises ConfigError for what is no house."""
    top = Fields(document, source)
    for name in COUNTS:
        _few(top, name, len(top.each(name)))
    rooms = tuple(sorted(map(_room, top.each("rooms")), key=lambda room: natural_key(room.id)))
    if not rooms:
        top.fail("rooms", "is empty")
    _unique(top, "rooms", [room.id for room in rooms])
    walls = tuple(_wall(wall, {room.id for room in rooms}) for wall in top.each("walls"))
    _unique(top, "walls", [wall.id for wall in walls])
    by_id = {wall.id: wall for wall in walls}
    doors = [_opening(door, "door", by_id) for door in top.each("doors")]
    windows = [_opening(window, "window", by_id) for window in top.each("windows")]
    objects = tuple(item for fields in top.each("objects") for item in _objects(fields, None, rooms))
    _few(top, "objects", len(objects))
    _unique(top, "objects", [item.id for item in objects])
    return Layout(rooms, walls, (*doors, *windows), objects)


def _few(top: Fields, name: str, n: int) -> None:
    if n > COUNTS[name]:
        top.fail(name, f"holds {n} of them, and {COUNTS[name]} are the most", "Leave it out.")


def _unique(top: Fields, name: str, ids: list[str]) -> None:
    if len(set(ids)) != len(ids):
        twice = next(an_id for i, an_id in enumerate(ids) if an_id in ids[:i])
        top.fail(name, f"holds the id {twice!r} twice")


def _room(fields: Fields) -> Room:
    polygon = tidy([_plan_point(corner) for corner in fields.each("floorPolygon")])
    if len(polygon) < 3:
        fields.fail("floorPolygon", "encloses no floor")
    if len(polygon) > CORNERS:
        fields.fail("floorPolygon", f"has {len(polygon)} corners, and {CORNERS} are the most", "Leave it out.")
    if not Polygon(polygon).is_valid:
        fields.fail("floorPolygon", "crosses or touches itself")
    return Room(fields.text("id"), fields.text("roomType"), polygon, _material(fields, "floorMaterial"))


def _wall(fields: Fields, room_ids: set[str]) -> Wall:
    corners = fields.each("polygon")
    heights = [corner.metres("y") for corner in corners]
    middle = (min(heights, default=0.0) + max(heights, default=0.0)) / 2.0
    bottom = [_plan_point(corner) for corner, y in zip(corners, heights, strict=True) if y < middle]
    if len(corners) != 4 or len(bottom) != 2 or math.dist(*bottom) < _MIN_WALL_M:
        fields.fail("polygon", "is no upright wall of four corners")
    wall_id = fields.text("id")
    room_id = None if wall_id.split("|")[1:2] == ["exterior"] else fields.text("roomId")
    if room_id is not None and room_id not in room_ids:
        fields.fail("roomId", f"names the room {room_id!r}, which is not there")
    return Wall(
        id=wall_id,
        room_id=room_id,
        start=bottom[0],
        end=bottom[1],
        height_m=max(heights) - min(heights),
        is_open=bool(fields.value.get("empty", False)),
        material=_material(fields, "material"),
        color=_color(fields),
    )


def _opening(fields: Fields, kind: Literal["door", "window"], walls: Mapping[str, Wall]) -> Opening:
    for name in ("wall0", "wall1"):
        if fields.text(name) not in walls:
            fields.fail(name, f"names the wall {fields.text(name)!r}, which is not there")
    wall, behind = walls[fields.text("wall0")], walls[fields.text("wall1")]
    room0, room1 = fields.text("room0"), fields.text("room1")
    is_outside = wall.room_id is None or behind.room_id is None or room0 == room1
    if kind == "door" and not is_outside:
        _check_passable(fields, {room0, room1}, {wall.room_id, behind.room_id})
    (start, end), bottom, top = _hole(fields, wall)
    return Opening(
        id=fields.text("id"),
        kind=kind,
        room0=room0,
        room1=room1,
        wall0=wall.id,
        wall1=behind.id,
        start=start,
        end=end,
        bottom_m=bottom,
        top_m=top,
        asset_id=fields.text("assetId"),
        is_outside=is_outside,
    )


def _check_passable(fields: Fields, rooms: set[str], wall_rooms: set[str | None]) -> None:
    if rooms != wall_rooms:
        fields.fail("room0", "and `room1` are not the rooms of the door's two walls")
    if fields.has("openness") and fields.number("openness") == 0.0:
        fields.fail("openness", "is 0: the door is shut, and agents here open none", "Set it to 1.")


def _hole(fields: Fields, wall: Wall) -> tuple[tuple[Point, Point], float, float]:
    """World ends, bottom and top of a hole. Real houses hold one that runs beyond its wall: it is cut off there."""
    corners = fields.each("holePolygon")
    (x0, z0), (x1, z1) = wall.start, wall.end
    length = math.sqrt((x1 - x0) * (x1 - x0) + (z1 - z0) * (z1 - z0))
    along = [min(length, max(0.0, corner.number("x"))) for corner in corners]
    heights = [min(wall.height_m, max(0.0, corner.number("y"))) for corner in corners]
    if len(corners) < 2 or max(along) - min(along) < _MIN_HOLE_M or max(heights) - min(heights) < _MIN_HOLE_M:
        fields.fail("holePolygon", f"cuts no hole into the wall {wall.id!r}")
    start, end = (
        (x0 + share * (x1 - x0), z0 + share * (z1 - z0)) for share in (min(along) / length, max(along) / length)
    )
    return (start, end), min(heights), max(heights)


def _objects(fields: Fields, parent_id: str | None, rooms: tuple[Room, ...]) -> Iterator[HouseObject]:
    """The object, then all that stands on or in it."""
    known = asset(fields.text("assetId"))
    if known is None:
        fields.fail(
            "assetId",
            f"names {fields.text('assetId')!r}, none of the {asset_count()} known assets, so its size is unknown",
            "Leave the house out; houses with Objaverse assets cannot be read.",
        )
    position, rotation = fields.fields("position"), fields.fields("rotation")
    x, y, z = (position.metres(axis) for axis in "xyz")
    item = HouseObject(
        id=fields.text("id"),
        asset_id=known.id,
        type=canonical(known.type),
        position=(x, y, z),
        yaw=turned(rotation.number("y")),
        size=_tipped(known.size, rotation),
        parent_id=parent_id,
        room_id=locate(rooms, x, z),
        color=_color(fields),
    )
    yield item
    if fields.has("children"):
        for child in fields.each("children"):
            yield from _objects(child, item.id, rooms)


def turned(degrees: float) -> float:
    """An angle as 0 <= yaw < 360."""
    yaw = degrees % 360.0
    return 0.0 if yaw == 360.0 else yaw  # what % makes of a tiny negative angle


def _tipped(size: Size, rotation: Fields) -> Size:
    """The box of an object that lies on its side (mostly baseball bats), its tilt rounded to quarter turns."""
    x, y, z = size
    if _is_quarter(rotation, "z"):
        x, y = y, x
    if _is_quarter(rotation, "x"):
        y, z = z, y
    return x, y, z


def _is_quarter(rotation: Fields, axis: str) -> bool:
    tilt = rotation.number(axis) % 180.0 if rotation.has(axis) else 0.0
    return 45.0 < tilt < 135.0


def _plan_point(corner: Fields) -> Point:
    return corner.metres("x"), corner.metres("z")


def _material(fields: Fields, name: str) -> str:
    """Name of a material; older files give it as text, newer ones as an object, and some not at all."""
    value = fields.value.get(name)
    if isinstance(value, str):
        return value
    return fields.fields(name).text("name") if fields.has(name) and fields.fields(name).has("name") else ""


def _color(fields: Fields) -> tuple[float, float, float] | None:
    material = fields.value.get("material")
    if not isinstance(material, Mapping) or material.get("color") is None:
        return None
    color = fields.fields("material").fields("color")
    return color.number("r"), color.number("g"), color.number("b")
