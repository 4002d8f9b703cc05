"""Looking at a target from a place: a pose that shows it well, and the nearest from which success is possible."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from schemas.settings import EpisodeSettings
from tasks.episodes.navmesh import Cell
from tasks.episodes.plane import distance_to, distance_to_box, half_diagonal
from tasks.episodes.route import Place
from tasks.episodes.steering import nearest_heading
from tasks.episodes.success import TargetSight, sight_of
from tasks.houses.house import HouseObject, Point
from tasks.worlds.angles import sin_cos
from tasks.worlds.base import Pose, World

CAMERA_HEIGHT_M = 1.576
_LOOK_STEP = 15
_ASIDE_DEG = 30
_TOLERANCE_M = 0.01
_CORNER_GAIN = 5.2
"""A solid angle covers 3 * sqrt(3) times as many pixels in the corner of a 90 degree view as in its centre."""


class Aim:
    """Looks at one target from the places of a house, never twice from the same cell."""

    def __init__(self, world: World, place: Place, target: HouseObject, settings: EpisodeSettings) -> None:
        self._world, self._place, self._target, self._settings = world, place, target, settings
        self._known: dict[Cell, Pose | None] = {}

    def at(self, position: Point) -> Pose | None:
        """A pose at this position from which the success test holds, the one that centres the target if it does.

        A small thing covers more pixels towards the edge of a flat picture, so other poses are tried too where that can
        help. Turning on the spot brings nothing into view that is hidden, and no distance nearer.
        """
        for pose in _poses(position, self._target, self._settings):
            outcome = self._world.teleport(pose)
            if not outcome.success:
                return None
            sight = sight_of(outcome.view, self._target.id)
            if sight is not None and sight.succeeds(self._settings):
                return pose
            if not self._can_grow(sight, position):
                return None
        return None

    def nearest(self, distances: NDArray[np.float64], room_id: str | None = None) -> tuple[Cell, Pose] | None:
        """The nearest cell of the success region and a pose there; `room_id` keeps to one room.

        `distances` are metres from spawn in the order of the mesh's cells. The region is never computed whole: cells
        are tried in the order of their distance.
        """
        reach = self._settings.stop_distance_m
        for number in np.lexsort((np.arange(len(distances)), distances)):
            if not np.isfinite(distances[number]):
                return None
            cell = self._place.mesh.cells[number]
            near = distance_to_box(self._place.position(cell), self._target) <= reach + _TOLERANCE_M
            if near and (room_id is None or self._place.rooms_of_cells[number] == room_id):
                if cell not in self._known:
                    self._known[cell] = self.at(self._place.position(cell))
                pose = self._known[cell]
                if pose is not None:
                    return cell, pose
        return None

    def _can_grow(self, sight: TargetSight | None, position: Point) -> bool:
        """Whether another pose at the same position can show the target large enough."""
        if sight is None:
            return distance_to(position, self._target) < 2 * half_diagonal(self._target)  # it may fill more than a view
        return sight.is_near(self._settings) and sight.area * _CORNER_GAIN >= self._settings.target_area


def _poses(at: Point, target: HouseObject, settings: EpisodeSettings) -> Iterator[Pose]:
    """The pose that centres the target, then those that have it a third of the view aside."""
    heading = nearest_heading(at, (target.position[0], target.position[2]))
    for horizon in _horizons(distance_to(at, target), target.position[1], settings):
        for yaw in (heading, heading - _ASIDE_DEG, heading + _ASIDE_DEG):
            yield Pose(at[0], at[1], float(yaw % 360), float(horizon))


def _horizons(plane_m: float, height_m: float, settings: EpisodeSettings) -> list[int]:
    """The horizon of the look menu that centres the target best, then those above and below it that the menu allows."""
    drop = CAMERA_HEIGHT_M - height_m

    def centred(horizon: int) -> float:
        sine, cosine = sin_cos(float(horizon))
        return plane_m * cosine + drop * sine

    allowed = range(settings.min_horizon_deg, settings.max_horizon_deg + 1, _LOOK_STEP)
    best = max(allowed, key=lambda horizon: (centred(horizon), -horizon))
    return [horizon for horizon in (best, best - _ASIDE_DEG, best + _ASIDE_DEG) if horizon in allowed]
