"""Rectangles along the axes of the plan, and quarter turns. Metres, (x, z), yaw clockwise from +z."""

from dataclasses import dataclass

from tasks.houses.house import Point

QUARTER_TURNS: dict[int, tuple[float, float]] = {0: (0.0, 1.0), 90: (1.0, 0.0), 180: (0.0, -1.0), 270: (-1.0, 0.0)}
"""Sine and cosine of each yaw that generated things may have, which is also where +z then points."""

TOUCH_M = 1e-6
"""Things that share less than this only touch."""


@dataclass(frozen=True, slots=True)
class Rect:
    x0: float
    z0: float
    x1: float
    z1: float

    @property
    def area(self) -> float:
        return (self.x1 - self.x0) * (self.z1 - self.z0)

    @property
    def centre(self) -> Point:
        return (self.x0 + self.x1) / 2.0, (self.z0 + self.z1) / 2.0

    def shared(self, other: "Rect") -> tuple[float, float]:
        """Extents of the common part along x and z; negative: a gap."""
        return min(self.x1, other.x1) - max(self.x0, other.x0), min(self.z1, other.z1) - max(self.z0, other.z0)

    def overlaps(self, other: "Rect") -> bool:
        along_x, along_z = self.shared(other)
        return along_x > TOUCH_M and along_z > TOUCH_M

    def grown(self, margin: float) -> "Rect":
        return Rect(self.x0 - margin, self.z0 - margin, self.x1 + margin, self.z1 + margin)

    def holds(self, x: float, z: float) -> bool:
        return self.x0 <= x <= self.x1 and self.z0 <= z <= self.z1


def around(x: float, z: float, width: float, depth: float) -> Rect:
    return Rect(x - width / 2.0, z - depth / 2.0, x + width / 2.0, z + depth / 2.0)


def footprint(x: float, z: float, size: tuple[float, float, float], yaw: int) -> Rect:
    """The floor under a box of this size (x, y, z) at this yaw."""
    width, depth = (size[0], size[2]) if yaw % 180 == 0 else (size[2], size[0])
    return around(x, z, width, depth)


def moved(x: float, z: float, yaw: int, right: float, forward: float) -> Point:
    """The point that lies so far to the right of and in front of one who stands at (x, z) and looks along yaw."""
    sine, cosine = QUARTER_TURNS[yaw]
    return x + right * cosine + forward * sine, z - right * sine + forward * cosine
