"""From a path to discrete actions: turn to the nearest of 24 headings, move by the menu, look, stop (A, Table 1).

The agent's pose is continuous, so each move is aimed anew at the path ahead and the error of a heading (at most 7.5
degrees) never adds up. A plan proves nothing: the walk that follows it does, and what the world refuses is rejected.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from schemas.settings import EpisodeSettings
from tasks.episodes.plane import distance
from tasks.houses.house import Point
from tasks.worlds.angles import sin_cos
from tasks.worlds.base import Action

HEADING_STEP = 15
HEADINGS: tuple[tuple[int, float, float], ...] = tuple(
    (yaw, *sin_cos(float(yaw))) for yaw in range(0, 360, HEADING_STEP)
)
"""Yaw in degrees with the x and z of its unit vector."""

_ARRIVED_M = 0.13
"""A quarter-metre move can always end this near to a point straight ahead."""

_LEAST_GAIN_M = 0.01
_HEADINGS_TRIED = 7


@dataclass(frozen=True, slots=True)
class Plan:
    actions: tuple[Action, ...]
    end: Point
    yaw: int


def nearest_heading(start: Point, end: Point) -> int:
    """The yaw, a multiple of 15 degrees, that points best from start to end; the smaller of two equally good ones."""
    return headings_towards(start, end)[0][0]


def headings_towards(start: Point, end: Point) -> list[tuple[int, float, float]]:
    """All headings, best first."""
    dx, dz = end[0] - start[0], end[1] - start[1]
    return sorted(HEADINGS, key=lambda heading: (-(heading[1] * dx + heading[2] * dz), heading[0]))


def turn(start: int, end: int, settings: EpisodeSettings) -> Iterator[Action]:
    """The fewest rotations from one yaw to another, largest first, the short way round (right where both are equal)."""
    clockwise = (end - start) % 360
    name, angle = ("RotateRight", clockwise) if clockwise <= 180 else ("RotateLeft", 360 - clockwise)
    for magnitude in sorted(settings.turns_deg, reverse=True):
        while angle >= magnitude:
            angle -= magnitude
            yield Action("RotateRight" if name == "RotateRight" else "RotateLeft", float(magnitude))


def look(start: int, end: int, settings: EpisodeSettings) -> Iterator[Action]:
    """The fewest look actions from one horizon to another, largest first."""
    down = end > start
    angle = abs(end - start)
    for magnitude in sorted(settings.looks_deg, reverse=True):
        while angle >= magnitude:
            angle -= magnitude
            yield Action("LookDown" if down else "LookUp", float(magnitude))


def steer(
    path: tuple[Point, ...], yaw: int, is_free: Callable[[Point, Point], bool], settings: EpisodeSettings
) -> Plan | None:
    """Actions that follow a path from its first point to its last; None where the body cannot get round a corner.

    Args:
        path: Points a cell or so apart, each with a free straight line to the next.
        yaw: Where the agent looks at the start, a multiple of 15 degrees.
        is_free: Whether the body may go straight from one point to another.
        settings: The menu of moves and turns, and how many actions are too many.
    """
    guide = _Guide(path, is_free)
    at, actions = path[0], list[Action]()
    while distance(at, path[-1]) > _ARRIVED_M or not is_free(at, path[-1]):
        move = _next_move(at, guide, settings)
        if move is None or len(actions) > settings.max_actions:
            return None
        heading, metres, at = move
        actions += [*turn(yaw, heading, settings), Action("MoveAhead", metres)]
        yaw = heading
    return Plan(tuple(actions), at, yaw)


class _Guide:
    """The path that is being followed: how far it still is from anywhere beside it, and where to head for."""

    def __init__(self, path: tuple[Point, ...], is_free: Callable[[Point, Point], bool]) -> None:
        self.path, self.is_free = path, is_free
        self._rest = [0.0] * len(path)
        for number in range(len(path) - 2, -1, -1):
            self._rest[number] = self._rest[number + 1] + distance(path[number], path[number + 1])
        self._passed = 0

    def ahead(self, at: Point) -> int | None:
        """The furthest point of the path in a free straight line, never one before those already seen."""
        for number in range(len(self.path) - 1, self._passed - 1, -1):
            if self.is_free(at, self.path[number]):
                return number
        return None

    def left_m(self, at: Point) -> float | None:
        """Metres to the end by way of the furthest point in sight; None out of sight of the path."""
        number = self.ahead(at)
        return None if number is None else distance(at, self.path[number]) + self._rest[number]

    def head_for(self, at: Point) -> Point | None:
        number = self.ahead(at)
        if number is None:
            return None
        self._passed = number
        return self.path[number]


def _next_move(at: Point, guide: _Guide, settings: EpisodeSettings) -> tuple[int, float, Point] | None:
    """The longest move of the best heading that gets the agent on: nearer to the end by at least half of its length.

    A move is not longer than half of the straight line ahead, so that the agent slows down where it turns. The shortest
    move may gain less, or the agent would stand still just outside the end.
    """
    goal, left = guide.head_for(at), guide.left_m(at)
    if goal is None or left is None:
        return None
    shortest = min(settings.moves_m)
    longest = max(distance(at, goal) / 2, shortest) + 1e-9
    for yaw, x, z in headings_towards(at, goal)[:_HEADINGS_TRIED]:
        for metres in sorted(settings.moves_m, reverse=True):
            end = (round(at[0] + metres * x, 6), round(at[1] + metres * z, 6))
            if metres <= longest and guide.is_free(at, end):
                rest = guide.left_m(end)
                gain = metres / 2 if metres > shortest else _LEAST_GAIN_M
                if rest is not None and rest <= left - gain:
                    return yaw, metres, end
    return None
