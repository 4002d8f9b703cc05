"""A walker without memory: it acts on the present picture alone, as A's E4 does, whose prompt keeps no earlier graph.

Where the target's type is in the picture it goes there; otherwise it goes ahead while the way is free, and turns to the
side where there is more room where it isn't.
"""

import numpy as np

from schemas.settings import EpisodeSettings
from tasks.policies.approach import Approach
from tasks.policies.base import Glimpse
from tasks.policies.chart import Chart
from tasks.policies.travel import Travel
from tasks.worlds.angles import sin_cos
from tasks.worlds.base import Action, Pose

_TURN_DEG = 90.0


def react(glimpse: Glimpse, settings: EpisodeSettings) -> Action:
    """What to do about one picture, with depth and detections, and about nothing else."""
    depth, pose = glimpse.view.depth, glimpse.pose
    assert depth is not None
    chart = Chart(settings)
    chart.enter(pose, depth)
    chart.measure(pose)
    travel = Travel(chart, settings)
    approach = Approach(chart, travel, settings, glimpse.goal.target_type, any_will_do=True)
    return approach.act(glimpse) or _ahead(pose, chart, settings, moved=glimpse.moved) or _aside(depth)


def _ahead(pose: Pose, chart: Chart, settings: EpisodeSettings, *, moved: bool) -> Action | None:
    """The longest move that the picture shows to be free; None where there is none or the last one was refused."""
    if not moved:
        return None
    sine, cosine = sin_cos(pose.yaw)
    for metres in sorted(settings.moves_m, reverse=True):
        if chart.is_clear((pose.x, pose.z), (pose.x + metres * sine, pose.z + metres * cosine)):
            return Action("MoveAhead", metres)
    return None


def _aside(depth: np.ndarray[tuple[int, ...], np.dtype[np.float32]]) -> Action:
    """A turn to the side that shows more depth across the middle of the picture; right where both are equal."""
    band = depth[depth.shape[0] // 3 : 2 * depth.shape[0] // 3].astype(np.float64)
    half = band.shape[1] // 2
    left, right = np.median(band[:, :half]), np.median(band[:, half:])
    return Action("RotateLeft" if left > right else "RotateRight", _TURN_DEG)
