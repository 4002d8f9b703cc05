"""Getting along: one action at a time on the way to a place, over what the map knows to be free."""

from schemas.settings import EpisodeSettings
from tasks.episodes.plane import distance
from tasks.episodes.steering import HEADING_STEP, nearest_heading, turn
from tasks.houses.house import Point
from tasks.policies.chart import Chart
from tasks.worlds.angles import sin_cos
from tasks.worlds.base import Action, Pose

_LOOK_AHEAD_M = 3.5
_SKIP = 2
_LEAST_MOVE_M = 0.5
_ASIDE = (0, 15, -15, 30, -30, 45, -45)
_ABOUT = (0, 45, -45, 90, -90, 180, 30, -30, 15, -15)
_AT_ONCE = (0, 90, -90, 45, -45, 30, -30, 15, -15)
"""Yaws that one turn leads to, those that lead furthest from what is in the way first."""
_CAUTION = 3
_MOST_BUMPS = 2
_WARY = 4
"""After that many decisions on the spot it takes the shortest step: a longer one is refused more often."""


class Travel:
    """How one agent gets about. It remembers what it ran into and how long it has stood still."""

    def __init__(self, chart: Chart, settings: EpisodeSettings) -> None:
        self._chart, self._settings = chart, settings
        self._moves = tuple(sorted(settings.moves_m, reverse=True))
        self._last: tuple[Pose, Action] | None = None
        self._cautious, self._bumps = 0, 0
        self._came_by: tuple[int, float] | None = None
        self.still = 0
        """Decisions in a row that left it where it was."""

    @property
    def must_move(self) -> bool:
        """One or two more turns on the spot, and A's rule would call it stuck."""
        return self.still >= self._settings.stuck_steps - 2

    def learn(self, pose: Pose, *, moved: bool) -> None:
        """What became of the last action: a shortest move that failed found something that no picture had shown."""
        if self._last is None:
            return
        before, action = self._last
        if (pose.x, pose.z) == (before.x, before.z):
            self.still += 1
        else:
            self.still, self._bumps = 0, 0
            self._came_by = int(pose.yaw), action.magnitude
        self._cautious = max(0, self._cautious - 1)
        if action.name == "MoveAhead" and not moved:
            self._cautious = _CAUTION
            self._bumps += 1
            if action.magnitude <= self._moves[-1]:
                x, z = _ahead(pose, int(pose.yaw), action.magnitude)
                self._chart.bar(x, z)

    def note(self, pose: Pose, action: Action) -> None:
        """What was decided, from where."""
        self._last = pose, action

    def towards(self, pose: Pose, x: float, z: float) -> Action:
        """One action along the way to a place."""
        if self._bumps >= _MOST_BUMPS and self._came_by is not None:
            return self._back(pose, *self._came_by)
        at, yaw = (pose.x, pose.z), int(pose.yaw)
        ahead = self._furthest_in_line(at, self._chart.way(x, z))
        left = distance(at, ahead)
        moves = [each for each in self._moves if each <= max(left + 0.05, self._moves[-1]) and self._dares(each)]
        heading = nearest_heading(at, ahead)
        off = angle_between(heading, yaw)
        if off <= HEADING_STEP or self.must_move:
            for each in moves:
                worth = off == 0 or self.must_move or each >= min(_LEAST_MOVE_M, left / 2)
                if worth and self._is_clear(pose, yaw, each):
                    return Action("MoveAhead", each)
        for aside in _ASIDE if not self.must_move else ():
            other = (heading + aside) % 360
            if self._is_clear(pose, other, moves[-1]):
                if other != yaw:
                    return next(turn(yaw, other, self._settings))
                return Action("MoveAhead", next(each for each in moves if self._is_clear(pose, yaw, each)))
        return self.away(pose)

    def _back(self, pose: Pose, came_by: int, metres: float) -> Action:
        """Out of a place where every step runs into something, by the way it came."""
        back = (came_by + 180) % 360
        return next(turn(int(pose.yaw), back, self._settings), Action("MoveAhead", metres))

    def away(self, pose: Pose) -> Action:
        """A shortest step in any free direction, the present one first; a turn where none is free."""
        yaw, shortest = int(pose.yaw), self._moves[-1]
        for aside in _ABOUT if not self.must_move else _AT_ONCE:
            other = (yaw + aside) % 360
            if self._is_clear(pose, other, shortest):
                return Action("MoveAhead", shortest) if aside == 0 else next(turn(yaw, other, self._settings))
        return Action("RotateRight", float(max(self._settings.turns_deg)))

    def _furthest_in_line(self, at: Point, way: list[Point]) -> Point:
        """The point of the way to head for: the furthest that a straight line leads to."""
        found = way[min(len(way) - 1, _SKIP)]
        for point in [*way[::_SKIP], way[-1]]:
            if distance(at, point) > _LOOK_AHEAD_M:
                break
            if self._chart.is_clear(at, point):
                found = point
        return found

    def _dares(self, metres: float) -> bool:
        """After it ran into something it goes by the shortest steps for a while."""
        return (not self._cautious and self.still < _WARY) or metres <= self._moves[-1]

    def _is_clear(self, pose: Pose, yaw: int, metres: float) -> bool:
        return self._chart.is_clear((pose.x, pose.z), _ahead(pose, yaw, metres))


def angle_between(one: int, other: int) -> int:
    """Degrees between two yaws, 0 to 180."""
    return abs((one - other + 180) % 360 - 180)


def _ahead(pose: Pose, yaw: int, metres: float) -> Point:
    sine, cosine = sin_cos(float(yaw))
    return pose.x + metres * sine, pose.z + metres * cosine
