"""Rooms by polygons: in which room, and in which space, a point of the plan lies.

On a shared edge the room with the smaller number holds the point. Rooms that an open boundary joins (`empty` walls
that lie along each other) are one space.
"""

import json
import re
from collections.abc import Mapping
from functools import cached_property
from typing import Any

import networkx as nx
import polars as pl
import shapely

_EDGE_M = 1e-6
"""A point nearer to a floor than this stands on it."""
_WALL_M = 1e-3
"""Faces nearer than this are two sides of one boundary, and a shorter stretch is a corner."""


class Plan:
    """The floors of one house, from its ProcTHOR document (schema 1.0.0)."""

    def __init__(self, document: str) -> None:
        self._document: Mapping[str, Any] = json.loads(document)
        rooms = sorted(self._document["rooms"], key=lambda room: _number(room["id"]))
        self.room_types: dict[str, str] = {room["id"]: room["roomType"] for room in rooms}
        self._ids = list(self.room_types)
        self._floors = [shapely.Polygon([(p["x"], p["z"]) for p in room["floorPolygon"]]) for room in rooms]

    def room_at(self, x: float, z: float) -> str | None:
        point = shapely.Point(x, z)
        near = (room for room, floor in zip(self._ids, self._floors, strict=True) if floor.distance(point) <= _EDGE_M)
        return next(near, None)

    @cached_property
    def spaces(self) -> dict[str, str]:
        """For each room its space, named by the room of the smallest number in it."""
        graph: nx.Graph[str] = nx.Graph()
        graph.add_nodes_from(self._ids)
        faces = [(wall["roomId"], _foot(wall)) for wall in self._document["walls"] if _is_open(wall)]
        for index, (room, face) in enumerate(faces):
            for other, behind in faces[index + 1 :]:
                if room != other and face.buffer(_WALL_M).intersection(behind).length > 3 * _WALL_M:
                    graph.add_edge(room, other)
        groups = (sorted(group, key=_number) for group in nx.connected_components(graph))
        return {room: group[0] for group in groups for room in group}

    @cached_property
    def object_rooms(self) -> dict[str, str | None]:
        """The room that holds each object's centre, whatever it stands on."""
        waiting = list(self._document["objects"])
        found: dict[str, str | None] = {}
        while waiting:
            item = waiting.pop()
            waiting.extend(item.get("children") or ())
            found[item["id"]] = self.room_at(item["position"]["x"], item["position"]["z"])
        return found


def located(frames: pl.DataFrame, episodes: pl.DataFrame, plans: Mapping[str, Plan]) -> pl.DataFrame:
    """`episode_id`, `t`, `room_id`, `room_type`, `space_id` of each frame, by where its pose lies.

    Args:
        frames: rows of `frames`.
        episodes: rows of `episodes`; they give the house.
        plans: floors by house id.
    """
    placed = frames.join(episodes.select("episode_id", "house_id"), on="episode_id", validate="m:1")
    spots = placed.select("house_id", "x", "z").unique(maintain_order=True)
    rooms = [plans[house_id].room_at(x, z) for house_id, x, z in spots.iter_rows()]
    spots = spots.with_columns(pl.Series("room_id", rooms, pl.String))
    names = pl.DataFrame(
        [
            (house_id, room, plan.room_types[room], plan.spaces[room])
            for house_id, plan in plans.items()
            for room in plan.room_types
        ],
        schema={"house_id": pl.String, "room_id": pl.String, "room_type": pl.String, "space_id": pl.String},
        orient="row",
    )
    return (
        placed.select("house_id", "x", "z", "episode_id", "t")
        .join(spots, on=["house_id", "x", "z"], how="left", validate="m:1")
        .join(names, on=["house_id", "room_id"], how="left", validate="m:1")
        .select("episode_id", "t", "room_id", "room_type", "space_id")
        .sort("episode_id", "t")
    )


def _number(room_id: str) -> tuple[int, str]:
    digits = re.search(r"\d+", room_id)
    return (int(digits[0]) if digits else -1, room_id)


def _is_open(wall: Mapping[str, Any]) -> bool:
    return bool(wall.get("empty")) and "exterior" not in wall["id"].split("|")


def _foot(wall: Mapping[str, Any]) -> shapely.LineString:
    """The wall's line on the floor: the two lower of its four corners."""
    lower = sorted(wall["polygon"], key=lambda corner: corner["y"])[:2]
    return shapely.LineString([(corner["x"], corner["z"]) for corner in lower])
