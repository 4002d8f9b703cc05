"""Distances in the plan, in metres."""

from math import sqrt

from tasks.houses.house import HouseObject, Point
from tasks.worlds.angles import sin_cos


def distance(a: Point, b: Point) -> float:
    dx, dz = b[0] - a[0], b[1] - a[1]
    return sqrt(dx * dx + dz * dz)


def distance_to(at: Point, target: HouseObject) -> float:
    """From a place to the centre of an object's bounding box."""
    return distance(at, (target.position[0], target.position[2]))


def distance_to_box(at: Point, target: HouseObject) -> float:
    """From a place to the footprint of an object's bounding box, 0 inside: no visible point of it is nearer."""
    sine, cosine = sin_cos(target.yaw)
    dx, dz = at[0] - target.position[0], at[1] - target.position[2]
    across, along = abs(dx * cosine - dz * sine), abs(dx * sine + dz * cosine)
    beyond = (max(across - target.size[0] / 2, 0.0), max(along - target.size[2] / 2, 0.0))
    return distance((0.0, 0.0), beyond)


def half_diagonal(target: HouseObject) -> float:
    """How far an object can reach from its centre."""
    return distance((0.0, 0.0), (target.size[0], target.size[2])) / 2
