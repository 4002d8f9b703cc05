"""Floor plans: a footprint that is cut up until each room has its part.

All coordinates are whole centimetres, so that walls meet exactly. A part is cut in two along its longer side, in
proportion to what has to fit; two rooms may also share a part as a corner and the L around it; and a corner of the
whole house may stay outdoors.
"""

import math
from dataclasses import dataclass
from itertools import pairwise

from tasks.houses.generate.draw import Draw
from tasks.houses.generate.specs import AREA_M2, MIN_SIDE_CM, Spec, Tree, leaves

OUTDOORS = -1

_SNAP_CM = 5
_MAX_SLIMNESS = 2.5
"""Longest over shortest side of a room."""
_ARM_CM = 220
"""Least width of what is left beside a corner that was cut out."""
_ATTEMPTS = 400
_SCALE = (0.65, 1.25)
"""Small and large houses: a factor on all areas."""
_MORE_CHANCE, _MORE_SCALE = 0.2, 0.9
"""Some houses are larger still."""

Box = tuple[int, int, int, int]
"""x0, z0, x1, z1 in centimetres."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Rooms on a grid of cut lines."""

    types: tuple[str, ...]
    """Type of each room."""
    xs: tuple[int, ...]
    zs: tuple[int, ...]
    """Cut lines, in centimetres from the corner of the house."""
    owner: tuple[tuple[int, ...], ...]
    """owner[i][j] is the room on the field between xs[i], xs[i + 1] and zs[j], zs[j + 1], or OUTDOORS."""

    def fields(self, room: int) -> list[Box]:
        """The rectangles that make up a room."""
        return [
            (self.xs[i], self.zs[j], self.xs[i + 1], self.zs[j + 1])
            for i, column in enumerate(self.owner)
            for j, owner in enumerate(column)
            if owner == room
        ]


class NoPlanError(Exception):
    """This draw of cuts left a room too narrow; another may not."""


@dataclass(frozen=True, slots=True)
class _Part:
    """A room with its place: a box, without the corner `without` where that is given."""

    type: str
    box: Box
    without: Box | None = None


def floor_plan(draw: Draw, spec: Spec) -> Plan:
    """A plan for these rooms; rooms are numbered in the order of the spec's leaves."""
    for _ in range(_ATTEMPTS):
        try:
            parts = _cut(draw, spec.tree, _footprint(draw, spec.tree))
        except NoPlanError:
            continue
        return _gridded(_ordered(_notched(draw, parts), leaves(spec.tree)))
    raise AssertionError(f"no floor plan for {spec.name} in {_ATTEMPTS} draws")


def _footprint(draw: Draw, tree: Tree) -> Box:
    """A box for the mean areas of the rooms, times a factor for this house."""
    rooms = leaves(tree)
    scale = draw.between(*_SCALE) + (draw.between(0.0, _MORE_SCALE) if draw.chance(_MORE_CHANCE) else 0.0)
    area = scale * math.fsum(draw.between(*AREA_M2[room]) for room in rooms)
    width = 100.0 * math.sqrt(area * draw.between(0.65, 1.55))
    return 0, 0, _snapped(width), _snapped(area * 1e4 / width)


def _cut(draw: Draw, tree: Tree, box: Box) -> list[_Part]:
    if isinstance(tree, str):
        _check_room(tree, box)
        return [_Part(tree, box)]
    branches = draw.shuffled(tree)
    if len(branches) == 2 and isinstance(branches[0], str) and isinstance(branches[1], str) and draw.chance(0.4):
        small, large = sorted((branches[0], branches[1]), key=_mean_area)
        nested = _corner(draw, small, large, box)
        if nested:
            return nested
    half = len(branches) // 2
    first, second = (_joined(branches[:half]), _joined(branches[half:]))
    share = _mean_area(first) / (_mean_area(first) + _mean_area(second)) * draw.between(0.88, 1.12)
    x0, z0, x1, z1 = box
    width, depth = x1 - x0, z1 - z0
    if width * draw.between(0.8, 1.25) > depth:
        at = x0 + _snapped(width * share)
        return _cut(draw, first, (x0, z0, at, z1)) + _cut(draw, second, (at, z0, x1, z1))
    at = z0 + _snapped(depth * share)
    return _cut(draw, first, (x0, z0, x1, at)) + _cut(draw, second, (x0, at, x1, z1))


def _corner(draw: Draw, small: str, large: str, box: Box) -> list[_Part]:
    """The smaller room in a corner of the box, the larger around it; nothing where that leaves too little."""
    x0, z0, x1, z1 = box
    width, depth = x1 - x0, z1 - z0
    share = _mean_area(small) / (_mean_area(small) + _mean_area(large))
    wide = _snapped(width * draw.between(0.45, 0.62))
    deep = _snapped(share * width * depth / wide)
    right, top = draw.chance(0.5), draw.chance(0.5)
    least = MIN_SIDE_CM[small]
    if min(wide, deep) < least or width - wide < _ARM_CM or depth - deep < _ARM_CM:
        return []
    left = x1 - wide if right else x0
    low = z1 - deep if top else z0
    corner = (left, low, left + wide, low + deep)
    if max(wide, deep) > _MAX_SLIMNESS * min(wide, deep):
        return []
    return [_Part(small, corner), _Part(large, box, without=corner)]


def _notched(draw: Draw, parts: list[_Part]) -> list[_Part]:
    """With a chance, one corner of the house stays outdoors."""
    if not draw.chance(0.35):
        return parts
    x1, z1 = max(part.box[2] for part in parts), max(part.box[3] for part in parts)
    at_x, at_z = draw.pick((0, x1)), draw.pick((0, z1))
    share_x, share_z = draw.between(0.28, 0.45), draw.between(0.28, 0.45)
    return [_without_corner(part, at_x, at_z, share_x, share_z) for part in parts]


def _without_corner(part: _Part, at_x: int, at_z: int, share_x: float, share_z: float) -> _Part:
    """The part without its corner at this point, where it is a plain room with such a corner and large enough."""
    x0, z0, x1, z1 = part.box
    wide, deep = _snapped((x1 - x0) * share_x), _snapped((z1 - z0) * share_z)
    has_corner = at_x in (x0, x1) and at_z in (z0, z1)
    fits = x1 - x0 - wide >= _ARM_CM and z1 - z0 - deep >= _ARM_CM
    if part.without or part.type == "Bathroom" or not has_corner or not fits or min(wide, deep) <= 0:
        return part
    left = x0 if at_x == x0 else x1 - wide
    low = z0 if at_z == z0 else z1 - deep
    return _Part(part.type, part.box, without=(left, low, left + wide, low + deep))


def _ordered(parts: list[_Part], types: list[str]) -> list[_Part]:
    """The parts in the order of the room types."""
    left = list(parts)
    return [left.pop(next(i for i, part in enumerate(left) if part.type == room)) for room in types]


def _gridded(parts: list[_Part]) -> Plan:
    boxes = [box for part in parts for box in (part.box, part.without) if box is not None]
    xs = tuple(sorted({x for box in boxes for x in (box[0], box[2])}))
    zs = tuple(sorted({z for box in boxes for z in (box[1], box[3])}))
    owner = tuple(
        tuple(_owner(parts, (x0 + x1) / 2.0, (z0 + z1) / 2.0) for z0, z1 in pairwise(zs)) for x0, x1 in pairwise(xs)
    )
    return Plan(tuple(part.type for part in parts), xs, zs, owner)


def _owner(parts: list[_Part], x: float, z: float) -> int:
    for room, part in enumerate(parts):
        if _holds(part.box, x, z) and not (part.without and _holds(part.without, x, z)):
            return room
    return OUTDOORS


def _holds(box: Box, x: float, z: float) -> bool:
    return box[0] < x < box[2] and box[1] < z < box[3]


def _check_room(room: str, box: Box) -> None:
    sides = box[2] - box[0], box[3] - box[1]
    if min(sides) < MIN_SIDE_CM[room] or max(sides) > _MAX_SLIMNESS * min(sides):
        raise NoPlanError(room)


def _joined(branches: list[Tree]) -> Tree:
    return branches[0] if len(branches) == 1 else tuple(branches)


def _mean_area(tree: Tree) -> float:
    return math.fsum(AREA_M2[room][0] + AREA_M2[room][1] for room in leaves(tree)) / 2.0


def _snapped(length: float) -> int:
    return int(length / _SNAP_CM + 0.5) * _SNAP_CM
