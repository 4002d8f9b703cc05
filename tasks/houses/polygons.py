"""Plane geometry of floors: is a point inside, how large, which corners count. Pure arithmetic, no library.

Only + - * / are used, so that the same floor gives the same answer on every processor. Points are (x, z) in metres.
"""

import math
from collections.abc import Sequence

from tasks.houses.house import Point

EDGE_M = 1e-6
"""A point nearer to an edge than this lies on it."""


def signed_area(polygon: Sequence[Point]) -> float:
    """Area in square metres, negative for corners that run clockwise with x to the right and z up."""
    return 0.5 * math.fsum(
        x0 * z1 - x1 * z0 for (x0, z0), (x1, z1) in zip(polygon, (*polygon[1:], polygon[0]), strict=True)
    )


def tidy(polygon: Sequence[Point]) -> tuple[Point, ...]:
    """The corners without repeated points and points in the middle of a straight edge."""
    corners = list(polygon)
    kept = [point for i, point in enumerate(corners) if not _same(point, corners[i - 1])]
    return tuple(point for i, point in enumerate(kept) if not _straight(kept[i - 1], point, kept[(i + 1) % len(kept)]))


def contains(polygon: Sequence[Point], x: float, z: float) -> bool:
    """Whether the point is inside or on an edge. The polygon may be concave."""
    return on_edge(polygon, x, z) or strictly_contains(polygon, x, z)


def strictly_contains(polygon: Sequence[Point], x: float, z: float) -> bool:
    """Whether a ray from the point crosses the outline an odd number of times; undecided on the edge itself."""
    inside = False
    x0, z0 = polygon[-1]
    for x1, z1 in polygon:
        if (z0 > z) != (z1 > z) and x < x0 + (z - z0) / (z1 - z0) * (x1 - x0):
            inside = not inside
        x0, z0 = x1, z1
    return inside


def on_edge(polygon: Sequence[Point], x: float, z: float) -> bool:
    """Whether the point lies on the outline, to within a micrometre."""
    return edge_distance_squared(polygon, x, z) <= EDGE_M * EDGE_M


def edge_distance_squared(polygon: Sequence[Point], x: float, z: float) -> float:
    """Square of the distance to the outline, in square metres."""
    return min(
        segment_distance_squared(start, end, x, z)
        for start, end in zip(polygon, (*polygon[1:], polygon[0]), strict=True)
    )


def segment_distance_squared(start: Point, end: Point, x: float, z: float) -> float:
    """Square of the distance from a point to a segment, in square metres."""
    along_x, along_z = end[0] - start[0], end[1] - start[1]
    length_squared = along_x * along_x + along_z * along_z
    share = 0.0
    if length_squared > 0.0:
        share = ((x - start[0]) * along_x + (z - start[1]) * along_z) / length_squared
        share = min(1.0, max(0.0, share))
    off_x, off_z = x - start[0] - share * along_x, z - start[1] - share * along_z
    return off_x * off_x + off_z * off_z


def _same(one: Point, other: Point) -> bool:
    return abs(one[0] - other[0]) <= EDGE_M and abs(one[1] - other[1]) <= EDGE_M


def _straight(before: Point, here: Point, after: Point) -> bool:
    ax, az = here[0] - before[0], here[1] - before[1]
    bx, bz = after[0] - here[0], after[1] - here[1]
    return abs(ax * bz - az * bx) <= EDGE_M and ax * bx + az * bz > 0.0
