"""Paintings: on walls, clear of holes, of each other and of furniture that would hide them."""

from collections.abc import Sequence

from schemas.settings import Split
from tasks.houses.assets import assets_of
from tasks.houses.generate.draw import Draw
from tasks.houses.generate.floors import Floor
from tasks.houses.generate.outlines import Stretch
from tasks.houses.generate.rects import Rect
from tasks.houses.generate.things import Thing

_MOST = 4
_ATTEMPTS = 6
_MIDDLE_M = (1.25, 1.9)
"""Heights of the middle of a painting; in real houses half hang above 1.6 m."""
_MARGIN_M = 0.1
_OFF_WALL_M = 0.004
_BEFORE_M = 0.5
"""Furniture nearer than this to the wall hides what hangs behind it."""

Span = tuple[float, float, float, float]
"""low, high along the wall, bottom, top; metres."""


def hang_paintings(draw: Draw, floor: Floor, height: float, split: Split) -> list[Thing]:
    """Up to four paintings for a room whose walls are `height` metres high."""
    hung: list[tuple[Stretch, Span]] = []
    paintings = []
    for _ in range(draw.whole(0, _MOST)):
        asset = draw.pick(assets_of("Painting", split))
        width, tall, depth = asset.size
        walls = [wall for wall in floor.walls if wall.length > width + 2.0 * _MARGIN_M]
        for _ in range(_ATTEMPTS if walls else 0):
            wall = draw.weighted((wall, wall.length) for wall in walls)
            along = draw.between(_MARGIN_M + width / 2.0, wall.length - _MARGIN_M - width / 2.0)
            middle = min(draw.between(*_MIDDLE_M), height - _MARGIN_M - tall / 2.0)
            span = (along - width / 2.0, along + width / 2.0, middle - tall / 2.0, middle + tall / 2.0)
            if _is_clear(floor, wall, span, hung):
                hung.append((wall, span))
                x, z = wall.at(along, depth / 2.0 + _OFF_WALL_M)
                paintings.append(Thing(asset, x, middle, z, wall.yaw))
                break
    return paintings


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
