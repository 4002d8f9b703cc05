"""Getting to what may be the target, and saying Done by what can be observed: near enough by depth, large by its box."""

from schemas.settings import EpisodeSettings
from tasks.episodes.plane import distance
from tasks.episodes.steering import HEADING_STEP, look, nearest_heading, turn
from tasks.houses.house import Point
from tasks.policies.base import Glimpse
from tasks.policies.belief import Belief, Beliefs, Sighting, best_of
from tasks.policies.chart import EYE_M, Chart, half_tangent
from tasks.policies.travel import Travel, angle_between
from tasks.worlds.angles import sin_cos
from tasks.worlds.base import Action, Pose

_MARGIN_M = 0.15
_REACH_M, _LEAST_REACH_M, _NEARER_M = 1.2, 0.4, 0.2
_SECOND_BEST_M = 1.6
_HERE_M = 0.15
_PATIENCE, _POSTPONED = 14, 20
"""Decisions that come no nearer before a thing is let be, and for how many it is."""
_TRIES = 4
"""Near to a thing that is hardly large enough, it tries this often to see more of it."""
_LOYALTY = 0.7
_NO_WAY_M = 20.0


class Approach:
    """Chases one thing of the target's type after the other, the one with the shortest way first."""

    def __init__(
        self, chart: Chart, travel: Travel, settings: EpisodeSettings, target_type: str, *, any_will_do: bool
    ) -> None:
        """`any_will_do` as in `Beliefs`."""
        self._chart, self._travel, self._settings, self._type = chart, travel, settings, target_type
        least_m = 0.0 if any_will_do else settings.min_spawn_distance_same_room_m
        self._beliefs = Beliefs(half_tangent(settings.field_of_view_deg), least_m, rules_out_first=not any_will_do)
        self._chased: Belief | None = None
        self._patience, self._tries, self._reach, self._least_way_m = 0, 0, 0.0, _NO_WAY_M
        self._goal: Point | None = None

    def act(self, glimpse: Glimpse) -> Action | None:
        """The next action on the way to the target; None while there is nothing to chase."""
        seen = self._beliefs.update(glimpse.view, glimpse.pose, self._type)
        for each in self._beliefs.held:
            each.postponed = max(0, each.postponed - 1)
        while (belief := self._most_promising()) is not None:
            if belief is not self._chased:
                self._chased, self._patience, self._reach, self._goal = belief, _PATIENCE, _REACH_M, None
                self._least_way_m, self._tries = _NO_WAY_M, _TRIES
            if self._gets_nearer(belief):
                action = self._chase(glimpse.pose, belief, best_of(seen, belief))
                if action is not None:
                    return action
                self._beliefs.drop(belief)
            else:
                belief.postponed = _POSTPONED
            self._chased = None
        return None

    def _gets_nearer(self, belief: Belief) -> bool:
        """Whether the way to it has become shorter lately."""
        way = self._way_m(belief)
        if way < self._least_way_m - _HERE_M:
            self._least_way_m, self._patience = way, _PATIENCE
        self._patience -= 1
        return self._patience >= 0

    def _chase(self, pose: Pose, belief: Belief, now: Sighting | None) -> Action | None:
        """None where it comes no nearer and what it sees does not do."""
        s, spot = self._settings, belief.last
        near = s.stop_distance_m - _MARGIN_M
        if now is not None:
            if now.nearest_m <= near and now.area >= s.target_area:
                return Action("Done")
            is_near = now.nearest_m <= near
            self._tries -= is_near and now.box_area >= s.target_area
            if self._tries < 0:
                return Action("Done")
            should_face = is_near and now.at_border
        else:
            should_face = distance((pose.x, pose.z), (spot.x, spot.z)) <= self._reach + 0.1
        if should_face and not self._travel.must_move and (facing := self._face(pose, spot)) is not None:
            return facing
        if (nearer := self._nearer(pose, spot)) is not None:
            return nearer
        if now is not None and now.nearest_m <= s.stop_distance_m and now.box_area >= s.target_area:
            return Action("Done")
        return None

    def _nearer(self, pose: Pose, spot: Sighting) -> Action | None:
        """A step towards a place closer to the thing than this one, on ever smaller circles around it."""
        if self._goal is not None and self._still_leads(self._goal, spot):
            return self._travel.towards(pose, *self._goal)
        self._goal = None
        while True:
            goal = self._chart.nearest_to(spot.x, spot.z, self._reach)
            if goal is None and self._reach == _REACH_M:
                goal = self._chart.nearest_to(spot.x, spot.z, _SECOND_BEST_M)
            if goal is None:
                return None
            if goal[2] > _HERE_M:
                self._goal = goal[:2]
                return self._travel.towards(pose, goal[0], goal[1])
            if self._reach <= _LEAST_REACH_M:
                return None
            self._reach -= _NEARER_M

    def _still_leads(self, goal: Point, spot: Sighting) -> bool:
        """Whether a place chosen before still will do: what is measured of a thing wavers from view to view."""
        way = self._chart.way_m(*goal)
        return way is not None and way > _HERE_M and distance(goal, (spot.x, spot.z)) <= self._reach + _NEARER_M

    def _most_promising(self) -> Belief | None:
        """The one with the shortest way; the one that is chased already counts as nearer."""

        def cost(belief: Belief) -> float:
            return self._way_m(belief) * (_LOYALTY if belief is self._chased else 1.0)

        return min((each for each in self._beliefs.held if not each.postponed), key=cost, default=None)

    def _way_m(self, belief: Belief) -> float:
        spot = belief.last
        goal = self._chart.nearest_to(spot.x, spot.z, self._settings.stop_distance_m - _MARGIN_M)
        return goal[2] if goal else _NO_WAY_M + spot.away_m

    def _face(self, pose: Pose, spot: Sighting) -> Action | None:
        """The next turn or look that brings a place into the middle of the view; None where it is there."""
        yaw, at = int(pose.yaw), (pose.x, pose.z)
        heading = nearest_heading(at, (spot.x, spot.z))
        if angle_between(heading, yaw) > HEADING_STEP:
            return next(turn(yaw, heading, self._settings))
        tilt = _best_horizon(distance(at, (spot.x, spot.z)), spot.height_m, self._settings)
        if tilt != int(pose.horizon):
            return next(look(int(pose.horizon), tilt, self._settings))
        return next(turn(yaw, heading, self._settings), None)


def _best_horizon(away_m: float, height_m: float, settings: EpisodeSettings) -> int:
    """The horizon of the look menu that has a point nearest to the middle of the picture."""

    def centred(horizon: int) -> float:
        sine, cosine = sin_cos(float(horizon))
        return away_m * cosine + (EYE_M - height_m) * sine

    menu = range(settings.min_horizon_deg, settings.max_horizon_deg + 1, min(settings.looks_deg))
    return max(menu, key=lambda horizon: (centred(horizon), -horizon))
