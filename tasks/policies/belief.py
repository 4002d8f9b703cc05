"""Where an explorer believes that things of the target's type stand, from boxes, depth and its own pose.

A box is no mask: it holds background too, so what is measured in it is a low share of the depths around its middle. A
belief is given up when the agent looks at its place from near by, nothing stands between, and nothing is detected.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from tasks.policies.chart import EYE_M
from tasks.worlds.angles import sin_cos
from tasks.worlds.base import AgentView, Detection, Pose

_SAME_M = 0.7
_QUANTILE, _NEAREST = 0.3, 0.2
_FLOOR_M, _THICK_M = 0.1, 0.12
_FILLED, _LEAST_OWN = 0.7, 0.25
_DOUBT_M = 2.2
_MOST_DOUBTS = 2


@dataclass(frozen=True, slots=True)
class Sighting:
    """One detection, placed."""

    x: float
    z: float
    height_m: float
    away_m: float
    """Plane distance of its middle."""
    nearest_m: float
    """Plane distance of what of it is nearest."""
    half_m: float
    """Half of its width, about."""
    box_area: float
    """Of the box, share of the image."""
    area: float
    """Of the thing itself, about: the part of the box at its depth, and not all of that."""
    at_border: bool
    """The box touches the border of the picture: more of the thing may lie outside."""


@dataclass(slots=True)
class Belief:
    """A thing of the target's type that may be there."""

    last: Sighting
    doubts: int = 0
    postponed: int = 0
    """Decisions for which it is let be, because no way led to it."""


class Beliefs:
    """All that one agent believes of its target."""

    def __init__(self, half_tan: float, least_m: float, *, rules_out_first: bool) -> None:
        """What the task itself rules out (A, section 3.1).

        Args:
            half_tan: Tangent of half the field of view.
            least_m: The target's centre is no nearer to the spawn.
            rules_out_first: What is seen in the very first view isn't the target.
        """
        self._least_m = least_m
        self._rules_out_first, self._has_looked = rules_out_first, False
        self._half_tan = half_tan
        self.held: list[Belief] = []
        self._refuted: list[Sighting] = []

    def update(self, view: AgentView, pose: Pose, target_type: str) -> list[Sighting]:
        """Take in one view; what was detected of the target's type in it and is not known to be false."""
        assert view.depth is not None
        detections = view.detections or ()
        mine = [each for each in detections if each.object_type == target_type]
        spots = [place(each, view.depth, pose, self._half_tan, detections) for each in mine]
        now = [spot for spot in spots if spot is not None and self._is_far_from_spawn(spot)]
        if self._rules_out_first and not self._has_looked:
            self._refuted += now
        self._has_looked = True
        now = [each for each in now if not any(is_same(each, spot) for spot in self._refuted)]
        matched: list[Belief] = []
        for each in now:
            belief = next((one for one in self.held if is_same(each, one.last)), None)
            if belief is None:
                belief = Belief(each)
                self.held.append(belief)
            else:
                belief.last, belief.doubts = each, 0
            matched.append(belief)
        for belief in list(self.held):
            if belief not in matched and self._should_be_seen(belief, view.depth, pose):
                belief.doubts += 1
                if belief.doubts >= _MOST_DOUBTS:
                    self.drop(belief)
        return now

    def drop(self, belief: Belief) -> None:
        """Believe it no longer, and no detection at its place either."""
        self.held.remove(belief)
        self._refuted.append(belief.last)

    def _is_far_from_spawn(self, spot: Sighting) -> bool:
        """Whether its centre may be as far from the spawn as every target's is."""
        return sqrt(spot.x * spot.x + spot.z * spot.z) + spot.half_m >= self._least_m

    def _should_be_seen(self, belief: Belief, depth: NDArray[np.float32], pose: Pose) -> bool:
        """Whether its place is in the picture, near, and nothing stands before it."""
        at = _project(belief.last, pose, self._half_tan, depth.shape[0])
        if at is None:
            return False
        row, column, away = at
        return away <= _DOUBT_M and float(depth[row, column]) >= away - 0.25


def place(
    seen: Detection,
    depth: NDArray[np.float32],
    pose: Pose,
    half_tan: float,
    others: Sequence[Detection] = (),
) -> Sighting | None:
    """Where a detected thing is, if a low share of the depths around its middle is its own; None without any depth.

    What lies in the boxes of `others` may stand before it and is left out, where enough of the box remains.
    """
    size = depth.shape[0]
    x0, y0, x1, y1 = seen.box
    d = np.where(_own(seen, others), depth[y0 : y1 + 1, x0 : x1 + 1], 0.0).astype(np.float64)
    w, h = d.shape[1] // 4, d.shape[0] // 4
    middle = d[h : d.shape[0] - h, w : d.shape[1] - w]
    real = np.sort(middle[middle > 0.0], axis=None)
    if not real.size:
        return None
    mid = float(real[int(_QUANTILE * (real.size - 1))])
    across = ((x0 + x1 + 1) / size - 1.0) * half_tan
    up = (1.0 - (y0 + y1 + 1) / size) * half_tan
    (sin_yaw, cos_yaw), (sin_down, cos_down) = sin_cos(pose.yaw), sin_cos(pose.horizon)
    ahead, aside = mid * (cos_down + up * sin_down), mid * across
    half_m = mid * half_tan * d.shape[1] / size
    filled = float((np.abs(d - mid) <= max(_THICK_M, 2 * half_m)).mean())
    return Sighting(
        x=pose.x + ahead * sin_yaw + aside * cos_yaw,
        z=pose.z + ahead * cos_yaw - aside * sin_yaw,
        height_m=EYE_M + mid * (up * cos_down - sin_down),
        away_m=sqrt(ahead * ahead + aside * aside),
        nearest_m=_nearest(d[:, w : d.shape[1] - w], (x0 + w, y0), (sin_down, cos_down), half_tan, size),
        half_m=half_m,
        box_area=d.size / depth.size,
        area=d.size / depth.size * filled * _FILLED,
        at_border=x0 == 0 or y0 == 0 or x1 == size - 1 or y1 == size - 1,
    )


def _own(seen: Detection, others: Sequence[Detection]) -> NDArray[np.bool_]:
    """Which pixels of a box are in no other one; all of them where hardly any would remain."""
    x0, y0, x1, y1 = seen.box
    own = np.ones((y1 - y0 + 1, x1 - x0 + 1), np.bool_)
    for other in others:
        a0, b0, a1, b1 = other.box
        if other.object_type == seen.object_type or (a0 <= x0 and b0 <= y0 and a1 >= x1 and b1 >= y1):
            continue
        own[max(b0 - y0, 0) : max(b1 - y0 + 1, 0), max(a0 - x0, 0) : max(a1 - x0 + 1, 0)] = False
    if own.mean() < _LEAST_OWN:
        own[:] = True
    return own


def _nearest(
    d: NDArray[np.float64], corner: tuple[int, int], down: tuple[float, float], half_tan: float, size: int
) -> float:
    """A low share of the plane distances in a part of the picture: its very least may belong to something before it.

    Floor before the thing does not count, unless there is nothing else.
    """
    x0, y0 = corner
    across = ((np.arange(x0, x0 + d.shape[1]) + 0.5) * 2 / size - 1.0) * half_tan
    up = (1.0 - (np.arange(y0, y0 + d.shape[0]) + 0.5) * 2 / size) * half_tan
    ahead = down[1] + up * down[0]
    away = d * np.sqrt(ahead[:, None] ** 2 + across[None, :] ** 2)
    stands = (d > 0.0) & (EYE_M + d * (up * down[1] - down[0])[:, None] > _FLOOR_M)
    real = np.sort(away[stands] if stands.any() else away[d > 0.0], axis=None)
    return float(real[int(_NEAREST * (real.size - 1))])


def _project(spot: Sighting, pose: Pose, half_tan: float, size: int) -> tuple[int, int, float] | None:
    """Row, column and depth of a place in a picture; None outside of it."""
    (sin_yaw, cos_yaw), (sin_down, cos_down) = sin_cos(pose.yaw), sin_cos(pose.horizon)
    dx, dz, dy = spot.x - pose.x, spot.z - pose.z, spot.height_m - EYE_M
    ahead, aside = dx * sin_yaw + dz * cos_yaw, dx * cos_yaw - dz * sin_yaw
    depth = ahead * cos_down - dy * sin_down
    if depth <= 0.1:
        return None
    up = ahead * sin_down + dy * cos_down
    column = int((aside / (depth * half_tan) + 1.0) * size / 2)
    row = int((1.0 - up / (depth * half_tan)) * size / 2)
    return (row, column, depth) if 0 <= row < size and 0 <= column < size else None


def is_same(one: Sighting, other: Sighting) -> bool:
    """Whether both may be of one thing: the middle of a large one wavers with what of it is in view."""
    reach = max(_SAME_M, one.half_m, other.half_m)
    return (one.x - other.x) ** 2 + (one.z - other.z) ** 2 <= reach**2


def best_of(sightings: Sequence[Sighting], belief: Belief) -> Sighting | None:
    """The sighting of this view that belongs to a belief."""
    return next((each for each in sightings if is_same(each, belief.last)), None)
