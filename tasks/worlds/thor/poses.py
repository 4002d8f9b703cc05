"""The pose that was meant and the one that the engine tells."""

from tasks.worlds.angles import normal_yaw, sin_cos
from tasks.worlds.base import Action, Pose
from tasks.worlds.thor.metadata import AgentTold

POSITION_TOLERANCE_M = 0.001
ANGLE_TOLERANCE_DEG = 0.01


def meant(pose: Pose, action: Action) -> Pose:
    """Where an action leads that succeeds."""
    amount = action.magnitude
    match action.name:
        case "MoveAhead":
            sine, cosine = sin_cos(pose.yaw)
            return Pose(rounded(pose.x + amount * sine), rounded(pose.z + amount * cosine), pose.yaw, pose.horizon)
        case "RotateRight" | "RotateLeft":
            yaw = pose.yaw + (amount if action.name == "RotateRight" else -amount)
            return Pose(pose.x, pose.z, normal_yaw(yaw), pose.horizon)
        case "LookDown" | "LookUp":
            horizon = pose.horizon + (amount if action.name == "LookDown" else -amount)
            return Pose(pose.x, pose.z, pose.yaw, horizon)
        case _:
            return pose


def agree(engine: Pose, wanted: Pose) -> bool:
    """Whether two poses are one but for the engine's single precision."""
    turned = abs(engine.yaw - wanted.yaw)
    return (
        max(abs(engine.x - wanted.x), abs(engine.z - wanted.z)) <= POSITION_TOLERANCE_M
        and min(turned, 360.0 - turned) <= ANGLE_TOLERANCE_DEG
        and abs(engine.horizon - wanted.horizon) <= ANGLE_TOLERANCE_DEG
    )


def rounded(metres: float) -> float:
    """To a millionth of a metre, so that a pose read back from a table is the pose."""
    return round(metres, 6) + 0.0


def told(agent: AgentTold) -> Pose:
    """The engine's pose, rounded as ours are."""
    return Pose(rounded(agent.x), rounded(agent.z), agent.yaw, round(agent.horizon, 2) + 0.0)
