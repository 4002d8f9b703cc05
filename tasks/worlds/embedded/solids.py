"""Solids: closed bodies of convex faces, from which structure and furniture are put together.

Faces list their corners so that (b - a) x (c - a) points outwards. Convexity of the whole body isn't needed, since
each face is culled by its own normal.
"""

from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal, NamedTuple

from tasks.worlds.angles import sin_cos

Corner = tuple[float, float, float]
Rgb = tuple[float, float, float]


class Finish(NamedTuple):
    """What a surface looks like."""

    rgb: Rgb
    """0 to 1."""
    texture: int = 0
    """Index into textures.TEXTURES."""


class Extent(NamedTuple):
    """An axis-aligned box in the frame of its object, metres."""

    x0: float
    x1: float
    y0: float
    y1: float
    z0: float
    z1: float


@dataclass(frozen=True, slots=True)
class Solid:
    corners: tuple[Corner, ...]
    faces: tuple[tuple[int, ...], ...]
    finish: Finish
    extent: Extent
    body: Extent
    """The room that it takes from the agent's body: its extent, or more where it is the wall of a hollow thing."""
    glow: float = 0.0
    """Light that it gives by itself, 0 to 1: lamp shades and screens."""

    shades: bool = True
    """Whether its box stands for it where light is baked; the box of a ring would close its hole."""

    def glowing(self, glow: float) -> "Solid":
        return replace(self, glow=glow)

    def taking(self, body: Extent) -> "Solid":
        return replace(self, body=body)


_BOX_FACES = ((1, 3, 7, 5), (0, 4, 6, 2), (2, 6, 7, 3), (0, 1, 5, 4), (4, 5, 7, 6), (0, 2, 3, 1))


def box(extent: Extent, finish: Finish) -> Solid:
    """A box; corner k has its high side in x, y, z where bits 0, 1, 2 of k are set."""
    corners = tuple((extent[k & 1], extent[2 + (k >> 1 & 1)], extent[4 + (k >> 2 & 1)]) for k in range(8))
    return Solid(corners, _BOX_FACES, finish, extent, extent)


def turned(
    profile: tuple[tuple[float, float], ...],
    centre: tuple[float, float],
    finish: Finish,
    *,
    sides: int = 10,
    squash: float = 1.0,
    is_ring: bool = False,
) -> Solid:
    """A body turned on a vertical axis: cups, vases, lamps, table legs.

    `profile` lists (height, radius) along the surface; radius 0 closes it in a tip. A profile that goes down again on
    the inside makes a vessel. `squash` is the depth along z over the width along x. A ring's profile runs back to its
    start, up on the outside and down on the inside.
    """
    ring = [sin_cos(360.0 * (k + 0.5) / sides) for k in range(sides)]
    corners: list[Corner] = []
    rows: list[list[int]] = []
    for y, radius in profile:
        if radius == 0.0:
            rows.append([len(corners)] * sides)
            corners.append((centre[0], y, centre[1]))
            continue
        rows.append(list(range(len(corners), len(corners) + sides)))
        corners += [(centre[0] + radius * s, y, centre[1] + radius * c * squash) for s, c in ring]
    faces: list[tuple[int, ...]] = []
    if profile[0][1] > 0.0 and not is_ring:
        faces.append(tuple(reversed(rows[0])))
    for low, high in pairwise([*rows, rows[0]] if is_ring else rows):
        for k in range(sides):
            j = (k + 1) % sides
            faces.append(_without_repeats((low[k], low[j], high[j], high[k])))
    if profile[-1][1] > 0.0 and not is_ring:
        faces.append(tuple(rows[-1]))
    body = _solid(tuple(corners), tuple(f for f in faces if len(f) >= 3), finish)
    return replace(body, shades=not is_ring)


def tipped(solid: Solid, axis: Literal["x", "z"]) -> Solid:
    """A body with its vertical axis laid along x or z: wheels, rolls, dials. Turned by changing the axes round."""
    first, second, third = (1, 2, 0) if axis == "x" else (2, 0, 1)
    corners = tuple((corner[first], corner[second], corner[third]) for corner in solid.corners)
    return replace(_solid(corners, solid.faces, solid.finish), shades=solid.shades)


def hull(bottom: tuple[Corner, ...], top: tuple[Corner, ...], finish: Finish) -> Solid:
    """A prism-like body between two polygons of equal length whose corners run clockwise seen from above."""
    n = len(bottom)
    sides = tuple((k, (k + 1) % n, n + (k + 1) % n, n + k) for k in range(n))
    faces = (tuple(range(n - 1, -1, -1)), tuple(range(n, 2 * n)), *sides)
    corners = (*bottom, *top)
    return _solid(corners, faces, finish)


def sheet(corners: tuple[Corner, ...], finish: Finish) -> Solid:
    """A single one-sided face, seen from the side its normal points to."""
    return _solid(corners, (tuple(range(len(corners))),), finish)


def _without_repeats(face: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(corner for k, corner in enumerate(face) if corner != face[k - 1])


def _solid(corners: tuple[Corner, ...], faces: tuple[tuple[int, ...], ...], finish: Finish) -> Solid:
    xs, ys, zs = zip(*corners, strict=True)
    extent = Extent(min(xs), max(xs), min(ys), max(ys), min(zs), max(zs))
    return Solid(corners, faces, finish, extent, extent)
