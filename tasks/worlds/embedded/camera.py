"""The agent's eye: poses to the camera array that kernels take."""

import numpy as np

from tasks.worlds.angles import sin_cos
from tasks.worlds.base import Pose
from tasks.worlds.embedded.arrays import F64

CAMERA_HEIGHT_M = 1.576
"""AI2-THOR's camera height above the floor for the default agent."""


def camera_at(pose: Pose) -> F64:
    """4 x 3: position, forward, right, up, in world axes. At yaw 0 the agent looks along +z with +x to the right."""
    sin_yaw, cos_yaw = sin_cos(pose.yaw)
    sin_down, cos_down = sin_cos(pose.horizon)
    return np.array(
        [
            [pose.x, CAMERA_HEIGHT_M, pose.z],
            [sin_yaw * cos_down, -sin_down, cos_yaw * cos_down],
            [cos_yaw, 0.0, -sin_yaw],
            [sin_yaw * sin_down, cos_down, cos_yaw * sin_down],
        ]
    )


def half_tangent(field_of_view_deg: float) -> float:
    """Tangent of half the field of view; exactly 1 at 90 degrees."""
    sine, cosine = sin_cos(field_of_view_deg / 2)
    return sine / cosine
