"""The plan of a house as shapes for an SVG: rooms, walls, openings, furniture, and the routes that were walked over it.

Plan coordinates are metres, x to the right and z up; an SVG's y points down, so y is -z. Angles are degrees clockwise seen
from above with 0 along +z, which is up on the page.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import cos, radians, sin

from schemas.vocabulary import display, room_display
from tasks.houses.house import House, HouseObject, Point, Wall

_MARGIN_M = 0.35
_NAMED_M2 = 0.9
"""Furniture at least this large is named on the plan; the rest tells its name to a pointer at rest."""
_WORD_M = 0.11
"""Width of a letter on the plan, so that names stay within their furniture."""
_APART_M = (1.3, 0.35)
_HIGH_M = 1.9
"""Things that hang from the ceiling would hide what stands below."""


@dataclass(frozen=True, slots=True)
class Area:
    """A polygon with a name."""

    points: str
    """As SVG has them: `x,y x,y`."""
    name: str
    at: tuple[float, float]
    """Where the name stands."""
    is_named: bool
    is_target: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    start: tuple[float, float]
    end: tuple[float, float]
    kind: str
    """`wall`, `door` or `window`."""


@dataclass(frozen=True, slots=True)
class Plan:
    view_box: str
    width_m: float
    height_m: float
    rooms: tuple[Area, ...]
    furniture: tuple[Area, ...]
    lines: tuple[Line, ...]
    target: Area | None
    target_at: tuple[float, float] = (0.0, 0.0)
    """Where the target's name stands: over it, or under it by the upper edge, and never over a side."""


def plan_of(house: House, target_id: str) -> Plan:
    """The plan of a house with one thing marked; a target that the house lacks marks nothing."""
    corners = [point for room in house.rooms for point in room.polygon]
    left, right = min(x for x, _ in corners) - _MARGIN_M, max(x for x, _ in corners) + _MARGIN_M
    bottom, top = min(z for _, z in corners) - _MARGIN_M, max(z for _, z in corners) + _MARGIN_M
    names = [(room_display(room.type), _on_page(*_inside(room.polygon))) for room in house.rooms]
    things = [item for item in house.objects if item.position[1] - item.size[1] / 2 < _HIGH_M]
    target = next((_furniture(item, is_target=True) for item in house.objects if item.id == target_id), None)
    return Plan(
        view_box=f"{left:.2f} {-top:.2f} {right - left:.2f} {top - bottom:.2f}",
        width_m=right - left,
        height_m=top - bottom,
        rooms=tuple(
            Area(_points(room.polygon), name, at, is_named=True)
            for room, (name, at) in zip(house.rooms, names, strict=True)
        ),
        furniture=tuple(
            _apart(_furniture(item), [at for _, at in names])
            for item in sorted(things, key=_size, reverse=True)
            if item.id != target_id
        ),
        lines=(*_walls(house.walls), *(Line(_on_page(*o.start), _on_page(*o.end), o.kind) for o in house.openings)),
        target=target,
        target_at=_label_at(target, left, right, -top) if target else (0.0, 0.0),
    )


def _label_at(target: Area, left: float, right: float, upper: float) -> tuple[float, float]:
    x, y = target.at
    half = 0.8 * _WORD_M * len(target.name)
    over = y - 0.35
    return round(min(max(x, left + half), right - half), 2), round(over if over > upper + 0.3 else y + 0.45, 2)


def route(points: Iterable[Point]) -> str:
    """A walked route as the points of an SVG polyline; a place where the agent only turns is named once."""
    told: list[Point] = []
    for point in points:
        if not told or point != told[-1]:
            told.append(point)
    return _points(told)


def place(x: float, z: float, yaw: float) -> str:
    """The SVG transform that puts a marker drawn at the origin, pointing up, to a pose."""
    return f"translate({x:.3f} {-z:.3f}) rotate({yaw:g})"


def _furniture(item: HouseObject, *, is_target: bool = False) -> Area:
    x, _, z = item.position
    name = display(item.type)
    is_named = (
        item.parent_id is None and _size(item) >= _NAMED_M2 and _WORD_M * len(name) <= max(item.size[0], item.size[2])
    )
    return Area(_points(_outline(item)), name, _on_page(x, z), is_named, is_target)


def _apart(area: Area, taken: Sequence[tuple[float, float]]) -> Area:
    """Without its name on the plan where a room's name stands close by."""
    close = any(abs(area.at[0] - x) < _APART_M[0] and abs(area.at[1] - y) < _APART_M[1] for x, y in taken)
    return replace(area, is_named=False) if close else area


def _outline(item: HouseObject) -> list[Point]:
    """The corners of the bounding box, turned."""
    x, _, z = item.position
    across, along = item.size[0] / 2, item.size[2] / 2
    c, s = cos(radians(item.yaw)), sin(radians(item.yaw))
    corners = ((-across, -along), (across, -along), (across, along), (-across, along))
    return [(x + a * c + b * s, z - a * s + b * c) for a, b in corners]


def _size(item: HouseObject) -> float:
    return item.size[0] * item.size[2]


def _walls(walls: Sequence[Wall]) -> list[Line]:
    """Each wall once: inner ones are stored from both sides."""
    ends = {tuple(sorted((wall.start, wall.end))) for wall in walls if not wall.is_open}
    return [Line(_on_page(*start), _on_page(*end), "wall") for start, end in sorted(ends)]


def _inside(polygon: Sequence[Point]) -> Point:
    """A point well within a room, concave or not."""
    from shapely import Polygon, maximum_inscribed_circle

    room = Polygon(polygon)
    if not room.is_valid or room.is_empty:
        return polygon[0]
    circle = maximum_inscribed_circle(room, 0.05)
    x, z = circle.coords[0]
    return float(x), float(z)


def _points(points: Iterable[Point]) -> str:
    return " ".join(f"{x:.2f},{-z:.2f}" for x, z in points)


def _on_page(x: float, z: float) -> tuple[float, float]:
    return round(x, 2), round(-z, 2)
