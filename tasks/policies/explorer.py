"""One episode's explorer: where most that is new can be seen for the fewest actions, until the target's type turns up."""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from schemas.settings import EpisodeSettings
from tasks.episodes.steering import HEADING_STEP, look, turn
from tasks.policies.approach import Approach
from tasks.policies.base import Glimpse
from tasks.policies.chart import HEADINGS, Chart, Prospects
from tasks.policies.travel import Travel, angle_between
from tasks.worlds.angles import sin_cos
from tasks.worlds.base import Action, Pose

_ACTIONS_A_METRE = 1.3
_ARRIVED_M = 0.2
_LOYALTY, _SAME_PLACE_M, _SAME_YAW = 1.25, 0.55, 30
"""How much better another prospect must be to give up the present one, and what counts as the same."""
_REST_DEG = 30
"""The horizon at which it explores: floor is seen from 0.4 m on, and the upper half of a level view is mostly wall."""
_LOOKS_ON_THE_SPOT = 5
_UNITS = np.array([sin_cos(float(yaw)) for yaw in HEADINGS])


class Explorer:
    """Maps, explores, approaches, stops."""

    def __init__(self, settings: EpisodeSettings, target_type: str, *, any_will_do: bool = False) -> None:
        """`any_will_do`: it takes any thing of the target's type, even what the task's rules out (see `Beliefs`)."""
        self._settings = settings
        self._chart = Chart(settings)
        self._travel = Travel(self._chart, settings)
        self._approach = Approach(self._chart, self._travel, settings, target_type, any_will_do=any_will_do)
        self._goal: tuple[float, float, int] | None = None

    def act(self, glimpse: Glimpse) -> Action:
        """What to do next, from this glimpse and those before it."""
        pose, depth = glimpse.pose, glimpse.view.depth
        assert depth is not None
        self._travel.learn(pose, moved=glimpse.moved)
        self._chart.enter(pose, depth)
        self._chart.measure(pose)
        action = self._approach.act(glimpse) or self._explore(pose)
        self._travel.note(pose, action)
        return action

    def _explore(self, pose: Pose) -> Action:
        if int(pose.horizon) != _REST_DEG and not self._travel.must_move:
            return next(look(int(pose.horizon), _REST_DEG, self._settings))
        prospects = self._chart.prospects(pose)
        best = self._best(pose, prospects)
        if best is None:
            self._goal = None
            return self._travel.away(pose)
        place, yaw = best
        x, z = (float(each) for each in prospects.places[place])
        self._goal = (x, z, yaw)
        is_here = place == 0 or (x - pose.x) ** 2 + (z - pose.z) ** 2 < _ARRIVED_M**2
        if not is_here:
            return self._travel.towards(pose, x, z)
        if int(pose.yaw) != yaw and not self._travel.must_move:
            return next(turn(int(pose.yaw), yaw, self._settings))
        return self._travel.away(pose)

    def _best(self, pose: Pose, prospects: Prospects) -> tuple[int, int] | None:
        """Place and heading with the most to see for an action; None where nothing is left to see."""
        cost = self._costs(pose, prospects)
        score = np.where(cost > 0.0, prospects.gains / (cost + 1.0), 0.0)
        if self._goal is not None:
            x, z, yaw = self._goal
            near = ((prospects.places - (x, z)) ** 2).sum(axis=1) < _SAME_PLACE_M**2
            alike = np.array([angle_between(int(each), yaw) <= _SAME_YAW for each in HEADINGS])
            score = np.where(near[:, None] & alike[None, :], score * _LOYALTY, score)
        if self._travel.still >= _LOOKS_ON_THE_SPOT:
            score[0] = 0.0
        place, heading = divmod(int(score.argmax()), len(HEADINGS))
        return (place, int(HEADINGS[heading])) if score[place, heading] > 0.0 else None

    def _costs(self, pose: Pose, prospects: Prospects) -> NDArray[np.float64]:
        """Actions to be taken, about: turn towards the place, go there, turn to the heading."""
        turns = _turn_counts(self._settings)
        now, headings = int(pose.yaw) // HEADING_STEP, np.arange(len(HEADINGS))
        away = prospects.places - (pose.x, pose.z)
        towards = (away[:, :1] * _UNITS[:, 0] + away[:, 1:] * _UNITS[:, 1]).argmax(
            axis=1
        )  # no BLAS: its sums may differ
        there = turns[(towards - now) % len(HEADINGS)] + _ACTIONS_A_METRE * prospects.ways_m
        cost: NDArray[np.float64] = there[:, None] + turns[(headings[None, :] - towards[:, None]) % len(HEADINGS)]
        cost[0] = turns[(headings - now) % len(HEADINGS)]
        return cost


@cache
def _turn_counts(settings: EpisodeSettings) -> NDArray[np.float64]:
    """Actions that a turn takes, by multiples of 15 degrees to the right."""
    return np.array([float(len(list(turn(0, int(yaw), settings)))) for yaw in HEADINGS])
