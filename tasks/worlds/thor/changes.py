"""A change of the house as the engine's actions: things put elsewhere, taken away and brought back."""

from collections.abc import Iterator
from typing import Any

from tasks.worlds.angles import sin_cos
from tasks.worlds.base import WorldChange
from tasks.worlds.thor.metadata import ObjectTold, Vector

Call = tuple[str, dict[str, Any]]


def take_away(object_id: str) -> Call:
    return "DisableObject", {"objectId": object_id}


def bring_back(object_id: str) -> Call:
    return "EnableObject", {"objectId": object_id}


def put(change: WorldChange, told: ObjectTold) -> Call:
    """Put an object at a place. `told` is what the engine says of it now.

    We speak of the middle of a box, the engine of the origin of a model; how they lie to each other turns with the object.
    """
    assert change.position is not None
    x, y, z = change.position
    dx, dy, dz = _turned(_offset(told), change.yaw - told.yaw)
    place = {"x": x - dx, "y": y - dy, "z": z - dz}
    turn = {"x": 0.0, "y": change.yaw, "z": 0.0}
    return "TeleportObject", {"objectId": told.id, "position": place, "rotation": turn, "forceAction": True}


def calls(change: WorldChange, *, is_away: bool) -> Iterator[Call]:
    """What is to be done before an object can be put: nothing more where it is taken away."""
    if change.position is None:
        if not is_away:
            yield take_away(change.object_id)
    elif is_away:
        yield bring_back(change.object_id)


def _offset(told: ObjectTold) -> Vector:
    """From the origin of the model to the middle of its box."""
    middle = told.centre or told.position
    return middle[0] - told.position[0], middle[1] - told.position[1], middle[2] - told.position[2]


def _turned(offset: Vector, degrees: float) -> Vector:
    sine, cosine = sin_cos(degrees)
    x, y, z = offset
    return x * cosine + z * sine, y, z * cosine - x * sine
