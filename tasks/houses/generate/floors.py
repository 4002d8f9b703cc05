"""The floor of one room while it is furnished: what may stand where, so that one can still walk.

The floor is walked on the 0.25 m grid of the world, with 0.3 m to walls and things, so every way is at least 0.6 m
wide. A thing is accepted when, with it in place, one connected floor still touches all doors and comes near every thing.
"""

import math
from collections.abc import Sequence

from tasks.houses.generate.openings import Cut, Gate
from tasks.houses.generate.outlines import Stretch
from tasks.houses.generate.rects import Rect
from tasks.houses.generate.things import Thing

GRID_M = 0.25
BODY_M = 0.3
"""Distance that a walker keeps to walls and things."""

_REACH_M = 0.9
"""Some walkable point must be this near to each thing."""
_MOST_COVERED = 0.5
"""Share of the floor that may be covered by things."""
_LEAST_JOINED = 0.9
"""Share of the free points that must hang together: few corners are walled off."""
_PUSHED_M = 0.35
"""A chair may stand this far under its table."""
_SEATS, _TABLES = ("Chair", "Stool"), ("DiningTable", "Desk")
_EPSILON_M = 1e-6

Cell = tuple[int, int]


class Floor:
    """One room's floor and what stands on it."""

    def __init__(
        self,
        room_type: str,
        fields: Sequence[Rect],
        walls: Sequence[Stretch],
        cuts: Sequence[Cut],
        gates: Sequence[Gate],
    ) -> None:
        """Make an empty floor.

        Args:
            room_type: Type of the room.
            fields: Rectangles that make up the floor, without overlap.
            walls: Stretches of the outline along which a wall stands.
            cuts: Holes in this room's own faces.
            gates: Floor before doors and open boundaries.
        """
        self.room_type = room_type
        self.fields = tuple(fields)
        self.walls = tuple(walls)
        self.cuts = tuple(cuts)
        self.things: list[Thing] = []
        self.area = math.fsum(field.area for field in fields)
        self._clear = [gate.clear for gate in gates]
        self._free = self._walkable()
        self._gates = [self._free & cells_in(gate.way) for gate in gates]

    def add(self, things: Sequence[Thing]) -> bool:
        """Put things on the floor together, or leave it as it was and say no."""
        rects = [thing.rect for thing in things]
        if not all(self._fits(rect) for rect in rects) or self._collides(things):
            return False
        covered = math.fsum(thing.rect.area for thing in (*self.things, *things))
        free = self._free.difference(*(cells_in(rect.grown(BODY_M - _EPSILON_M)) for rect in rects))
        if covered > _MOST_COVERED * self.area or not self._still_works(free, [*self.things, *things]):
            return False
        self.things.extend(things)
        self._free = free
        return True

    @property
    def free_cells(self) -> set[Cell]:
        """Grid points on which a body may stand: x = i * 0.25 m, z = j * 0.25 m."""
        return self._free

    def standing_points(self) -> list[Cell]:
        """The free cells, sorted, that hang together with the room's doors."""
        return sorted(self._joined(self._free))

    def count(self, kind: str) -> int:
        """Things of a type, with what stands on them."""
        return sum(1 for thing in self.things for item in (thing, *thing.children) if item.type == kind)

    def _walkable(self) -> set[Cell]:
        cells = set().union(*(cells_in(field) for field in self.fields))
        return {(i, j) for i, j in cells if self._inside(_square(i * GRID_M, j * GRID_M, BODY_M - _EPSILON_M))}

    def _fits(self, rect: Rect) -> bool:
        return self._inside(rect) and not any(rect.overlaps(clear) for clear in self._clear)

    def _inside(self, rect: Rect) -> bool:
        """Whether the room's rectangles cover all of it."""
        shared = (field.shared(rect) for field in self.fields)
        return math.fsum(max(0.0, x) * max(0.0, z) for x, z in shared) >= rect.area - _EPSILON_M

    def _collides(self, things: Sequence[Thing]) -> bool:
        return any(
            _too_close(thing, other) for i, thing in enumerate(things) for other in (*self.things, *things[i + 1 :])
        )

    def _still_works(self, free: set[Cell], things: Sequence[Thing]) -> bool:
        joined = self._joined(free)
        if len(joined) < _LEAST_JOINED * len(free) or not joined:
            return False
        if not all(gate & joined for gate in self._gates):
            return False
        return all(not joined.isdisjoint(cells_in(thing.rect.grown(_REACH_M))) for thing in things)

    def _joined(self, free: set[Cell]) -> set[Cell]:
        """The points that hang together with the first door, or in a room without doors the largest such floor."""
        starts = [sorted(gate & free)[:1] for gate in self._gates[:1]] or [[cell] for cell in sorted(free)]
        best: set[Cell] = set()
        for start in starts:
            if start and start[0] not in best:
                reached = flooded(start[0], free)
                best = reached if len(reached) > len(best) else best
        return best


def flooded(start: Cell, free: set[Cell]) -> set[Cell]:
    """The free cells that steps to one of four neighbours connect to a start cell, which counts as free."""
    reached, waiting = {start}, [start]
    while waiting:
        i, j = waiting.pop()
        for cell in ((i - 1, j), (i + 1, j), (i, j - 1), (i, j + 1)):
            if cell in free and cell not in reached:
                reached.add(cell)
                waiting.append(cell)
    return reached


def _too_close(one: Thing, other: Thing) -> bool:
    shared = one.rect.shared(other.rect)
    kinds = (one.type, other.type)
    pushed = any(kind in _SEATS for kind in kinds) and any(kind in _TABLES for kind in kinds)
    return min(shared) > (_PUSHED_M if pushed else _EPSILON_M)


def cells_in(rect: Rect) -> set[Cell]:
    """Grid points in a rectangle, its edge included."""
    low_i, high_i = _first(rect.x0), _last(rect.x1)
    low_j, high_j = _first(rect.z0), _last(rect.z1)
    return {(i, j) for i in range(low_i, high_i + 1) for j in range(low_j, high_j + 1)}


def _first(low: float) -> int:
    """Smallest grid index at or above."""
    index = int(low / GRID_M)
    return index if index * GRID_M >= low else index + 1


def _last(high: float) -> int:
    """Largest grid index at or below."""
    index = int(high / GRID_M)
    return index if index * GRID_M <= high else index - 1


def _square(x: float, z: float, half: float) -> Rect:
    return Rect(x - half, z - half, x + half, z + half)
