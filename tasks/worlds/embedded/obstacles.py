"""What stops the body, as the rectangles that the motion kernels take: footprints of parts, walls, shut doors."""

import math
from collections.abc import Mapping, Sequence

import numpy as np

from tasks.houses.house import House
from tasks.worlds.angles import sin_cos
from tasks.worlds.embedded.arrangement import Placement
from tasks.worlds.embedded.arrays import F64, I32
from tasks.worlds.embedded.motion import BODY_HEIGHT_M, STEP_OVER_M
from tasks.worlds.embedded.solids import Extent, Solid
from tasks.worlds.embedded.structure import barriers


class Obstacles:
    """All rectangles of a house with their owners, objects in house order first."""

    def __init__(self, house: House) -> None:
        self.rooms: tuple[I32, F64] = _outlines(house)
        """Floors as `motion.on_floor` takes them: where each room's corners begin, and the corners."""
        self._walls, self._wall_ids = _walls(house)
        self._footprints: dict[str, F64] = {item.id: np.zeros((0, 6)) for item in house.objects}
        self.rects: F64 = self._walls
        self._owners: list[str] = self._wall_ids

    def put(self, footprints: Mapping[str, F64]) -> None:
        """Take the new footprints of some objects."""
        self._footprints.update(footprints)
        self.rects = np.concatenate([*self._footprints.values(), self._walls])
        owners = [object_id for object_id, rects in self._footprints.items() for _ in range(len(rects))]
        self._owners = [*owners, *self._wall_ids]

    def owner(self, rect: int) -> str:
        """Id of the object, wall or door that a row of `rects` belongs to."""
        return self._owners[rect]


def footprint(placement: Placement, solids: Sequence[Solid]) -> F64:
    """Rectangles of an object's parts between knee and crown of the body; none while it is taken away."""
    if not placement.is_present:
        return np.zeros((0, 6))
    low, high = STEP_OVER_M - placement.y, BODY_HEIGHT_M - placement.y
    extents = [s.body for s in solids if s.body.y1 > low and s.body.y0 < high]
    sine, cosine = sin_cos(placement.yaw)
    rows = []
    for extent in _outermost(extents):
        x, z = placement.world((extent.x0 + extent.x1) / 2, (extent.z0 + extent.z1) / 2)
        rows.append((x, z, (extent.x1 - extent.x0) / 2, (extent.z1 - extent.z0) / 2, sine, cosine))
    return np.array(rows, np.float64).reshape(-1, 6)


def _outermost(extents: Sequence[Extent]) -> list[Extent]:
    """Extents whose footprint lies in no other's: legs under a table top add nothing."""
    kept: list[Extent] = []
    for e in sorted(extents, key=lambda e: (-(e.x1 - e.x0) * (e.z1 - e.z0), e)):
        if not any(k.x0 <= e.x0 and e.x1 <= k.x1 and k.z0 <= e.z0 and e.z1 <= k.z1 for k in kept):
            kept.append(e)
    return kept


def _walls(house: House) -> tuple[F64, list[str]]:
    rows, ids = [], []
    for barrier in barriers(house):
        (ax, az), (bx, bz) = barrier.start, barrier.end
        dx, dz = bx - ax, bz - az
        length = math.sqrt(dx * dx + dz * dz)
        # In its own frame the barrier runs along x, and that axis is (cosine, -sine) in the plan.
        rows.append(((ax + bx) / 2, (az + bz) / 2, length / 2, 0.0, -dz / length, dx / length))
        ids.append(barrier.id)
    return np.array(rows, np.float64).reshape(-1, 6), ids


def _outlines(house: House) -> tuple[I32, F64]:
    first = np.cumsum([0, *(len(room.polygon) for room in house.rooms)]).astype(np.int32)
    points = [point for room in house.rooms for point in room.polygon]
    return first, np.array(points, np.float64).reshape(-1, 2)
