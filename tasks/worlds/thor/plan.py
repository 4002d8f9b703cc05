"""Where a body fits by the house's own plan: what is asked before the engine is.

A generation asks some 80,000 times a house whether a straight move is free; an engine answers a hundred questions a
second. So moves are planned over the footprints that the house file tells, by the very rule of the embedded world, and
only where the engine has shown that it knows better (it reaches a cell which the plan thinks blocked) is the engine
asked. A plan proves nothing in either world: an episode counts only after its walk was walked.
"""

from collections.abc import Iterator

import numpy as np

from tasks.houses.house import House, Point
from tasks.worlds.base import WorldChange
from tasks.worlds.embedded.arrangement import Arrangement, Placement, levels_in
from tasks.worlds.embedded.arrays import F64, Flags
from tasks.worlds.embedded.motion import all_free
from tasks.worlds.embedded.obstacles import Obstacles, footprint
from tasks.worlds.embedded.parts.catalog import solids_of

Cell = tuple[int, int]


class Plan:
    """The footprints of a house, kept in step as objects move."""

    def __init__(self, house: House) -> None:
        levels = levels_in(house)
        self._sizes = {item.id: item.size for item in house.objects}
        self._solids = {
            item.id: solids_of(item.type, item.asset_id, item.size, item.color, levels[item.id])
            for item in house.objects
        }
        self._arrangement = Arrangement(house, self._solids)
        self._obstacles = Obstacles(house)
        self._show(list(self._solids))

    def free(self, segments: F64) -> Flags:
        """Whether the body fits along each straight segment, n x 4: x, z of the start, x, z of the end."""
        free = np.zeros(len(segments), np.bool_)
        all_free(self._obstacles.rects, *self._obstacles.rooms, np.ascontiguousarray(segments, np.float64), free)
        return free

    def is_free(self, start: Point, end: Point) -> bool:
        return bool(self.free(np.array([[*start, *end]], np.float64))[0])

    def standable(self, cells: list[Cell], spacing_m: float) -> Flags:
        """Whether the body fits on each cell."""
        at = np.array(cells, np.float64).reshape(-1, 2) * spacing_m
        return self.free(np.hstack([at, at]))

    def cells_near(self, point: Point, spacing_m: float) -> Iterator[Cell]:
        """The cells that the body fits on, nearest first; of equally near ones the lesser."""
        _, outline = self._obstacles.rooms
        (x0, z0), (x1, z1) = outline.min(axis=0) / spacing_m, outline.max(axis=0) / spacing_m
        cells = [(i, j) for i in range(int(x0 // 1), int(x1) + 2) for j in range(int(z0 // 1), int(z1) + 2)]
        standing = [cell for cell, fits in zip(cells, self.standable(cells, spacing_m), strict=True) if fits]

        def order(cell: Cell) -> tuple[float, Cell]:
            dx, dz = cell[0] * spacing_m - point[0], cell[1] * spacing_m - point[1]
            return dx * dx + dz * dz, cell

        yield from sorted(standing, key=order)

    def apply(self, change: WorldChange) -> dict[str, WorldChange]:
        """Move or take away an object with what stands on it; each that changed by id, and where it is now.

        Raises WorldError for an object that the house does not have.
        """
        changed = self._arrangement.apply(change)
        self._show(changed)
        return {object_id: self._change(object_id, self._arrangement[object_id]) for object_id in changed}

    def _change(self, object_id: str, placement: Placement) -> WorldChange:
        if not placement.is_present:
            return WorldChange(object_id, None)
        middle = (placement.x, placement.y + self._sizes[object_id][1] / 2, placement.z)
        return WorldChange(object_id, middle, placement.yaw)

    def _show(self, object_ids: list[str]) -> None:
        self._obstacles.put({key: footprint(self._arrangement[key], self._solids[key]) for key in object_ids})
