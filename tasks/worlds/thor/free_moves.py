"""Which straight moves are free: by the house's plan, and by the engine where it has shown that it knows better.

The plan takes furniture for the boxes that the file tells. Where the engine reaches a cell that the plan thinks blocked
(the inner corner of a counter, a chair that is pushed under its table), short moves near that cell are tried in the
engine itself, once each. In a house where both agree on all cells the engine is never asked.
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from tasks.houses.house import Point
from tasks.worlds.base import Grid
from tasks.worlds.thor.plan import Plan

_SHORT_CELLS = 2.0
"""Only moves up to this long are tried: a longer way leads through shorter ones."""


class FreeMoves:
    """The free moves of one house. `walks` tries a move in the engine, wherever the agent is left by it."""

    def __init__(self, plan: Plan, grid: Grid, walks: Callable[[Point, Point], bool]) -> None:
        self._plan, self._walks = plan, walks
        self._spacing = grid.spacing_m
        self._tried: dict[tuple[float, ...], bool] = {}
        cells = sorted(grid.cells)
        standable = plan.standable(cells, grid.spacing_m)
        disputed = [cell for cell, fits in zip(cells, standable, strict=True) if not fits]
        self._disputed = np.array(disputed, np.float64).reshape(-1, 2) * grid.spacing_m

    @property
    def n_disputed(self) -> int:
        """Cells that the engine reaches and the plan thinks blocked."""
        return len(self._disputed)

    @property
    def n_tried(self) -> int:
        """Moves that were tried in the engine."""
        return len(self._tried)

    def all(self, segments: NDArray[np.float64], done: Callable[[], object]) -> NDArray[np.bool_]:
        """One answer a segment (n x 4: x, z of the start, x, z of the end); `done` is called if the agent was moved."""
        free = self._plan.free(segments)
        moved = False
        for k in self._doubtful(segments, free):
            key = tuple(float(value) for value in segments[k])
            if key not in self._tried:
                self._tried[key] = self._walks(key[:2], key[2:])  # type: ignore[arg-type]  # two floats each
                moved = True
            free[k] = self._tried[key]
        if moved:
            done()
        return free

    def forget(self) -> None:
        """Objects have moved: what was tried before counts no more."""
        self._tried.clear()

    def _doubtful(self, segments: NDArray[np.float64], free: NDArray[np.bool_]) -> list[int]:
        """The short segments that the plan thinks blocked and that come near a disputed cell."""
        if not len(self._disputed):
            return []
        start, along = segments[:, :2], segments[:, 2:] - segments[:, :2]
        length2 = (along * along).sum(axis=1)
        limit = _SHORT_CELLS * self._spacing + 1e-9
        short = np.flatnonzero(~free & (length2 <= limit * limit))
        found = []
        for k in short:
            to_cells = self._disputed - start[k]
            share = np.clip(to_cells @ along[k] / max(length2[k], 1e-12), 0.0, 1.0)
            apart = to_cells - share[:, None] * along[k]
            if ((apart * apart).sum(axis=1) < self._spacing * self._spacing).any():
                found.append(int(k))
        return found
