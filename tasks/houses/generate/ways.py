"""Whether an agent can walk into every room of a furnished house.

Each floor answers for itself while it is furnished; this asks once more, through all doors and open boundaries, on the
same 0.25 m grid and with the same 0.3 m to walls and things.
"""

from collections.abc import Iterator, Sequence

from tasks.houses.generate.floors import BODY_M, Cell, Floor, cells_in, flooded
from tasks.houses.generate.openings import Openings
from tasks.houses.generate.outlines import Stretch
from tasks.houses.generate.rects import Rect

_EPSILON_M = 1e-6


def unreached_rooms(
    floors: Sequence[Floor], outlines: Sequence[Sequence[Stretch]], openings: Openings, start: Cell
) -> list[int]:
    """Rooms in which no cell can be walked to from a start cell."""
    free = set().union(*(floor.free_cells for floor in floors), *_passages(floors, outlines, openings))
    reached = flooded(start, free)
    return [room for room, floor in enumerate(floors) if reached.isdisjoint(floor.free_cells)]


def _passages(
    floors: Sequence[Floor], outlines: Sequence[Sequence[Stretch]], openings: Openings
) -> Iterator[set[Cell]]:
    """Cells so near to a wall that only its opening makes them free."""
    taken = [thing.rect.grown(BODY_M - _EPSILON_M) for floor in floors for thing in floor.things]
    for way in _gaps(outlines, openings):
        yield cells_in(way).difference(*(cells_in(rect) for rect in taken if rect.overlaps(way)))


def _gaps(outlines: Sequence[Sequence[Stretch]], openings: Openings) -> Iterator[Rect]:
    for door in openings.doors:
        yield _across(door.wall, door.low, door.high)
    for stretches in outlines:
        for wall in stretches:
            if openings.is_open(wall) and wall.length > 2.0 * BODY_M:
                yield _across(wall, 0.0, wall.length)


def _across(wall: Stretch, low: float, high: float) -> Rect:
    """Where a body may be on both sides of a gap in the wall, which is wider than the body."""
    (xa, za), (xb, zb) = wall.at(low + BODY_M, -BODY_M), wall.at(high - BODY_M, BODY_M)
    return Rect(min(xa, xb), min(za, zb), max(xa, xb), max(za, zb))
