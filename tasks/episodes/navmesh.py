"""Shortest paths for the agent's body over the cells of a house.

Cells are joined to their neighbours in 80 directions wherever the body fits along the straight segment between them, so
a distance is at most 0.5 % above that of a free any-angle path. Distances alone decide a path: of equally short ones
the one through the earliest cells wins, whatever the solver's own order.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import gcd

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array
from scipy.sparse.csgraph import dijkstra

from tasks.houses.house import Point
from tasks.worlds.base import Grid, World

Cell = tuple[int, int]

_REACH = 5
OFFSETS: tuple[Cell, ...] = tuple(
    (di, dj)
    for di in range(-_REACH, _REACH + 1)
    for dj in range(-_REACH, _REACH + 1)
    if gcd(di, dj) == 1 and (di, dj) > (0, 0)
)
"""Half of the 80 directions; the other half is their mirror image. Two next to each other are at most 11.3 degrees apart,
so no way is longer than a free one by more than 1 / cos(5.65 degrees)."""


@dataclass(frozen=True, slots=True)
class Navmesh:
    """The cells in order and the free moves between them, both ways."""

    spacing_m: float
    cells: tuple[Cell, ...]
    index: dict[Cell, int]
    source: NDArray[np.int32]
    sink: NDArray[np.int32]
    length_m: NDArray[np.float64]

    def distances(self, start: Cell, edges: NDArray[np.bool_] | None = None) -> NDArray[np.float64]:
        """Metres from `start` to every cell, infinite where there is no way; `edges` masks the moves allowed."""
        source, sink, length = self.source, self.sink, self.length_m
        if edges is not None:
            source, sink, length = source[edges], sink[edges], length[edges]
        n = len(self.cells)
        graph = csr_array((length, (source, sink)), shape=(n, n))
        result: NDArray[np.float64] = dijkstra(graph, indices=self.index[start])
        return result

    def path(
        self, distances: NDArray[np.float64], end: Cell, edges: NDArray[np.bool_] | None = None
    ) -> tuple[Cell, ...]:
        """The cells from where `distances` starts to `end`, which must be at a finite distance."""
        source, sink, length = self.source, self.sink, self.length_m
        if edges is not None:
            source, sink, length = source[edges], sink[edges], length[edges]
        at = self.index[end]
        steps = [at]
        while distances[at] > 0.0:
            into = np.flatnonzero(sink == at)
            through = distances[source[into]] + length[into]
            best = through.min()
            at = int(source[into][through == best].min())
            steps.append(at)
        return tuple(self.cells[step] for step in reversed(steps))


def build_navmesh(grid: Grid, world: World) -> Navmesh:
    """Ask the world for every move once; a house of 2,000 cells takes up to 80,000 questions."""
    cells = tuple(sorted(grid.cells))
    index = {cell: number for number, cell in enumerate(cells)}
    pairs = np.array(
        [
            (number, other)
            for number, (i, j) in enumerate(cells)
            for di, dj in OFFSETS
            if (other := index.get((i + di, j + dj))) is not None
        ],
        dtype=np.int32,
    ).reshape(-1, 2)
    at = np.array(cells, dtype=np.float64).reshape(-1, 2) * grid.spacing_m
    free = pairs[world.can_move_all(np.hstack([at[pairs[:, 0]], at[pairs[:, 1]]]))]
    source, sink = np.concatenate([free, free[:, ::-1]]).T
    dx, dz = (at[source] - at[sink]).T
    return Navmesh(grid.spacing_m, cells, index, source, sink, np.sqrt(dx * dx + dz * dz))


def shortcut(points: tuple[Point, ...], is_free: Callable[[Point, Point], bool]) -> tuple[Point, ...]:
    """Leave out every point that can be passed by in a straight line, furthest first."""
    kept = [points[0]]
    at = 0
    while at < len(points) - 1:
        ahead = len(points) - 1
        while ahead > at + 1 and not is_free(points[at], points[ahead]):
            ahead -= 1
        kept.append(points[ahead])
        at = ahead
    return tuple(kept)
