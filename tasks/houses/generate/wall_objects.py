"""What hangs on walls: paintings and flat televisions; real layouts have no towels on any of 39 bathrooms' walls.

All hang clear of holes, of each other and of furniture that would hide them.
"""

from collections.abc import Iterator, Sequence

from schemas.settings import Split
from tasks.houses.assets import Asset, assets_of
from tasks.houses.generate.draw import Draw
from tasks.houses.generate.floors import Floor
from tasks.houses.generate.outlines import Stretch
from tasks.houses.generate.rects import Rect
from tasks.houses.generate.things import Thing

_PAINTINGS = ((0, 4.0), (1, 8.0), (2, 50.0), (3, 29.0), (4, 11.0))
"""How many a room has, by weight."""
_SCREENS = {"Kitchen": (0.34, 0.34), "LivingRoom": (0.95, 0.17), "Bedroom": (0.45, 0.0)}
"""How often a television hangs in a room without and with one on a stand."""
_FLAT_M = 0.2
"""Deeper televisions stand."""
_ATTEMPTS = 6
_MIDDLE_M = {"Painting": (1.1, 2.1), "Television": (1.35, 2.05)}
"""Heights of the middle."""
_MARGIN_M = 0.1
_OFF_WALL_M = 0.004
_BEFORE_M = 0.5
"""Furniture nearer than this to the wall hides what hangs behind it."""

Span = tuple[float, float, float, float]
"""low, high along the wall, bottom, top; metres."""


def hang(draw: Draw, floor: Floor, height: float, split: Split) -> list[Thing]:
    """What hangs in a furnished room whose walls are `height` metres high."""
    hung: list[tuple[Stretch, Span]] = []
    things = []
    for asset in _wanted(draw, floor, split):
        thing = _hung(draw, floor, height, asset, hung)
        if thing is not None:
            things.append(thing)
    return things


def _wanted(draw: Draw, floor: Floor, split: Split) -> Iterator[Asset]:
    without, with_stand = _SCREENS.get(floor.room_type, (0.0, 0.0))
    flat = [item for item in assets_of("Television", split) if item.size[2] < _FLAT_M]  # some splits have none
    if draw.chance(with_stand if floor.count("TVStand") else without) and flat:
        yield draw.pick(flat)
    for _ in range(draw.weighted(_PAINTINGS)):
        yield draw.pick(assets_of("Painting", split))


def _hung(draw: Draw, floor: Floor, height: float, asset: Asset, hung: list[tuple[Stretch, Span]]) -> Thing | None:
    """The asset on some wall, where it finds a place; its span is noted in `hung`."""
    width, tall, depth = asset.size
    walls = [wall for wall in floor.walls if wall.length > width + 2.0 * _MARGIN_M]
    for _ in range(_ATTEMPTS if walls else 0):
        wall = draw.weighted((wall, wall.length) for wall in walls)
        along = draw.between(_MARGIN_M + width / 2.0, wall.length - _MARGIN_M - width / 2.0)
        wanted = draw.between(*_MIDDLE_M[asset.type])
        middle = min(wanted, height - _MARGIN_M - tall / 2.0)
        span = (along - width / 2.0, along + width / 2.0, middle - tall / 2.0, middle + tall / 2.0)
        if _is_clear(floor, wall, span, hung):
            hung.append((wall, span))
            x, z = wall.at(along, depth / 2.0 + _OFF_WALL_M)
            return Thing(asset, x, middle, z, wall.yaw)
    return None


def _is_clear(floor: Floor, wall: Stretch, span: Span, hung: Sequence[tuple[Stretch, Span]]) -> bool:
    taken = [other for face, other in hung if face == wall]
    taken += [(cut.low, cut.high, cut.bottom, cut.top) for cut in floor.cuts if cut.wall == wall]
    if any(_overlap(span, other) for other in taken):
        return False
    before = wall.strip(span[0], span[1], _BEFORE_M)
    return not any(_rises_before(thing, before, span[2]) for thing in floor.things)


def _overlap(one: Span, other: Span) -> bool:
    along = min(one[1], other[1]) - max(one[0], other[0]) > -_MARGIN_M
    return along and min(one[3], other[3]) - max(one[2], other[2]) > -_MARGIN_M


def _rises_before(thing: Thing, before: Rect, bottom: float) -> bool:
    top = max(item.top for item in (thing, *thing.children))
    return thing.rect.overlaps(before) and top > bottom
