"""Finding a place on a floor: poses to try, in random order, and the first at which all of it fits."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from tasks.houses.assets import Asset
from tasks.houses.generate.draw import Draw
from tasks.houses.generate.floors import Floor
from tasks.houses.generate.outlines import Stretch
from tasks.houses.generate.rects import QUARTER_TURNS, moved
from tasks.houses.generate.things import Thing, size_at_rest, standing

WALL_GAP_M = 0.02
_ATTEMPTS = 24
_CORNER_GAP_M = 0.03


@dataclass(frozen=True, slots=True)
class Spot:
    """A place on the floor: a point and where the front looks."""

    x: float
    z: float
    yaw: int

    def shifted(self, right: float, forward: float, turn: int = 0) -> "Spot":
        """The spot so many metres to the right and ahead of this one, turned clockwise by `turn` degrees."""
        return Spot(*moved(self.x, self.z, self.yaw, right, forward), (self.yaw + turn) % 360)


Build = Callable[[Spot], Sequence[Thing]]
"""What stands at a spot: the first thing at the spot itself, the rest around it."""


def settle(floor: Floor, spots: Iterable[Spot], build: Build) -> Sequence[Thing]:
    """Put what `build` makes at the first spot where it fits; empty where it fits nowhere."""
    for spot in spots:
        things = build(spot)
        if things and floor.add(things):
            return things
    return ()


def alone(asset: Asset) -> Build:
    """A thing with nothing around it."""
    return lambda spot: (standing(asset, spot.x, spot.z, spot.yaw),)


def along_walls(draw: Draw, floor: Floor, asset: Asset, corner_chance: float = 0.3) -> Iterator[Spot]:
    """Spots with the back to a wall, with a chance for its end; tall things stand before no window."""
    width, height, depth = size_at_rest(asset)
    walls = [wall for wall in floor.walls if wall.length >= width + 2.0 * _CORNER_GAP_M]
    for _ in range(_ATTEMPTS if walls else 0):
        wall = draw.weighted((wall, wall.length) for wall in walls)
        low = draw.between(_CORNER_GAP_M, wall.length - width - _CORNER_GAP_M)
        if draw.chance(corner_chance):
            low = draw.pick((_CORNER_GAP_M, wall.length - width - _CORNER_GAP_M))
        if not _hides_window(floor, wall, low, low + width, height):
            yield Spot(*wall.at(low + width / 2.0, depth / 2.0 + WALL_GAP_M), wall.yaw)


def amid(draw: Draw, floor: Floor) -> Iterator[Spot]:
    """Spots anywhere on the floor, turned any way."""
    for _ in range(_ATTEMPTS):
        field = draw.weighted((field, field.area) for field in floor.fields)
        x, z = draw.between(field.x0, field.x1), draw.between(field.z0, field.z1)
        yield Spot(x, z, draw.pick(tuple(QUARTER_TURNS)))


def _hides_window(floor: Floor, wall: Stretch, low: float, high: float, height: float) -> bool:
    return any(cut.wall == wall and low < cut.high and cut.low < high and cut.bottom < height for cut in floor.cuts)
