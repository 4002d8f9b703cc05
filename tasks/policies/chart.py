"""The map that an explorer makes for itself, from depth and odometry alone.

Cells of 0.1 m in a square around the spawn: where floor was seen, what stands on it, what has been looked at from near
by. It knows no rooms and no house; what it has not seen it does not know.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from schemas.settings import EpisodeSettings
from tasks.episodes.steering import HEADING_STEP
from tasks.policies import surveying
from tasks.worlds.angles import sin_cos
from tasks.worlds.base import Pose

EYE_M, BODY_RADIUS_M = 1.576, 0.2
"""The agent's own build, AI2-THOR's default: height of its camera, and how much room it needs to each side."""
CELL_M = 0.1
_HALF_WIDTH_M = 25.6
_TRUST_M = 8.0
_HARD_M, _SOFT_M = 0.22, 0.36
_BARRED_M = 0.16
_SUPPOSED_M = 1.7
"""At spawn the floor next to the agent is out of its sight; it is supposed to be free."""
_SIGHT_M, _UNKNOWN_M = 4.0, 1.5
_RAY_STEP = 5
_WEIGHTS = np.array([1.0, 0.3, 0.35])
_PLACES_APART = 6
_FURTHEST_M = 14.0

_RAYS = np.array([sin_cos(float(yaw)) for yaw in range(0, 360, _RAY_STEP)])
"""Unit vectors (x, z) by yaw."""
_LOOKS = np.array([sin_cos(yaw / 2.0) for yaw in range(0, 720, _RAY_STEP)])
HEADINGS = np.arange(0, 360, HEADING_STEP)


@dataclass(frozen=True, slots=True)
class Prospects:
    """What could be seen from where, as far as the map can tell."""

    places: NDArray[np.float64]
    """n x 2, x and z in metres; the first is where the agent stands."""
    ways_m: NDArray[np.float64]
    """n, what it costs to get there, in metres."""
    gains: NDArray[np.float64]
    """n x 24, one a heading: square metres that would be new, weighted."""


class Chart:
    """What one agent knows of the plan, in its own coordinates: the spawn at (0, 0), yaw 0 along +z."""

    def __init__(self, settings: EpisodeSettings) -> None:
        self._half_tan = half_tangent(settings.field_of_view_deg)
        n = int(2 * _HALF_WIDTH_M / CELL_M)
        self._grid = np.array([-_HALF_WIDTH_M, CELL_M, _TRUST_M])
        self._floor, self._solid, self._tall, self._close, self._tries, self._barred, self._tight = (
            np.zeros((n, n), np.uint8) for _ in range(7)
        )
        self._supposed = self._disc(0.0, 0.0, _SUPPOSED_M)
        self._news = np.empty((20_000, 2), np.int32)
        self._out = np.empty((n, n), np.int32)
        self._path = np.empty((4 * n, 2), np.int32)

    def enter(self, pose: Pose, depth: NDArray[np.float32]) -> None:
        """Learn from one picture."""
        eye = np.array([pose.x, EYE_M, pose.z])
        turn = np.array([*sin_cos(pose.yaw), *sin_cos(pose.horizon)])
        planes = (self._floor, self._solid, self._tall, self._close)
        found = surveying.survey(depth, self._half_tan, eye, turn, self._grid, *planes, self._news)
        surveying.thicken(self._news, found, _HARD_M, _SOFT_M, CELL_M, self._barred, self._tight)
        grid = np.array([-_HALF_WIDTH_M, CELL_M, _SIGHT_M])
        first = int(2 * (pose.yaw - 45.0) / _RAY_STEP) % len(_LOOKS)
        surveying.note_look(pose.x, pose.z, _LOOKS, first, 2 * 90 // _RAY_STEP + 1, grid, *planes, self._tries)

    def bar(self, x: float, z: float) -> None:
        """Something unseen stands about here: a move ran into it."""
        self._barred |= self._disc(x, z, _BARRED_M)

    def measure(self, pose: Pose) -> None:
        """Lay ways from where the agent stands; `way_m`, `way` and `prospects` speak of these."""
        i, j = self._cell(pose.x, pose.z)
        surveying.distances(self._floor, self._barred, self._tight, self._supposed, i, j, self._out)

    def way_m(self, x: float, z: float) -> float | None:
        """Cost of the way to a point, about its length in metres; None where the map knows none."""
        cost = self._out[self._cell(x, z)]
        return None if cost >= surveying.FAR else float(cost) * CELL_M / 10

    def way(self, x: float, z: float) -> list[tuple[float, float]]:
        """Points from the agent to (x, z), a cell apart."""
        count = surveying.way_back(self._out, *self._cell(x, z), self._path)
        return [self._point(int(i), int(j)) for i, j in self._path[:count][::-1]]

    def is_clear(self, start: tuple[float, float], end: tuple[float, float]) -> bool:
        return bool(surveying.is_clear(self._barred, *start, *end, -_HALF_WIDTH_M, CELL_M))

    def nearest_to(self, x: float, z: float, within_m: float) -> tuple[float, float, float] | None:
        """Of the places no further than `within_m` from a point, the one with the shortest way: x, z, cost in metres."""
        reach, last = int(within_m / CELL_M) + 1, self._out.shape[0] - 1
        i0, j0 = self._cell(x, z)
        rows = np.arange(max(0, i0 - reach), min(last, i0 + reach) + 1)
        columns = np.arange(max(0, j0 - reach), min(last, j0 + reach) + 1)
        away_x = -_HALF_WIDTH_M + (rows + 0.5) * CELL_M - x
        away_z = -_HALF_WIDTH_M + (columns + 0.5) * CELL_M - z
        near = away_x[:, None] ** 2 + away_z[None, :] ** 2 <= within_m**2
        costs = np.where(near, self._out[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1], surveying.FAR)
        i, j = divmod(int(costs.argmin()), len(columns))  # the first of equally near ones
        if costs[i, j] >= surveying.FAR:
            return None
        return *self._point(int(rows[i]), int(columns[j])), float(costs[i, j]) * CELL_M / 10

    def prospects(self, pose: Pose) -> Prospects:
        """What each place that can be reached would show that is new, by heading."""
        step = _PLACES_APART
        cells = np.argwhere(self._out[::step, ::step] <= int(_FURTHEST_M / CELL_M * 10)) * step
        places = np.vstack([[(pose.x, pose.z)], -_HALF_WIDTH_M + (cells + 0.5) * CELL_M])
        ways = np.concatenate([[0.0], self._out[cells[:, 0], cells[:, 1]] * (CELL_M / 10)])
        rays = np.empty((len(places), len(_RAYS)))
        grid = np.array([-_HALF_WIDTH_M, CELL_M, _SIGHT_M, _UNKNOWN_M])
        planes = (self._floor, self._solid, self._tall, self._close, self._tries)
        surveying.outlook(places, _RAYS, grid, _WEIGHTS, *planes, rays)
        return Prospects(places, ways, _over_views(rays))

    def _disc(self, x: float, z: float, radius_m: float) -> NDArray[np.uint8]:
        n = int(2 * _HALF_WIDTH_M / CELL_M)
        centres = -_HALF_WIDTH_M + (np.arange(n) + 0.5) * CELL_M
        inside = (centres[:, None] - x) ** 2 + (centres[None, :] - z) ** 2 <= radius_m**2
        return inside.astype(np.uint8)

    def _cell(self, x: float, z: float) -> tuple[int, int]:
        last = self._floor.shape[0] - 1
        i, j = (int((each + _HALF_WIDTH_M) // CELL_M) for each in (x, z))
        return min(max(i, 0), last), min(max(j, 0), last)

    def _point(self, i: int, j: int) -> tuple[float, float]:
        return -_HALF_WIDTH_M + (i + 0.5) * CELL_M, -_HALF_WIDTH_M + (j + 0.5) * CELL_M


def _over_views(rays: NDArray[np.float64]) -> NDArray[np.float64]:
    """Sums over the 90 degrees around each heading, from sums over the slices of the circle."""
    m = rays.shape[1]
    sums = np.zeros((rays.shape[0], 2 * m + 1))
    for k in range(2 * m):  # one addition after the other: the same sum whatever the width of the processor's registers
        sums[:, k + 1] = sums[:, k] + rays[:, k % m]
    half = 45 // _RAY_STEP
    starts = (HEADINGS // _RAY_STEP - half) % m
    return sums[:, starts + 2 * half] - sums[:, starts]


def half_tangent(field_of_view_deg: float) -> float:
    """Tangent of half the field of view."""
    sine, cosine = sin_cos(field_of_view_deg / 2)
    return sine / cosine
