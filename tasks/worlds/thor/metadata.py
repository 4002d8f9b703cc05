"""What an event's metadata says of the agent and the objects: AI2-THOR's own dictionary on one side, ours on the other.

Real metadata has nulls where a list is empty, angles with float noise (60.00002), ids of parts that exist at run time
only (`Dresser|2|1___0` for a drawer) and objects that are structure (walls, floors, doors).
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from schemas.errors import WorldError
from tasks.worlds.angles import normal_yaw

Metadata = Mapping[str, Any]
Vector = tuple[float, float, float]

PART = "___"
"""Between the id of an object and the number of a part that it has at run time."""
_BLOCKED = re.compile(r"^(?P<what>.+?) is blocking Agent \d+ from moving")


@dataclass(frozen=True, slots=True)
class AgentTold:
    """Where the engine says that the agent is; single-precision numbers."""

    x: float
    y: float
    """Height of the middle of its body, metres; Teleport wants it back."""
    z: float
    yaw: float
    """Degrees, 0 <= yaw < 360."""
    horizon: float


@dataclass(frozen=True, slots=True)
class ObjectTold:
    id: str
    """With the number of a part, where it is one."""
    type: str
    position: Vector
    """Origin of the model, metres; not its middle."""
    yaw: float
    centre: Vector | None
    """Middle of the axis-aligned box; None where the engine gives no box."""
    visible: bool
    """The engine's flag: within the visibility distance and hit by a ray of its own."""
    distance_m: float
    parents: tuple[str, ...]
    """Receptacles that it is in or on."""

    @property
    def whole(self) -> str:
        """Id of the object that it is, or is a part of."""
        return whole_of(self.id)


def whole_of(object_id: str) -> str:
    """The id without the number of a part."""
    return object_id.partition(PART)[0]


def agent_of(metadata: Metadata) -> AgentTold:
    """Raises WorldError where the metadata hold no agent."""
    try:
        agent = metadata["agent"]
        position, rotation = agent["position"], agent["rotation"]
        return AgentTold(
            x=float(position["x"]),
            y=float(position["y"]),
            z=float(position["z"]),
            yaw=normal_yaw(float(rotation["y"])),
            horizon=float(agent["cameraHorizon"]),
        )
    except (KeyError, TypeError, ValueError) as error:
        raise _broken("the agent", error) from error


def objects_of(metadata: Metadata) -> tuple[ObjectTold, ...]:
    """All objects, structure and parts among them, in the engine's order. Raises WorldError for broken entries."""
    try:
        return tuple(_object(item) for item in metadata.get("objects") or ())
    except (KeyError, TypeError, ValueError) as error:
        raise _broken("an object", error) from error


def visible_of(metadata: Metadata) -> tuple[ObjectTold, ...]:
    """The objects with the engine's flag `visible`. Raises WorldError for broken entries."""
    try:
        return tuple(_object(item) for item in metadata.get("objects") or () if item["visible"])
    except (KeyError, TypeError, ValueError) as error:
        raise _broken("an object", error) from error


def colors_of(metadata: Metadata) -> dict[str, tuple[int, int, int]]:
    """Red, green, blue of each name in the picture of instances; empty where none was drawn."""
    return {item["name"]: tuple(item["color"]) for item in metadata.get("colors") or ()}


def blocker_in(message: str) -> str | None:
    """Id of what a refused move ran into, where the engine's message names it."""
    found = _BLOCKED.match(message)
    return whole_of(found["what"]) if found else None


def positions_of(metadata: Metadata) -> list[tuple[float, float, float]]:
    """What GetReachablePositions returned: x, y, z of each."""
    try:
        return [_vector(each) for each in metadata["actionReturn"] or ()]
    except (KeyError, TypeError, ValueError) as error:
        raise _broken("the reachable positions", error) from error


def _object(item: Metadata) -> ObjectTold:
    box = item.get("axisAlignedBoundingBox") or {}
    return ObjectTold(
        id=str(item["objectId"]),
        type=str(item["objectType"]),
        position=_vector(item["position"]),
        yaw=normal_yaw(float(item["rotation"]["y"])),
        centre=_vector(box["center"]) if box.get("center") else None,
        visible=bool(item["visible"]),
        distance_m=float(item.get("distance") or 0.0),
        parents=tuple(item.get("parentReceptacles") or ()),
    )


def _vector(value: Metadata) -> Vector:
    return float(value["x"]), float(value["y"]), float(value["z"])


def _broken(what: str, error: Exception) -> WorldError:
    return WorldError(
        f"AI2-THOR's metadata do not tell {what} as version 5.0.0 does ({type(error).__name__}: {error}). "
        "Use the player that belongs to ai2thor 5.0.0."
    )
