"""Distances in the plan, in metres."""

from math import sqrt

from tasks.houses.house import HouseObject, Point


def distance(a: Point, b: Point) -> float:
    dx, dz = b[0] - a[0], b[1] - a[1]
    return sqrt(dx * dx + dz * dz)


def distance_to(at: Point, target: HouseObject) -> float:
    """From a place to the centre of an object's bounding box."""
    return distance(at, (target.position[0], target.position[2]))


def half_diagonal(target: HouseObject) -> float:
    """How far an object can reach from its centre."""
    return distance((0.0, 0.0), (target.size[0], target.size[2])) / 2
