"""A generated house as ProcTHOR JSON, schema 1.0.0."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from tasks.houses.assets import holes
from tasks.houses.generate.openings import Cut, Openings
from tasks.houses.generate.outlines import Stretch
from tasks.houses.generate.plan import OUTDOORS
from tasks.houses.generate.things import Thing
from tasks.houses.house import Point
from tasks.houses.start import roomiest_point

Color = tuple[float, float, float]
_FIRST_ROOM = 2
"""ProcTHOR keeps 0 for empty and 1 for outdoors."""
_AGENT_M = 0.95
"""Height that ProcTHOR gives for an agent on the floor."""
_LAMP_GRID_M = 0.5


@dataclass(frozen=True, slots=True)
class Finish:
    """Material of a surface, with a colour where it is painted."""

    material: str
    color: Color | None = None


@dataclass(frozen=True, slots=True)
class Finishes:
    floors: tuple[Finish, ...]
    walls: tuple[Finish, ...]
    """One for each room."""
    outside: Finish
    ceiling: Finish
    sky: str


@dataclass(frozen=True, slots=True)
class Draft:
    """All that a document is written from."""

    spec: str
    types: tuple[str, ...]
    outlines: tuple[tuple[Stretch, ...], ...]
    """Of each room, clockwise."""
    height: float
    """Of the walls, in metres."""
    openings: Openings
    things: tuple[tuple[Thing, ...], ...]
    """Of each room: furniture with what stands on it, then paintings."""
    start: Point
    start_yaw: int
    finishes: Finishes


def document_of(draft: Draft) -> dict[str, Any]:
    """The JSON of a draft."""
    stretches = [stretch for outline in draft.outlines for stretch in outline]
    return {
        "doors": list(_doors(draft, stretches)),
        "metadata": {
            "agent": {
                "horizon": 30,
                "position": _vector(draft.start[0], _AGENT_M, draft.start[1]),
                "rotation": _vector(0, draft.start_yaw, 0),
                "standing": True,
            },
            "roomSpecId": draft.spec,
            "schema": "1.0.0",
            "warnings": {},
        },
        "objects": [item for room, things in enumerate(draft.things) for item in _objects(room, things)],
        "proceduralParameters": _parameters(draft),
        "rooms": [_room(draft, room) for room in range(len(draft.types))],
        "walls": list(_walls(draft, stretches)),
        "windows": list(_windows(draft)),
    }


def _room(draft: Draft, room: int) -> dict[str, Any]:
    return {
        "ceilings": [],
        "children": [],
        "floorMaterial": _material(draft.finishes.floors[room]),
        "floorPolygon": [_vector(stretch.start[0], 0, stretch.start[1]) for stretch in draft.outlines[room]],
        "id": _room_id(room),
        "roomType": draft.types[room],
    }


def _walls(draft: Draft, stretches: Sequence[Stretch]) -> Iterator[dict[str, Any]]:
    for stretch in stretches:
        wall: dict[str, Any] = {
            "id": _wall_id(stretch),
            "material": _material(draft.finishes.walls[stretch.room]),
            "polygon": _upright(stretch.start, stretch.end, draft.height),
            "roomId": _room_id(stretch.room),
        }
        yield {**wall, "empty": True} if draft.openings.is_open(stretch) else wall
    for stretch in stretches:
        if stretch.neighbour == OUTDOORS:  # the outer face lists its upper corners first
            corners = _upright(stretch.end, stretch.start, draft.height)
            yield {
                "id": _outer_id(stretch),
                "material": _material(draft.finishes.outside),
                "polygon": corners[2:] + corners[:2],
                "roomId": "exterior",
            }


def _doors(draft: Draft, stretches: Sequence[Stretch]) -> Iterator[dict[str, Any]]:
    for cut in draft.openings.doors:
        back = next(stretch for stretch in stretches if stretch.is_back_of(cut.wall))
        low, high = sorted((cut.wall.room, back.room))
        door = _opening(cut, f"door|{low + _FIRST_ROOM}|{high + _FIRST_ROOM}", back.room, _wall_id(back))
        yield {**door, "openable": True, "openness": 1} if cut.asset.type == "Doorway" else door
    cut = draft.openings.entrance
    room = cut.wall.room
    entrance = _opening(cut, f"door|1|{room + _FIRST_ROOM}", room, _outer_id(cut.wall))
    yield {**entrance, "openable": False, "openness": 0}


def _windows(draft: Draft) -> Iterator[dict[str, Any]]:
    for i, cut in enumerate(draft.openings.windows):
        room = cut.wall.room
        yield _opening(cut, f"window|{room + _FIRST_ROOM}|{i}", room, _outer_id(cut.wall))


def _opening(cut: Cut, opening_id: str, room1: int, wall1: str) -> dict[str, Any]:
    hole = holes()[cut.asset.id.replace("Doorframe", "Doorway")]
    width, height, _ = cut.asset.size
    return {
        "assetId": cut.asset.id,
        "assetPosition": _vector(cut.low + hole.offset_x + width / 2.0, cut.bottom + hole.offset_y + height / 2.0, 0),
        "holePolygon": [_vector(cut.low, cut.bottom, 0), _vector(cut.high, cut.top, 0)],
        "id": opening_id,
        "room0": _room_id(cut.wall.room),
        "room1": _room_id(room1),
        "wall0": _wall_id(cut.wall),
        "wall1": wall1,
    }


def _objects(room: int, things: Sequence[Thing]) -> Iterator[dict[str, Any]]:
    number = room + _FIRST_ROOM
    on_surfaces = 0
    for i, thing in enumerate(things):
        item = _object(thing, f"{thing.type}|{number}|{i}")
        if thing.children:
            item["children"] = []
        for child in thing.children:
            item["children"].append(_object(child, f"{child.type}|surface|{number}|{on_surfaces}"))
            on_surfaces += 1
        yield item


def _object(thing: Thing, object_id: str) -> dict[str, Any]:
    return {
        "assetId": thing.asset.id,
        "id": object_id,
        "kinematic": not thing.asset.is_pickupable,
        "position": _vector(thing.x, thing.y, thing.z),
        "rotation": _vector(0, thing.yaw, 90 if thing.lies else 0),
    }


def _parameters(draft: Draft) -> dict[str, Any]:
    return {
        "ceilingMaterial": _material(draft.finishes.ceiling),
        "floorColliderThickness": 1.0,
        "lights": [_sun(), *(_lamp(draft, room) for room in range(len(draft.types)))],
        "receptacleHeight": 0.7,
        "reflections": [],
        "skyboxId": draft.finishes.sky,
    }


def _sun() -> dict[str, Any]:
    return {
        "id": "DirectionalLight",
        "indirectMultiplier": 1.0,
        "intensity": 1,
        "position": _vector(0.84, 0.1855, -1.09),
        "rgb": {"r": 1.0, "g": 1.0, "b": 1.0},
        "rotation": _vector(66, 75, 0),
        "shadow": _shadow(),
        "type": "directional",
    }


def _lamp(draft: Draft, room: int) -> dict[str, Any]:
    """A point light under the ceiling, over the roomiest point of the floor."""
    corners = [stretch.start for stretch in draft.outlines[room]]
    x, z = roomiest_point(corners, grid_m=_LAMP_GRID_M) or corners[0]
    return {
        "id": f"light_{room + _FIRST_ROOM}",
        "intensity": 0.75,
        "position": _vector(x, draft.height - 0.2, z),
        "range": 15,
        "rgb": {"r": 1.0, "g": 0.855, "b": 0.722},
        "shadow": _shadow(),
        "type": "point",
    }


def _shadow() -> dict[str, Any]:
    return {
        "bias": 0.05,
        "nearPlane": 0.2,
        "normalBias": 0.4,
        "resolution": "FromQualitySettings",
        "strength": 1,
        "type": "Soft",
    }


def _upright(start: Point, end: Point, height: float) -> list[dict[str, float]]:
    return [_vector(x, y, z) for y in (0.0, height) for x, z in (start, end)]


def _room_id(room: int) -> str:
    return f"room|{room + _FIRST_ROOM}"


def _wall_id(stretch: Stretch) -> str:
    return f"wall|{stretch.room + _FIRST_ROOM}|{_ends(stretch)}"


def _outer_id(stretch: Stretch) -> str:
    return f"wall|exterior|{_ends(stretch)}"


def _ends(stretch: Stretch) -> str:
    (x0, z0), (x1, z1) = sorted((stretch.start, stretch.end))
    return f"{x0:.2f}|{z0:.2f}|{x1:.2f}|{z1:.2f}"


def _material(finish: Finish) -> dict[str, Any]:
    material: dict[str, Any] = {"name": finish.material}
    return material if finish.color is None else {**material, "color": dict(zip("rgb", finish.color, strict=True))}


def _vector(x: float, y: float, z: float) -> dict[str, float]:
    """A point, to a hundredth of a millimetre."""
    return {"x": round(x, 5), "y": round(y, 5), "z": round(z, 5)}
