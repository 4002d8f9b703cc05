"""The roomiest point of a floor: where an agent starts in a house that does not say, and where a lamp hangs."""

import math
from collections.abc import Sequence

from tasks.houses.house import Point
from tasks.houses.layout import Layout
from tasks.houses.polygons import edge_distance_squared, signed_area, strictly_contains

Circle = tuple[float, float, float]
"""x, z, radius in metres."""

_GRID_M = 0.25
_HEAD_M = 1.8
"""Things that hang above this are in nobody's way."""


def free_start(layout: Layout) -> Point | None:
    """The roomiest point of the largest room, clear of what stands there; None where no grid point is in it."""
    room = max(layout.rooms, key=lambda room: abs(signed_area(room.polygon)))
    circles = [
        (item.position[0], item.position[2], math.sqrt(item.size[0] * item.size[0] + item.size[2] * item.size[2]) / 2.0)
        for item in layout.objects
        if item.parent_id is None and item.position[1] - item.size[1] / 2.0 < _HEAD_M
    ]
    return roomiest_point(room.polygon, circles)


def roomiest_point(polygon: Sequence[Point], circles: Sequence[Circle] = (), grid_m: float = _GRID_M) -> Point | None:
    """The grid point inside a polygon that is farthest from its outline and from the circles.

    Ties go to the smaller x, then the smaller z. None where no grid point is inside.
    """

    def space(x: float, z: float) -> float:
        to_things = [math.sqrt((x - cx) * (x - cx) + (z - cz) * (z - cz)) - radius for cx, cz, radius in circles]
        return min([math.sqrt(edge_distance_squared(polygon, x, z)), *to_things])

    xs, zs = zip(*polygon, strict=True)
    points = [
        (i * grid_m, j * grid_m)
        for i in range(math.floor(min(xs) / grid_m), math.ceil(max(xs) / grid_m) + 1)
        for j in range(math.floor(min(zs) / grid_m), math.ceil(max(zs) / grid_m) + 1)
        if strictly_contains(polygon, i * grid_m, j * grid_m)
    ]
    return max(points, key=lambda point: (space(*point), -point[0], -point[1]), default=None)
