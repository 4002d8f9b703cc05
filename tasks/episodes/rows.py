"""Episodes as rows of the lake's tables, and back: domain values on one side, plain columns on the other."""

import hashlib
import json
from collections.abc import Iterator, Mapping
from typing import Any, cast

import polars as pl

from schemas.identity import canonical_json
from schemas.settings import EpisodeSettings
from tasks.episodes.search import Episode, Rejection
from tasks.episodes.slots import Slot
from tasks.episodes.walk import Step
from tasks.houses.house import House
from tasks.houses.read import house_from_document
from tasks.houses.rooms import RoomGraph
from tasks.worlds.base import Action, ActionName, Pose, RgbImage

Row = dict[str, Any]


def house_row(house: House) -> Row:
    graph = RoomGraph(house)
    return {
        "house_id": house.id,
        "source": house.source,
        "content_hash": house.content_hash,
        "n_rooms": len(house.rooms),
        "n_spaces": len(set(graph.spaces.values())),
        "n_objects": len(house.objects),
        "area_m2": round(sum(_area(room.polygon) for room in house.rooms), 6),
        "document": canonical_json(house.document),
    }


def episode_row(slot: Slot, episode: Episode, settings: EpisodeSettings) -> Row:
    spawn, target = episode.candidate.spawn, episode.candidate.target
    return {
        "episode_id": slot.episode_id,
        "house_id": episode.house.id,
        "stratum": episode.stratum,
        "spawn": {"x": spawn.x, "z": spawn.z, "yaw": spawn.yaw, "horizon": spawn.horizon},
        "target_id": target.id,
        "target_type": target.type,
        "target_room": episode.house.room(target.room_id or "").type,
        "rooms": list(episode.rooms),
        "n_rooms": len(episode.rooms),
        "n_spaces": len({episode.graph.spaces[room] for room in episode.rooms}),
        "actions": [{"name": action.name, "magnitude": action.magnitude} for action in episode.actions],
        "n_actions": len(episode.actions),
        "n_frames": len(episode.walk.steps),
        "path_length_m": episode.walk.path_length_m,
        "geodesic_m": episode.geodesic_m,
        "reference_distance_m": episode.reference_distance_m,
        "spawn_distance_m": episode.candidate.spawn_distance_m,
        "final_distance_m": episode.final.distance_m,
        "final_area": episode.final.area,
        "target_pixels_at_spawn": episode.walk.steps[0].view.pixels.get(target.id, 0),
        "teleport_hops": settings.teleport_hops,
        "settings": canonical_json(settings),
    }


def rejection_row(slot: Slot, attempt: int, house: House, rejection: Rejection) -> Row:
    final = rejection.final
    return {
        "episode_id": slot.episode_id,
        "attempt": attempt,
        "house_id": house.id,
        "stratum": slot.stratum,
        "reason": rejection.reason,
        "target_id": rejection.candidate.target.id,
        "target_type": rejection.candidate.target.type,
        "spawn_distance_m": rejection.candidate.spawn_distance_m,
        "n_actions": rejection.n_actions,
        "final_distance_m": final.distance_m if final else None,
        "final_area": final.area if final else None,
    }


def frame_row(episode_id: str, step: Step, graph: RoomGraph, house: House) -> Row:
    room_id = graph.room_at(step.pose.x, step.pose.z) or ""
    return {
        "episode_id": episode_id,
        "t": step.t,
        "x": step.pose.x,
        "z": step.pose.z,
        "yaw": step.pose.yaw,
        "horizon": step.pose.horizon,
        "room_id": room_id,
        "room_type": house.room(room_id).type,
        "space_id": graph.spaces[room_id],
        "action": step.action.name if step.action else None,
        "magnitude": step.action.magnitude if step.action else None,
        "pixel_hash": pixel_hash(step.rgb) if step.rgb is not None else None,
    }


def observation_rows(episode_id: str, step: Step, house: House) -> list[Row]:
    """Every object with the simulator's flag or a pixel, in order of id."""
    view = step.view
    things = {item.id: item for item in house.objects}
    return [
        {
            "episode_id": episode_id,
            "t": step.t,
            "object_id": object_id,
            "object_type": things[object_id].type,
            "room_id": things[object_id].room_id,
            "visible": object_id in view.visible,
            "pixels": view.pixels.get(object_id, 0),
            "distance_m": view.distance_m[object_id],
        }
        for object_id in sorted(set(view.pixels) | view.visible)
    ]


def pixel_hash(rgb: RgbImage) -> str:
    """SHA-256 of the picture's bytes, row by row."""
    return hashlib.sha256(rgb.tobytes()).hexdigest()


class _Shelf(Mapping[str, House]):
    """Houses by id, each read when it is first asked for: a shard knows many as a last resort and enters few."""

    def __init__(self, rows: pl.DataFrame) -> None:
        columns = ("house_id", "source", "document")
        self._documents = {house_id: rest for house_id, *rest in rows.select(columns).iter_rows()}
        self._read: dict[str, House] = {}

    def __getitem__(self, house_id: str) -> House:
        if house_id not in self._read:
            source, document = self._documents[house_id]
            self._read[house_id] = house_from_document(json.loads(document), source)
        return self._read[house_id]

    def __iter__(self) -> Iterator[str]:
        return iter(self._documents)

    def __len__(self) -> int:
        return len(self._documents)


def houses_of(rows: pl.DataFrame) -> Mapping[str, House]:
    """Houses by id, from rows of `houses`; the same id gives the same object."""
    return _Shelf(rows)


def spawn_of(row: Mapping[str, Any]) -> Pose:
    """The spawn pose of a row of `episodes`."""
    spawn = row["spawn"]
    return Pose(spawn["x"], spawn["z"], spawn["yaw"], spawn["horizon"])


def actions_of(row: Mapping[str, Any]) -> tuple[Action, ...]:
    """The reference actions of a row of `episodes`."""
    return tuple(Action(cast(ActionName, action["name"]), action["magnitude"]) for action in row["actions"])


def _area(polygon: tuple[tuple[float, float], ...]) -> float:
    closed = zip(polygon, (*polygon[1:], polygon[0]), strict=True)
    return abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in closed)) / 2
