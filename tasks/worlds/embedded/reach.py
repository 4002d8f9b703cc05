"""The cells that the agent can get to: a flood over the 0.25 m grid from where it starts."""

import math

import numpy as np

from schemas.errors import WorldError
from tasks.worlds.base import Grid
from tasks.worlds.embedded.arrays import Flags
from tasks.worlds.embedded.motion import flood, is_free, standable
from tasks.worlds.embedded.scene import Scene

Cell = tuple[int, int]


def standing_place(scene: Scene, start: tuple[float, float], spacing_m: float) -> tuple[float, float, Cell]:
    """Where the agent stands at first, and the cell from which its grid grows.

    That is the house's start and the nearest cell with a free way to it; where the start is blocked, or no cell can
    be reached, the free cell nearest to it. Raises WorldError when nothing is free.
    """
    free, corner = _free_cells(scene, spacing_m)
    cells = [(int(a) + corner[0], int(b) + corner[1]) for a, b in np.argwhere(free)]
    if not cells:
        raise WorldError(
            f"house {scene.house.id} ({scene.house.source}) has no free place to stand on; leave this house out."
        )
    x, z = start

    def order(cell: Cell) -> tuple[float, Cell]:
        dx, dz = cell[0] * spacing_m - x, cell[1] * spacing_m - z
        return dx * dx + dz * dz, cell

    cells.sort(key=order)
    if is_free(scene.obstacles.rects, *scene.obstacles.rooms, x, z, x, z):
        for cell in cells[:9]:
            if is_free(scene.obstacles.rects, *scene.obstacles.rooms, x, z, cell[0] * spacing_m, cell[1] * spacing_m):
                return x, z, cell
    nearest = cells[0]
    return nearest[0] * spacing_m, nearest[1] * spacing_m, nearest


def reachable(scene: Scene, start: Cell, spacing_m: float) -> Grid:
    """The cells that free moves of one spacing connect to a free start cell."""
    free, (i0, j0) = _free_cells(scene, spacing_m)
    reached = flood(scene.obstacles.rects, free, i0, j0, spacing_m, start[0] - i0, start[1] - j0)
    return Grid(spacing_m, frozenset((int(a) + i0, int(b) + j0) for a, b in np.argwhere(reached)))


def _free_cells(scene: Scene, spacing_m: float) -> tuple[Flags, Cell]:
    """For each cell of the floor's box whether the body fits there, and the cell of element [0, 0]."""
    _, outline = scene.obstacles.rooms
    i0, j0 = (math.floor(float(outline[:, axis].min()) / spacing_m) for axis in (0, 1))
    i1, j1 = (math.ceil(float(outline[:, axis].max()) / spacing_m) for axis in (0, 1))
    free = np.zeros((i1 - i0 + 1, j1 - j0 + 1), np.bool_)
    standable(scene.obstacles.rects, *scene.obstacles.rooms, i0, j0, spacing_m, free)
    return free, (i0, j0)
