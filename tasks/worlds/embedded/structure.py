"""Floors, ceilings, walls with their holes, door and window frames: all that is no object.

ProcTHOR's walls have no thickness, and an inner one is told twice, once from each room. Each telling becomes a slab of
`HALF_WALL_M` on its own room's side, with half of the frames of its doors and windows: back to back they make a wall
that nothing is seen through, and each half is lit by its own room. Paintings hang 5 mm off the wall, so they stay clear.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass

from tasks.houses.house import House, Opening, Point, Room, Wall
from tasks.houses.polygons import strictly_contains
from tasks.worlds.embedded.convex import convex_pieces
from tasks.worlds.embedded.materials import CEILING, floor_finish, wall_finish
from tasks.worlds.embedded.motion import BODY_HEIGHT_M, STEP_OVER_M
from tasks.worlds.embedded.solids import Finish, Solid, hull, sheet, turned
from tasks.worlds.embedded.textures import GRAIN

HALF_WALL_M = 0.004
_FRAME_M = 0.02
_CASING_M = 0.06
_SKIRTING_M = 0.07
_FRAME = Finish((0.94, 0.93, 0.90))
_OUTER_DOOR = Finish((0.44, 0.25, 0.17), GRAIN)
_DOOR_PANEL = Finish((0.36, 0.20, 0.14), GRAIN)
_LAMP_SHADE = Finish((1.0, 0.97, 0.88))
_KNOB = Finish((0.80, 0.70, 0.35))


@dataclass(frozen=True, slots=True)
class Barrier:
    """A wall or shut door in the plan, for the agent's body."""

    id: str
    start: Point
    end: Point


@dataclass(frozen=True, slots=True)
class _Side:
    """One room's side of a wall: positions are (along, up, out) in metres, `out` pointing into the room."""

    origin: Point
    along: Point
    out: Point
    length: float

    def block(self, u0: float, u1: float, y0: float, y1: float, depth: float, finish: Finish) -> Solid:
        """A box on the wall from u0 to u1 and y0 to y1, as deep as `depth`; it ends where the wall does."""
        u0, u1 = max(u0, 0.0), min(u1, self.length)
        corners = [self.at(u0, 0.0), self.at(u1, 0.0), self.at(u1, depth), self.at(u0, depth)]
        if self.along[0] * self.out[1] - self.along[1] * self.out[0] > 0.0:
            corners.reverse()  # hull wants them clockwise
        bottom, top = ([(x, y, z) for x, z in corners] for y in (y0, y1))
        return hull(tuple(bottom), tuple(top), finish)

    def span(self, opening: Opening) -> tuple[float, float]:
        """Where an opening begins and ends along this wall, cut to the wall."""
        u0, u1 = sorted(
            (x - self.origin[0]) * self.along[0] + (z - self.origin[1]) * self.along[1]
            for x, z in (opening.start, opening.end)
        )
        return max(0.0, u0), min(self.length, u1)

    def at(self, u: float, out: float = 0.0) -> Point:
        return (
            self.origin[0] + u * self.along[0] + out * self.out[0],
            self.origin[1] + u * self.along[1] + out * self.out[1],
        )


def room_solids(room: Room, height_m: float) -> list[Solid]:
    """Floor and ceiling of a room, in world coordinates."""
    finish = floor_finish(room.floor_material)
    solids = []
    for piece in convex_pieces(room.polygon):
        solids.append(sheet(tuple((x, 0.0, z) for x, z in piece), finish))
        solids.append(sheet(tuple((x, height_m, z) for x, z in reversed(piece)), CEILING))
    return solids


def ceiling_light(x: float, z: float, height_m: float) -> list[Solid]:
    """A round fitting with a lit shade, close under the ceiling."""
    shade = ((height_m - 0.11, 0.10), (height_m - 0.085, 0.17), (height_m - 0.02, 0.19))
    plate = ((height_m - 0.02, 0.215), (height_m, 0.215))
    return [
        turned(shade, (x, z), _LAMP_SHADE, sides=14).glowing(0.6),
        turned(plate, (x, z), _FRAME, sides=14).glowing(0.05),
    ]


def wall_solids(wall: Wall, house: House) -> list[Solid]:
    """One side of a wall with its half of the frames, in world coordinates; nothing for an open boundary."""
    side = _side(wall, house)
    if wall.is_open or side is None:
        return []
    finish = wall_finish(wall.material, wall.color)
    holes = sorted(((*side.span(opening), opening) for opening in _openings(wall, house)), key=lambda hole: hole[:2])
    solids = [
        side.block(u0, u1, y0, y1, HALF_WALL_M, finish)
        for u0, u1, y0, y1 in _pieces(side.length, wall.height_m, holes)
        if u1 - u0 > 1e-6 and y1 - y0 > 1e-6
    ]
    solids += [side.block(u0, u1, 0.0, _SKIRTING_M, 0.008, _FRAME) for u0, u1 in _gaps(side.length, holes)]
    for u0, u1, opening in holes:
        if u1 - u0 > 3 * _CASING_M:
            solids += _window(side, u0, u1, opening) if opening.kind == "window" else _door(side, u0, u1, opening)
    return solids


def barriers(house: House) -> list[Barrier]:
    """Plan segments that stop the body: walls but for the passages in them, and the doors that lead outside."""
    found = [
        Barrier(opening.id, opening.start, opening.end)
        for opening in house.openings
        if opening.kind == "door" and not _is_passage(opening)
    ]
    told: set[frozenset[Point]] = set()
    for wall in house.walls:
        ends = frozenset((round(x, 4), round(z, 4)) for x, z in (wall.start, wall.end))
        side = _side(wall, house)
        if wall.is_open or side is None or ends in told:
            continue  # the other room's telling of the same wall
        told.add(ends)
        at = 0.0
        for u0, u1 in sorted(side.span(o) for o in _openings(wall, house) if o.kind == "door"):
            if u0 - at > 1e-6:
                found.append(Barrier(wall.id, side.at(at), side.at(u0)))
            at = max(at, u1)
        if side.length - at > 1e-6:
            found.append(Barrier(wall.id, side.at(at), side.at(side.length)))
    return found


def _is_passage(opening: Opening) -> bool:
    return not opening.is_outside and opening.bottom_m <= STEP_OVER_M and opening.top_m >= BODY_HEIGHT_M


def _openings(wall: Wall, house: House) -> list[Opening]:
    return [opening for opening in house.openings if wall.id in (opening.wall0, opening.wall1)]


def _side(wall: Wall, house: House) -> _Side | None:
    """The wall as its room sees it: a room lies on the right of a wall's direction, the outside on the left of it.

    (Floors run clockwise, and so do their walls.) Where a file tells a wall the other way round, the floor decides.
    """
    dx, dz = wall.end[0] - wall.start[0], wall.end[1] - wall.start[1]
    length = math.sqrt(dx * dx + dz * dz)
    if length < 1e-6:
        return None
    along = (dx / length, dz / length)
    out = (along[1], -along[0])
    middle = ((wall.start[0] + wall.end[0]) / 2, (wall.start[1] + wall.end[1]) / 2)
    probe = (middle[0] + 0.02 * out[0], middle[1] + 0.02 * out[1])
    rooms = [room for room in house.rooms if wall.room_id in (None, room.id)]
    is_inside = any(strictly_contains(room.polygon, *probe) for room in rooms)
    if rooms and is_inside == (wall.room_id is None):
        out = (-out[0], -out[1])
    return _Side(wall.start, along, out, length)


def _pieces(
    length: float, height: float, holes: list[tuple[float, float, Opening]]
) -> Iterator[tuple[float, float, float, float]]:
    """What is left of a wall around its holes, as u0, u1, y0, y1."""
    at = 0.0
    for u0, u1, opening in holes:
        yield at, u0, 0.0, height
        yield u0, u1, 0.0, min(opening.bottom_m, height)
        yield u0, u1, min(opening.top_m, height), height
        at = max(at, u1)
    yield at, length, 0.0, height


def _gaps(length: float, holes: list[tuple[float, float, Opening]]) -> Iterator[tuple[float, float]]:
    """Stretches along the floor between the doors, where a skirting board runs."""
    at = 0.0
    for u0, u1, opening in holes:
        if opening.bottom_m > _SKIRTING_M:
            continue
        if u0 - _CASING_M - at > 0.02:
            yield at, u0 - _CASING_M
        at = max(at, u1 + _CASING_M)
    if length - at > 0.02:
        yield at, length


def _door(side: _Side, u0: float, u1: float, opening: Opening) -> list[Solid]:
    top = opening.top_m
    solids = [
        side.block(u0 - _CASING_M, u0 + 0.015, 0.0, top + _CASING_M, _FRAME_M, _FRAME),
        side.block(u1 - 0.015, u1 + _CASING_M, 0.0, top + _CASING_M, _FRAME_M, _FRAME),
        side.block(u0 + 0.015, u1 - 0.015, top - 0.015, top + _CASING_M, _FRAME_M, _FRAME),
    ]
    if opening.is_outside:
        low, high = u0 + 0.015, u1 - 0.015
        third = (high - low) / 3
        solids.append(side.block(low, high, 0.0, top - 0.015, 0.012, _OUTER_DOOR))
        for y0, y1 in ((0.15, 0.45 * top), (0.52 * top, top - 0.16)):
            solids.append(side.block(low + 0.1, low + 1.35 * third, y0, y1, 0.018, _DOOR_PANEL))
            solids.append(side.block(high - 1.35 * third, high - 0.1, y0, y1, 0.018, _DOOR_PANEL))
        solids.append(side.block(high - 0.08, high - 0.03, 0.98, 1.03, 0.06, _KNOB))
    return solids


def _window(side: _Side, u0: float, u1: float, opening: Opening) -> list[Solid]:
    low, high = opening.bottom_m, opening.top_m
    bar = 0.03
    middle_u, middle_y = (u0 + u1) / 2, (low + high) / 2
    solids = [
        side.block(u0 - _CASING_M, u0 + bar, low - _CASING_M, high + _CASING_M, _FRAME_M, _FRAME),
        side.block(u1 - bar, u1 + _CASING_M, low - _CASING_M, high + _CASING_M, _FRAME_M, _FRAME),
        side.block(u0 + bar, u1 - bar, high - bar, high + _CASING_M, _FRAME_M, _FRAME),
        side.block(u0 + bar, u1 - bar, low - _CASING_M, low + bar, 2 * _FRAME_M, _FRAME),
        side.block(u0 + bar, u1 - bar, middle_y - bar / 2, middle_y + bar / 2, 0.015, _FRAME),
    ]
    if u1 - u0 > 0.8:
        solids.append(side.block(middle_u - bar / 2, middle_u + bar / 2, low + bar, high - bar, 0.012, _FRAME))
    return solids
