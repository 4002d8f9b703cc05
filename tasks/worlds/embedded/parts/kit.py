"""The kit that objects are built with: a bounding box to fill, a finish to use, and a few kinds of parts.

Coordinates are the object's own, in metres: x to its left and right, y up from its underside, z towards its front,
with the origin in the middle of its footprint. Every part is cut to the bounding box.
"""

from dataclasses import dataclass, field
from typing import Literal

from tasks.worlds.embedded.solids import Extent, Finish, Solid, box, tipped, turned

_THIN_M = 0.0005


@dataclass(slots=True)
class Kit:
    w: float
    """Width along x."""
    h: float
    """Height."""
    d: float
    """Depth along z."""
    main: Finish
    """The finish of this asset's type and colour."""
    asset_id: str = ""
    levels: tuple[float, ...] = ()
    """Heights at which the house has things in this object, below its top."""
    solids: list[Solid] = field(default_factory=list)

    @property
    def x(self) -> float:
        """Half the width."""
        return self.w / 2

    @property
    def z(self) -> float:
        """Half the depth."""
        return self.d / 2

    def box(
        self,
        xs: tuple[float, float],
        ys: tuple[float, float],
        zs: tuple[float, float],
        finish: Finish | None = None,
        *,
        glow: float = 0.0,
    ) -> None:
        """A box between the given coordinates."""
        x, y, z = _cut(xs, -self.x, self.x), _cut(ys, 0.0, self.h), _cut(zs, -self.z, self.z)
        self.solids.append(box(Extent(*x, *y, *z), finish or self.main).glowing(glow))

    def slab(self, ys: tuple[float, float], finish: Finish | None = None, inset: float = 0.0) -> None:
        """A box over the whole footprint but for `inset` on each side."""
        self.box((inset - self.x, self.x - inset), ys, (inset - self.z, self.z - inset), finish)

    def legs(self, height: float, thick: float, finish: Finish | None = None, inset: float = 0.0) -> None:
        """Four square legs at the corners."""
        thick = min(thick, self.x, self.z)
        x, z = self.x - inset, self.z - inset
        for xs in ((-x, thick - x), (x - thick, x)):
            for zs in ((-z, thick - z), (z - thick, z)):
                self.box(xs, (0.0, height), zs, finish)

    def shell(
        self, ys: tuple[float, float], thick: float, finish: Finish | None = None, *, open_front: bool = False
    ) -> None:
        """Four walls without lid or bottom, or three where `open_front`; nobody stands between them."""
        thick = min(thick, self.x, self.z)
        x, z = self.x, self.z
        self.box((-x, thick - x), ys, (-z, z), finish)
        self.box((x - thick, x), ys, (-z, z), finish)
        self.box((thick - x, x - thick), ys, (-z, thick - z), finish)
        if not open_front:
            self.box((thick - x, x - thick), ys, (z - thick, z), finish)
        self.solids[-1] = self.solids[-1].taking(Extent(-x, x, *ys, -z, z))

    def turned(
        self,
        profile: tuple[tuple[float, float], ...],
        finish: Finish | None = None,
        *,
        at: tuple[float, float] = (0.0, 0.0),
        sides: int = 10,
        glow: float = 0.0,
    ) -> None:
        """A body turned on a vertical axis. `profile` lists (height, radius), as shares of h and of the half width.

        Depth follows width as the bounding box has it, so a body in the middle with radius 1 fills the box.
        """
        points = tuple((y * self.h, r * self.x) for y, r in profile)
        self._turn(points, at, finish or self.main, self.d / self.w, sides, glow)

    def round(self, profile: tuple[tuple[float, float], ...], at: tuple[float, float], finish: Finish) -> None:
        """A body with a circular outline; `profile` lists (height, radius) in metres."""
        self._turn(profile, at, finish, 1.0, 12, 0.0)

    def stretched(
        self, profile: tuple[tuple[float, float], ...], at: tuple[float, float], squash: float, finish: Finish
    ) -> None:
        """A body with an oval outline: `squash` is depth over width; (height, radius along x) in metres."""
        self._turn(profile, at, finish, squash, 12, 0.0)

    def lathe(
        self,
        axis: Literal["x", "z"],
        profile: tuple[tuple[float, float], ...],
        at: tuple[float, float],
        finish: Finish | None = None,
        *,
        sides: int = 12,
        is_ring: bool = False,
        glow: float = 0.0,
    ) -> None:
        """A body turned on an axis along x or z. `profile` lists (place along the axis, radius) in metres.

        `at` is where the axis lies: height and z for one along x, x and height for one along z.
        """
        across, y = (at[1], at[0]) if axis == "x" else at
        half, length = (self.z, self.x) if axis == "x" else (self.x, self.z)
        y = min(max(y, 0.002), self.h - 0.002) if self.h > 0.004 else self.h / 2
        room = max(min(half - abs(across), y, self.h - y), 0.0004)
        points = tuple((min(max(a, -length), length), min(r, room)) for a, r in profile)
        centre = (across, y) if axis == "x" else (y, across)
        body = turned(points, centre, finish or self.main, sides=sides, is_ring=is_ring)
        self.solids.append(tipped(body, axis).glowing(glow))

    def ring(
        self, radii: tuple[float, float], ys: tuple[float, float], at: tuple[float, float], finish: Finish | None = None
    ) -> None:
        """A flat lying ring; radii from the inside out, in metres."""
        room = min(self.x - abs(at[0]), self.z - abs(at[1]))
        outer = min(radii[1], room)
        inner = min(radii[0], 0.9 * outer)
        (low, high) = _cut(ys, 0.0, self.h)
        profile = ((low, outer), (high, outer), (high, inner), (low, inner))
        self.solids.append(turned(profile, at, finish or self.main, sides=14, is_ring=True))

    def _turn(
        self,
        profile: tuple[tuple[float, float], ...],
        at: tuple[float, float],
        finish: Finish,
        squash: float,
        sides: int,
        glow: float,
    ) -> None:
        room = min(self.x - abs(at[0]), (self.z - abs(at[1])) / squash)
        points = tuple((min(max(y, 0.0), self.h), min(r, room)) for y, r in profile)
        self.solids.append(turned(points, at, finish, sides=sides, squash=squash).glowing(glow))

    def front(self, xs: tuple[float, float], ys: tuple[float, float], depth: float, finish: Finish) -> None:
        """A door or drawer front: a thin plate that ends `depth` behind the front of the box."""
        self.box(xs, ys, (self.z - depth - 0.012, self.z - depth), finish)


def _cut(span: tuple[float, float], low: float, high: float) -> tuple[float, float]:
    """The part of a span inside low..high, never thinner than half a millimetre."""
    a, b = max(span[0], low), min(span[1], high)
    if b - a >= _THIN_M:
        return a, b
    middle = min(max((span[0] + span[1]) / 2, low + _THIN_M / 2), high - _THIN_M / 2)
    return max(middle - _THIN_M / 2, low), min(middle + _THIN_M / 2, high)
