"""A thing of a generated house, before it becomes JSON: an asset with a place, and what stands on it."""

from dataclasses import dataclass, field

from tasks.houses.assets import Asset, Size
from tasks.houses.generate.rects import Rect, footprint

_LIES = frozenset(("BaseballBat", "TennisRacket"))
"""They do not stand by themselves."""


@dataclass(slots=True)
class Thing:
    asset: Asset
    x: float
    y: float
    z: float
    """Centre of the box, in metres."""
    yaw: int
    """A quarter turn: 0, 90, 180 or 270."""
    children: "list[Thing]" = field(default_factory=list)

    @property
    def type(self) -> str:
        return self.asset.type

    @property
    def lies(self) -> bool:
        """On its side: turned by 90 degrees about its own z before it is turned by yaw."""
        return self.asset.type in _LIES

    @property
    def size(self) -> Size:
        """Extents of the box as it lies or stands, before yaw."""
        return size_at_rest(self.asset)

    @property
    def rect(self) -> Rect:
        return footprint(self.x, self.z, self.size, self.yaw)

    @property
    def bottom(self) -> float:
        return self.y - self.size[1] / 2.0

    @property
    def top(self) -> float:
        return self.y + self.size[1] / 2.0


def size_at_rest(asset: Asset) -> Size:
    """Extents of the box as the asset lies or stands, before yaw, in metres."""
    x, y, z = asset.size
    return (y, x, z) if asset.type in _LIES else (x, y, z)


def standing(asset: Asset, x: float, z: float, yaw: int, on: float = 0.0) -> Thing:
    """A thing at rest on the floor, or on something that is `on` metres high."""
    return Thing(asset, x, on + size_at_rest(asset)[1] / 2.0, z, yaw)
