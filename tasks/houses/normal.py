"""What makes two houses the same: their layout, whatever their ids, key order and file are called.

A layout is rooms, walls, openings and objects with their looks. Lengths count to the millimetre and angles to a tenth
of a degree. Noise far below that leaves the hash as it is unless a value sits on a rounding boundary; no hash can do
better. Ids, the agent's start and the generator's own metadata play no part.
"""

from collections.abc import Mapping
from typing import Any

from schemas.identity import digest_of
from tasks.houses.house import HouseObject, Opening, Point, Room, Wall
from tasks.houses.layout import Layout, layout_of
from tasks.houses.polygons import signed_area


def content_hash(document: Mapping[str, Any], source: str = "document") -> str:
    """SHA-256, in hex, of the layout of a document of schema 1.0.0. Raises ConfigError for what is no house."""
    return hash_of(layout_of(document, source))


def hash_of(layout: Layout) -> str:
    """SHA-256, in hex, of a layout."""
    rooms = sorted((_room(room), room.id) for room in layout.rooms)
    index = {room_id: i for i, (_, room_id) in enumerate(rooms)}
    return digest_of(
        {
            "rooms": [room for room, _ in rooms],
            "walls": sorted(_wall(wall, index) for wall in layout.walls),
            "openings": sorted(_opening(opening, index) for opening in layout.openings),
            "objects": sorted(_object(item) for item in layout.objects),
        }
    )


def _room(room: Room) -> list[Any]:
    corners = [_point(corner) for corner in room.polygon]
    if signed_area(room.polygon) > 0.0:
        corners.reverse()
    first = corners.index(min(corners))
    return [room.type, room.floor_material, *corners[first:], *corners[:first]]


def _wall(wall: Wall, index: Mapping[str, int]) -> list[Any]:
    ends = sorted((_point(wall.start), _point(wall.end)))
    room = -1 if wall.room_id is None else index[wall.room_id]
    return [ends, room, _thousandths(wall.height_m), wall.is_open, wall.material, _color(wall.color)]


def _opening(opening: Opening, index: Mapping[str, int]) -> list[Any]:
    ends = sorted((_point(opening.start), _point(opening.end)))
    rooms = sorted(index.get(room_id, -1) for room_id in (opening.room0, opening.room1))
    heights = [_thousandths(opening.bottom_m), _thousandths(opening.top_m)]
    return [opening.kind, opening.asset_id, ends, heights, rooms, opening.is_outside]


def _object(item: HouseObject) -> list[Any]:
    position = [_thousandths(value) for value in item.position]
    size = [_thousandths(value) for value in item.size]
    yaw = round(item.yaw * 10.0) % 3600
    return [item.asset_id, position, yaw, size, _color(item.color)]


def _point(point: Point) -> list[int]:
    return [_thousandths(point[0]), _thousandths(point[1])]


def _color(color: tuple[float, float, float] | None) -> list[int]:
    return [_thousandths(part) for part in color] if color is not None else []


def _thousandths(value: float) -> int:
    return round(value * 1000.0)
