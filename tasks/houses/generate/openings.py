"""Doors, doorways, open boundaries and windows.

Rooms are joined by the cheapest set of passages that reaches them all, where cheap means usual: a kitchen opens into
the living room, nobody crosses a bathroom to reach a bedroom. A few more passages make loops. One door leads outside.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from schemas.settings import Split
from tasks.houses.assets import Asset, Hole, assets_of, holes
from tasks.houses.generate.draw import Draw
from tasks.houses.generate.outlines import Stretch
from tasks.houses.generate.plan import OUTDOORS, NoPlanError
from tasks.houses.generate.rects import Rect

MARGIN_M = 0.12
"""Wall left between a hole and the end of its stretch."""
CLEAR_M = 1.0
"""Depth of floor that stays free on both sides of a door."""

_NARROWEST_M = 1.35
"""A stretch must be this long to hold a door, or to count as an open boundary."""
_WINDOW_LINE_M = 3.0
"""Windows are centred at half the wall's height, or half of this where the wall is higher."""

_COST: dict[frozenset[str], float] = {
    frozenset(("Kitchen", "LivingRoom")): 0.0,
    frozenset(("LivingRoom",)): 0.5,
    frozenset(("LivingRoom", "Bedroom")): 1.5,
    frozenset(("Bedroom", "Bathroom")): 2.0,
    frozenset(("LivingRoom", "Bathroom")): 2.5,
    frozenset(("Kitchen", "Bedroom")): 2.3,
    frozenset(("Kitchen", "Bathroom")): 3.5,
    frozenset(("Bedroom",)): 6.0,
    frozenset(("Kitchen",)): 6.0,
    frozenset(("Bathroom",)): 9.0,
}
_OPEN_HALF_M = 0.8
"""Half the width that stays clear in the middle of an open boundary."""
_LOOP_CHANCE = 0.1
_PUBLIC: dict[frozenset[str], tuple[float, float]] = {
    frozenset(("Kitchen", "LivingRoom")): (0.41, 0.7),
    frozenset(("LivingRoom",)): (0.5, 1.0),
}
"""Rooms that may lie open to each other: how often no wall is between them at all, and else a frame without a door."""
_DOUBLE_CHANCE = {"Doorway": 0.55, "Doorframe": 0.75}
"""How often a door or frame is a double one, where the wall is long enough."""
_DOUBLE_WALL_M = 2.25
_WINDOW_CHANCE = 0.38
"""For each stretch of outer wall."""
_ENTRANCE_ORDER = ("LivingRoom", "Kitchen", "Bedroom", "Bathroom")
_KITCHEN_ENTRANCE = 0.35
"""How often the kitchen comes first."""


@dataclass(frozen=True, slots=True)
class Cut:
    """A hole in a stretch, with its asset."""

    wall: Stretch
    low: float
    high: float
    """Metres along the stretch."""
    bottom: float
    top: float
    asset: Asset

    def seen_from(self, back: Stretch) -> "Cut":
        """The same hole in the other face of the wall."""
        return replace(self, wall=back, low=self.wall.length - self.high, high=self.wall.length - self.low)

    @property
    def is_door(self) -> bool:
        return self.bottom == 0.0


@dataclass(frozen=True, slots=True)
class Gate:
    """Floor before a passage."""

    clear: Rect
    """Nothing may stand here."""
    way: Rect
    """One walks through here."""


def gate(wall: Stretch, low: float, high: float) -> Gate:
    """The gate before a passage from low to high metres along a stretch."""
    shoulder = min(0.2, (high - low) / 4.0)
    return Gate(wall.strip(low, high, CLEAR_M), wall.strip(low + shoulder, high - shoulder, CLEAR_M))


@dataclass(frozen=True, slots=True)
class Openings:
    doors: tuple[Cut, ...]
    """Between rooms; the wall is a face of one of them."""
    entrance: Cut
    windows: tuple[Cut, ...]
    open_pairs: frozenset[frozenset[int]]
    """Pairs of rooms with no wall between them."""

    def is_open(self, stretch: Stretch) -> bool:
        """Whether no wall stands along this stretch."""
        return frozenset((stretch.room, stretch.neighbour)) in self.open_pairs

    def cuts_of(self, stretches: Iterable[Stretch]) -> list[Cut]:
        """Holes in these faces, whichever face they were cut from."""
        cuts = []
        for wall in stretches:
            for cut in (*self.doors, self.entrance, *self.windows):
                if cut.wall == wall:
                    cuts.append(cut)
                elif cut.wall.is_back_of(wall):
                    cuts.append(cut.seen_from(wall))
        return cuts

    def gates_of(self, stretches: Sequence[Stretch]) -> list[Gate]:
        """Floor before the doors of a room, and before the middle of its widest opening to each open neighbour."""
        gates = [gate(cut.wall, cut.low, cut.high) for cut in self.cuts_of(stretches) if cut.is_door]
        widest: dict[int, Stretch] = {}
        for wall in stretches:
            if self.is_open(wall) and (wall.neighbour not in widest or wall.length > widest[wall.neighbour].length):
                widest[wall.neighbour] = wall
        for wall in widest.values():
            half = min(wall.length / 2.0, _OPEN_HALF_M)
            gates.append(gate(wall, wall.length / 2.0 - half, wall.length / 2.0 + half))
        return gates


def cut_openings(
    draw: Draw, types: Sequence[str], stretches: Sequence[Stretch], height: float, split: Split
) -> Openings:
    """Openings of a house whose walls are `height` metres high. Raises NoPlanError where rooms cannot be joined."""
    doors: list[Cut] = []
    open_pairs: set[frozenset[int]] = set()
    for a, b in _joined_rooms(draw, types, stretches):
        open_chance, frame_chance = _PUBLIC.get(frozenset((types[a], types[b])), (0.0, 0.0))
        if draw.chance(open_chance):
            open_pairs.add(frozenset((a, b)))
        else:
            wall = draw.pick([s for s in _wide(stretches) if {s.room, s.neighbour} == {a, b}])
            doors.append(_door(draw, wall, "Doorframe" if draw.chance(frame_chance) else "Doorway", split))
    entrance = _entrance(draw, types, stretches, split)
    windows = [
        _window(draw, wall, height, split)
        for wall in stretches
        if wall.neighbour == OUTDOORS and wall != entrance.wall and draw.chance(_WINDOW_CHANCE)
    ]
    return Openings(tuple(doors), entrance, tuple(w for w in windows if w), frozenset(open_pairs))


def _wide(stretches: Iterable[Stretch]) -> list[Stretch]:
    return [stretch for stretch in stretches if stretch.length >= _NARROWEST_M]


def _joined_rooms(draw: Draw, types: Sequence[str], stretches: Sequence[Stretch]) -> list[tuple[int, int]]:
    """Pairs of rooms to join: a cheapest tree that reaches every room (Kruskal), and a few more."""
    pairs = sorted({(s.room, s.neighbour) for s in _wide(stretches) if s.room < s.neighbour})
    cost = {(a, b): _COST[frozenset((types[a], types[b]))] + draw.between(0.0, 1.5) for a, b in pairs}
    group = list(range(len(types)))
    joined = []
    for a, b in sorted(pairs, key=lambda pair: (cost[pair], pair)):
        if group[a] != group[b]:
            group = [group[a] if other == group[b] else other for other in group]
            joined.append((a, b))
        elif "Bathroom" not in (types[a], types[b]) and cost[a, b] < 4.0 and draw.chance(_LOOP_CHANCE):
            joined.append((a, b))
    if len(set(group)) > 1:
        raise NoPlanError("rooms cannot be joined")
    return joined


def _door(draw: Draw, wall: Stretch, kind: str, split: Split) -> Cut:
    """A `Doorway` or a bare `Doorframe`, single or double."""
    double = wall.length >= _DOUBLE_WALL_M and draw.chance(_DOUBLE_CHANCE[kind])
    return _placed_door(draw, wall, kind, double, split)


def _placed_door(draw: Draw, wall: Stretch, kind: str, double: bool, split: Split) -> Cut:
    room = wall.length - 2.0 * MARGIN_M
    fitting = [item for item in assets_of(kind, split) if _hole(item).width <= room]
    wanted = [item for item in fitting if ("Double" in item.id) == double]
    item = draw.pick(wanted or fitting)  # a split may have no double ones
    low = draw.between(MARGIN_M, wall.length - MARGIN_M - _hole(item).width)
    return Cut(wall, low, low + _hole(item).width, 0.0, _hole(item).height, item)


def _hole(item: Asset) -> Hole:
    """A bare frame fits the hole of the door of the same number."""
    return holes()[item.id.replace("Doorframe", "Doorway")]


def _entrance(draw: Draw, types: Sequence[str], stretches: Sequence[Stretch], split: Split) -> Cut:
    """The one door that leads outside, in the most public room that has a wall for it."""
    outer = [stretch for stretch in _wide(stretches) if stretch.neighbour == OUTDOORS]
    first = ("Kitchen",) if draw.chance(_KITCHEN_ENTRANCE) else ()
    for kind in (*first, *_ENTRANCE_ORDER):
        walls = [stretch for stretch in outer if types[stretch.room] == kind]
        if walls:
            return _placed_door(draw, draw.pick(walls), "Doorway", double=False, split=split)
    raise NoPlanError("no wall for a front door")


def _window(draw: Draw, wall: Stretch, height: float, split: Split) -> Cut | None:
    """A window in the wall, or None where it is too short. Bay windows stand out of the wall and are left out."""
    room = wall.length - 2.0 * MARGIN_M
    line = min(height, _WINDOW_LINE_M) / 2.0
    fitting = [
        item
        for item in assets_of("Window", split)
        if "Bay" not in item.id and holes()[item.id].width <= room and holes()[item.id].height <= 2.0 * line - 0.3
    ]
    if not fitting:
        return None
    item = draw.pick(fitting)
    hole = holes()[item.id]
    low = draw.between(MARGIN_M, wall.length - MARGIN_M - hole.width)
    return Cut(wall, low, low + hole.width, line - hole.height / 2.0, line + hole.height / 2.0, item)
