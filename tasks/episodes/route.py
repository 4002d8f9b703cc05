"""A candidate episode: from where, to which object, through which rooms (A, section 3.1).

The rooms are drawn first (their number is the stratum), then the target among the objects of the last room, then the
spawn pose in the first. The way through is the shortest one that keeps to the chosen rooms in their order.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from schemas.settings import EpisodeSettings, Stratum
from tasks.episodes.navmesh import Cell, Navmesh
from tasks.episodes.plane import distance_to
from tasks.houses.house import House, HouseObject, Point
from tasks.houses.rooms import RoomGraph
from tasks.worlds.base import Pose

_MOST_ROOMS = 10


@dataclass(frozen=True, slots=True)
class Candidate:
    spawn: Pose
    spawn_cell: Cell
    target: HouseObject
    rooms: tuple[str, ...]
    """Room ids from the spawn room to the target's room."""
    spawn_distance_m: float
    """Plane distance from spawn to the target's centre."""


@dataclass(frozen=True, slots=True)
class Place:
    """A house that the agent has entered: its rooms, its cells and the free moves between them."""

    house: House
    graph: RoomGraph
    mesh: Navmesh
    rooms_of_cells: tuple[str | None, ...]
    """The room of each cell, in the order of `mesh.cells`."""

    def cells_in(self, room_id: str) -> list[Cell]:
        return [cell for cell, room in zip(self.mesh.cells, self.rooms_of_cells, strict=True) if room == room_id]

    def position(self, cell: Cell) -> Point:
        return cell[0] * self.mesh.spacing_m, cell[1] * self.mesh.spacing_m

    def corridor(self, rooms: tuple[str, ...]) -> NDArray[np.bool_]:
        """Mask over the mesh's moves: those inside the rooms, or between two that follow each other."""
        order = {room: number for number, room in enumerate(rooms)}
        rank = np.array([order.get(room or "", -9) for room in self.rooms_of_cells])
        source, sink = rank[self.mesh.source], rank[self.mesh.sink]
        mask: NDArray[np.bool_] = (source >= 0) & (sink >= 0) & (np.abs(source - sink) <= 1)
        return mask


def room_paths(graph: RoomGraph, stratum: Stratum) -> list[tuple[str, ...]]:
    """Every way through as many distinct rooms as the stratum asks for: exactly 1, 2 or 3, or at least 4."""
    if stratum != "S4":
        return list(graph.simple_paths(int(stratum[1])))
    return [path for length in range(4, _MOST_ROOMS + 1) for path in graph.simple_paths(length)]


def stratum_of(n_rooms: int) -> Stratum:
    strata: tuple[Stratum, ...] = ("S1", "S2", "S3", "S4")
    return strata[min(n_rooms, 4) - 1]


def candidates(
    place: Place, stratum: Stratum, draw: np.random.Generator, settings: EpisodeSettings
) -> Iterator[Candidate]:
    """Candidates without end, for as long as the house has any; none where it has no way through so many rooms."""
    ways = [way for way in room_paths(place.graph, stratum) if _objects_in(place.house, way[-1])]
    if not ways:
        return
    least = settings.min_spawn_distance_same_room_m if stratum == "S1" else settings.min_spawn_distance_m
    while True:
        way = ways[int(draw.integers(len(ways)))]
        objects = _objects_in(place.house, way[-1])
        target = objects[int(draw.integers(len(objects)))]
        yaw = 15.0 * int(draw.integers(24))
        far = [cell for cell in place.cells_in(way[0]) if distance_to(place.position(cell), target) >= least]
        pick = float(draw.random())
        if not far:
            cells = place.cells_in(way[0]) or list(place.mesh.cells)
            cell = max(cells, key=lambda each: (distance_to(place.position(each), target), each))
        else:
            cell = far[int(pick * len(far))]
        x, z = place.position(cell)
        yield Candidate(Pose(x, z, yaw, 0.0), cell, target, way, distance_to((x, z), target))


def _objects_in(house: House, room_id: str) -> list[HouseObject]:
    return sorted((item for item in house.objects if item.room_id == room_id), key=lambda item: item.id)
