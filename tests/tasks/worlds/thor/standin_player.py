"""A player that stands in for Unity: it speaks AI2-THOR's FIFO protocol and answers from the embedded world.

It is started by the real `ai2thor.controller.Controller` as Unity would be, and shares nothing with the adapter but the
world under it. What Unity does, it does too: single-precision poses, a horizon of 60.00002 at the limit, rows from the
bottom up, depth up to a far plane, a colour for each object and another for the parts that exist at run time.

STANDIN_FAULT makes it a wrong player: flipped_rows, shifted_masks, stale_sequence, drifting, mute (says nothing at all),
refuses (builds no house), roomy (a thing less stands in the way than the house says), dies:N and hangs:N (at the N-th
action, once a file STANDIN_ONCE).
"""

import json
import os
import re
import struct
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgpack
import numpy as np

from schemas.errors import LadderError
from schemas.settings import EpisodeSettings
from tasks.houses.house import House, HouseObject
from tasks.houses.read import house_from_document
from tasks.worlds.base import Action, Pose, StepOutcome, View, WorldChange
from tasks.worlds.embedded.world import EmbeddedWorld

HEADER = "!BI"
METADATA, ACTION, RGB, DEPTH, IDS, END = 1, 2, 4, 5, 9, 255
FAR_M = 100.0
STANDING_M = 0.9009991288185120
STRUCTURE = "wall|2|0.00|0.00|1.00|0.00"
IN_PARTS = ("Dresser", "Desk", "SideTable", "CounterTop")
"""Types whose pixels are shown in two colours, as drawers are in Unity."""

Vector = dict[str, float]


class Pipes:
    def __init__(self) -> None:
        self._out = open(os.environ["AI2THOR_FIFO_SERVER_PIPE_PATH"], "wb")  # noqa: SIM115  open until this process ends
        self._in: Any = None

    def send(self, metadata: dict[str, Any], images: list[tuple[int, bytes]]) -> None:
        body = msgpack.packb(metadata, use_bin_type=True)
        for kind, data in [(METADATA, body), *images]:
            self._out.write(struct.pack(HEADER, kind, len(data)) + data)
        self._out.write(struct.pack(HEADER, END, 0))
        self._out.flush()
        if self._in is None:
            self._in = open(os.environ["AI2THOR_FIFO_CLIENT_PIPE_PATH"], "rb")  # noqa: SIM115

    def actions(self) -> Iterator[dict[str, Any]]:
        """Actions as they come; ends when the other side closes its pipe."""
        body = b""
        while header := self._in.read(5):
            kind, length = struct.unpack(HEADER, header)
            if kind == END:
                yield json.loads(body)
            else:
                assert kind == ACTION, kind
                body = self._in.read(length)


class Standin:
    def __init__(self, fault: str) -> None:
        self.fault, _, number = fault.partition(":")
        self.left = int(number or 0)
        self.settings = EpisodeSettings()
        self.world = EmbeddedWorld(self.settings)
        self.house: House | None = None
        self.homes: dict[str, tuple[tuple[float, float, float], float]] = {}
        self.away: set[str] = set()
        self.hand: str | None = None
        self.last: StepOutcome | None = None
        self.size = (300, 300)
        self.wants: dict[str, Any] = {}
        self.scene = "Procedural"
        self.n = 0

    # What an action does: (success, message, code, returned)

    def act(self, call: dict[str, Any]) -> tuple[bool, str, str, Any]:
        name = call["action"]
        known = getattr(self, "do_" + re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower(), None)
        if known is None:
            return False, f"{name} is no action of this player", "InvalidAction", None
        if self.house is None and name not in (
            "Reset",
            "Initialize",
            "ChangeResolution",
            "ChangeQuality",
            "CreateHouse",
        ):
            return False, "there is no house", "", None
        done = known(call)
        if isinstance(done, StepOutcome):
            self.last = done
            return done.success, _in_its_words(done.error), "", None
        return done if isinstance(done, tuple) else (True, "", "", done)

    def do_reset(self, call: dict[str, Any]) -> None:
        self.house, self.last, self.scene = None, None, call["sceneName"]

    def do_change_resolution(self, call: dict[str, Any]) -> None:
        self.size = call["x"], call["y"]

    def do_change_quality(self, call: dict[str, Any]) -> None:
        pass

    def do_initialize(self, call: dict[str, Any]) -> Any:
        self.wants = call
        self.settings = replace(
            self.settings,
            image_size=self.size[0],
            field_of_view_deg=call["fieldOfView"],
            grid_m=call["gridSize"],
            visibility_distance_m=call["visibilityDistance"],
        )
        assert call["snapToGrid"] is False
        self.world = EmbeddedWorld(self.settings)
        return {"cameraNearPlane": 0.1, "cameraFarPlane": FAR_M}

    def do_create_house(self, call: dict[str, Any]) -> Any:
        if self.fault == "refuses":
            return False, "the asset Nowhere_1 is not in the database", "", None
        try:
            house = house_from_document(call["house"], "stand-in")
            if self.fault == "roomy":
                house = _with_more_room(house)
            self.grid = self.world.load(house)
        except LadderError as error:
            return False, str(error), "", None
        self.house, self.away, self.hand = house, set(), None
        self.homes = {item.id: (item.position, item.yaw) for item in house.objects}
        return self.world.step(Action("Done"))

    def do_teleport_full(self, call: dict[str, Any]) -> StepOutcome:
        at = call["position"]
        assert abs(at["y"] - STANDING_M) < 0.1, at
        pose = Pose(at["x"], at["z"], call["rotation"]["y"], call["horizon"])
        if self.fault == "drifting":
            pose = replace(pose, x=pose.x + 0.02)
        return self.world.teleport(pose)

    def do_move_ahead(self, call: dict[str, Any]) -> StepOutcome:
        return self.world.step(Action("MoveAhead", call.get("moveMagnitude", self.settings.grid_m)))

    def do_rotate_left(self, call: dict[str, Any]) -> StepOutcome:
        return self.world.step(Action("RotateLeft", call.get("degrees", 90.0)))

    def do_rotate_right(self, call: dict[str, Any]) -> StepOutcome:
        return self.world.step(Action("RotateRight", call.get("degrees", 90.0)))

    def do_look_up(self, call: dict[str, Any]) -> StepOutcome:
        return self.world.step(Action("LookUp", call.get("degrees", 30.0)))

    def do_look_down(self, call: dict[str, Any]) -> StepOutcome:
        return self.world.step(Action("LookDown", call.get("degrees", 30.0)))

    def do_done(self, call: dict[str, Any]) -> StepOutcome:
        return self.world.step(Action("Done"))

    do_pass = do_done

    def do_get_reachable_positions(self, call: dict[str, Any]) -> list[Vector]:
        positions = (self.grid.position(cell) for cell in sorted(self.grid.cells))
        return [_vector(x, STANDING_M, z) for x, z in positions]

    def do_disable_object(self, call: dict[str, Any]) -> Any:
        self.away.add(call["objectId"])
        return self._changed(WorldChange(call["objectId"], None))

    def do_enable_object(self, call: dict[str, Any]) -> Any:
        self.away.discard(call["objectId"])
        place, yaw = self.homes[call["objectId"]]
        return self._changed(WorldChange(call["objectId"], place, yaw))

    def do_teleport_object(self, call: dict[str, Any]) -> Any:
        at = call["position"]
        place, yaw = (at["x"], at["y"] + _LIFT, at["z"]), call["rotation"]["y"]
        self.homes[call["objectId"]] = place, yaw
        return self._changed(WorldChange(call["objectId"], place, yaw))

    def do_pickup_object(self, call: dict[str, Any]) -> Any:
        if self.hand is not None:
            return False, f"Agent hand has something in it already! Object: {self.hand}", "", None
        self.hand = call["objectId"]
        return self._changed(WorldChange(self.hand, None))

    def do_put_object(self, call: dict[str, Any]) -> Any:
        if self.hand is None:
            return False, "Can't place an object if Agent isn't holding anything.", "", None
        assert self.house is not None
        on, held = self.house.object(call["objectId"]), self.house.object(self.hand)
        x, y, z = on.position
        place = x, y + on.size[1] / 2 + held.size[1] / 2, z
        self.homes[self.hand], hand, self.hand = (place, on.yaw), self.hand, None
        return self._changed(WorldChange(hand, place, on.yaw))

    def _changed(self, change: WorldChange) -> Any:
        try:
            self.world.apply(change)
        except LadderError as error:
            return False, str(error), "", None
        return self.world.step(Action("Done"))

    # What is sent back

    def answer(self, call: dict[str, Any], pipes: Pipes) -> None:
        self._break_down()
        success, message, code, returned = self.act(call)
        sequence = call["sequenceId"] - (self.fault == "stale_sequence" and call["sequenceId"] > 5)
        agent = {
            "agentId": 0,
            "screenWidth": self.size[0],
            "screenHeight": self.size[1],
            "lastAction": call["action"],
            "lastActionSuccess": success,
            "errorMessage": message,
            "errorCode": code,
            "actionReturn": returned,
            "sceneName": self.scene,
            "thirdPartyCameras": [],
            "depthFormat": "Meters",
            "fov": float(self.settings.field_of_view_deg),
            "isSceneAtRest": True,
            "inventoryObjects": [{"objectId": self.hand}] if self.hand else [],
            "agent": self._agent(),
            "objects": list(self._objects()),
            "colors": None,
        }
        images: list[tuple[int, bytes]] = []
        if self.last is not None and call.get("renderImage", True):
            images = self._images(self.last.view, agent)
        pipes.send({"agents": [agent], "thirdPartyCameras": [], "sequenceId": sequence, "activeAgentId": 0}, images)

    def _agent(self) -> dict[str, Any]:
        pose = self.world.pose
        limit = 0.00002 if pose.horizon == 60.0 else 0.0
        return {
            "name": "agent",
            "position": _vector(pose.x, STANDING_M, pose.z),
            "rotation": _vector(-0.0, pose.yaw, 0.0),
            "cameraHorizon": float(np.float32(pose.horizon + limit)),
            "isStanding": True,
            "inHighFrictionArea": False,
        }

    def _objects(self) -> Iterator[dict[str, Any]]:
        if self.house is None or self.last is None:
            return
        yield _told(STRUCTURE, "Wall", (0.0, 1.0, 0.0), 0.0, visible=True)
        for item in self.house.objects:
            if item.id not in self.away:
                place, yaw = self.homes[item.id]
                flagged = item.id in self.last.view.visible
                yield {
                    **_told(item.id, item.type, place, yaw, visible=flagged),
                    "assetId": item.asset_id,
                    "parentReceptacles": [item.parent_id] if item.parent_id else None,
                    "isPickedUp": item.id == self.hand,
                    "pickupable": True,
                }
                if item.type in IN_PARTS:
                    yield _told(f"{item.id}___0", "Drawer", place, yaw, visible=flagged)

    def _images(self, view: View, agent: dict[str, Any]) -> list[tuple[int, bytes]]:
        assert self.house is not None
        names, colors = _palette(self.house.objects)
        agent["colors"] = [{"name": name, "color": color.tolist()} for name, color in zip(names, colors, strict=True)]
        shown = view.instances
        if self.fault == "shifted_masks":
            shown = np.roll(shown, 1, axis=1)
        parts = np.array([item.type in IN_PARTS for item in self.house.objects] + [False])
        odd = (np.arange(shown.shape[1]) % 2 == 1)[None, :] & parts[shown]
        ids = np.full((*shown.shape, 4), 255, np.uint8)
        ids[..., :3] = colors[shown + 1 + odd * len(self.house.objects)]
        depth = np.where(view.depth > 0.0, view.depth, np.float32(FAR_M)).astype(np.float32)
        flip = (lambda image: image) if self.fault == "flipped_rows" else np.flipud
        images = [(RGB, flip(self.world.rgb()).tobytes())]
        if self.wants.get("renderDepthImage"):
            images.append((DEPTH, flip(depth).tobytes()))
        if self.wants.get("renderInstanceSegmentation"):
            images.append((IDS, flip(ids).tobytes()))
        return images

    def _break_down(self) -> None:
        """Die or hang at the N-th action, once."""
        once = Path(os.environ.get("STANDIN_ONCE", os.devnull))
        self.n += 1
        if self.fault not in ("dies", "hangs") or self.n != self.left or once.is_file():
            return
        if once.name != os.devnull.rpartition("/")[2]:
            once.touch()
        if self.fault == "dies":
            os.abort()
        time.sleep(3600)


_LIFT = 0.125
"""The origin of our models lies so far below the middle of their boxes; in Unity it is anywhere."""


def _told(
    object_id: str, kind: str, middle: tuple[float, float, float], yaw: float, *, visible: bool
) -> dict[str, Any]:
    x, y, z = middle
    return {
        "objectId": object_id,
        "name": object_id,
        "objectType": kind,
        "position": _vector(x, y - _LIFT, z),
        "rotation": _vector(0.0, yaw, 0.0),
        "axisAlignedBoundingBox": {"center": _vector(x, y, z), "size": _vector(0.1, 0.1, 0.1), "cornerPoints": []},
        "visible": visible,
        "distance": 1.0,
        "parentReceptacles": None,
        "receptacleObjectIds": None,
    }


def _palette(objects: tuple[HouseObject, ...]) -> tuple[list[str], np.ndarray[Any, np.dtype[np.uint8]]]:
    """Names and their colours: structure, then the objects, then their parts."""
    names = [STRUCTURE, *(item.id for item in objects), *(f"{item.id}___0" for item in objects)]
    numbers = np.arange(len(names), dtype=np.uint32) * np.uint32(40_503) + np.uint32(77)  # odd: no two alike in 24 bits
    return names, np.stack([numbers >> 16, numbers >> 8, numbers], axis=-1).astype(np.uint8)


def _with_more_room(house: House) -> House:
    """The house without its bulkiest thing, which the adapter's plan still holds for an obstacle."""
    standing = [item for item in house.objects if item.parent_id is None and item.position[1] < 1.0]
    bulky = max(standing, key=lambda item: item.size[0] * item.size[2])
    return replace(house, objects=tuple(each for each in house.objects if bulky.id not in (each.id, each.parent_id)))


def _in_its_words(error: str) -> str:
    return f"{error}." if error and not error.endswith(".") else error


def _vector(x: float, y: float, z: float) -> Vector:
    return {name: float(np.float32(value)) for name, value in zip("xyz", (x, y, z), strict=True)}


def main() -> None:
    player = Standin(os.environ.get("STANDIN_FAULT", ""))
    if player.fault == "mute":
        time.sleep(3600)
    pipes = Pipes()
    player.answer({"action": "Reset", "sceneName": "Procedural", "sequenceId": 0}, pipes)
    for call in pipes.actions():
        player.answer(call, pipes)


if __name__ == "__main__":
    sys.exit(main())
