"""What a world is: a place where an agent stands, moves and looks. It knows no tasks, questions or rungs.

Conventions are AI2-THOR's: metres, y up, the plan is (x, z); yaw in degrees clockwise seen from above with 0
along +z and 90 along +x; horizon in degrees, positive looking down. The agent's camera is 1.576 m above the floor.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from tasks.houses.house import House

ActionName = Literal["MoveAhead", "RotateLeft", "RotateRight", "LookUp", "LookDown", "Done"]
ACTION_NAMES: tuple[ActionName, ...] = ("MoveAhead", "RotateLeft", "RotateRight", "LookUp", "LookDown", "Done")

RgbImage = NDArray[np.uint8]
"""Height x width x 3."""


@dataclass(frozen=True, slots=True)
class Pose:
    x: float
    z: float
    yaw: float
    """Degrees, 0 <= yaw < 360."""
    horizon: float
    """Degrees, positive looking down."""


@dataclass(frozen=True, slots=True)
class Action:
    name: ActionName
    magnitude: float = 0.0
    """Metres for MoveAhead, degrees for turns and looks, 0 for Done."""


@dataclass(frozen=True, slots=True)
class View:
    """What the simulator knows about one picture. Privileged: an agent is given an `AgentView` instead."""

    pose: Pose
    depth: NDArray[np.float32]
    """Height x width, metres along the optical axis; 0 where nothing is hit."""
    instances: NDArray[np.int32]
    """Height x width, index into `object_ids`; -1 for structure (walls, floor, doors) and sky."""
    object_ids: tuple[str, ...]
    pixels: Mapping[str, int]
    """Pixels of each object that has at least one."""
    distance_m: Mapping[str, float]
    """Plane distance from the agent to the nearest visible point of each object that has a pixel."""
    visible: frozenset[str]
    """The simulator's own flag: not occluded, and within the visibility distance."""

    @property
    def n_pixels(self) -> int:
        return int(self.depth.size)


@dataclass(frozen=True, slots=True)
class Detection:
    object_type: str
    box: tuple[int, int, int, int]
    """x0, y0, x1, y1, inclusive."""


@dataclass(frozen=True, slots=True)
class AgentView:
    """What an agent may see: no ids, no flags, nothing of the house."""

    rgb: RgbImage
    depth: NDArray[np.float32] | None = None
    detections: tuple[Detection, ...] | None = None


@dataclass(frozen=True, slots=True)
class StepOutcome:
    success: bool
    pose: Pose
    view: View
    error: str = ""
    """Why a refused action was refused, in the simulator's words; empty on success."""
    blocked_by: str | None = None
    """Id of the object or wall that a refused move ran into."""


@dataclass(frozen=True, slots=True)
class Grid:
    """The cells the agent can stand on, connected by moves of one spacing to where it starts."""

    spacing_m: float
    cells: frozenset[tuple[int, int]] = field(repr=False)
    """(i, j), at x = i * spacing, z = j * spacing."""

    def position(self, cell: tuple[int, int]) -> tuple[float, float]:
        return cell[0] * self.spacing_m, cell[1] * self.spacing_m


@dataclass(frozen=True, slots=True)
class WorldChange:
    """An object put somewhere else, or taken away (`position` None: in the agent's hand, out of the scene)."""

    object_id: str
    position: tuple[float, float, float] | None
    """Centre of the bounding box, x, y, z in metres."""
    yaw: float = 0.0


class World(Protocol):
    """One house at a time, one agent in it."""

    @property
    def fingerprint(self) -> str:
        """Engine, version and settings: all that a pixel hash depends on besides house and pose."""
        ...

    def load(self, house: House) -> Grid:
        """Enter a house; the agent stands at the house's own start. Raises WorldError where it cannot be built."""
        ...

    def teleport(self, pose: Pose) -> StepOutcome:
        """Put the agent at a pose; refused where it cannot stand or look."""
        ...

    def step(self, action: Action) -> StepOutcome:
        """Act once. A refused action leaves the pose as it was."""
        ...

    def rgb(self) -> RgbImage:
        """The picture of the current state, drawn on demand."""
        ...

    def can_move(self, start: tuple[float, float], end: tuple[float, float]) -> bool:
        """Whether the agent's body fits along the straight plan segment from start to end (x, z)."""
        ...

    def can_move_all(self, segments: NDArray[np.float64]) -> NDArray[np.bool_]:
        """The same for many segments, n x 4 (x, z of the start, x, z of the end); one answer each."""
        ...

    def apply(self, change: WorldChange) -> None:
        """Move or remove an object; the next view shows it."""
        ...

    def close(self) -> None: ...
