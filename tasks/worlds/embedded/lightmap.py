"""The baked light of a house: for each face a coarse grid of brightness, worked out when the face is first seen.

Light is always that of the house as its file tells it, so it doesn't depend on when a face was seen or what was moved
before. A thing that was moved keeps no shadows on itself while it is away from its place; its own shadow stays behind.
"""

import numpy as np

from tasks.worlds.embedded.arrays import F32, F64, I32, Flags
from tasks.worlds.embedded.bake import bake
from tasks.worlds.embedded.kernel_cache import kernel
from tasks.worlds.embedded.mesh import STRUCTURE, Mesh
from tasks.worlds.embedded.occluders import boxes_of
from tasks.worlds.embedded.rays import directions, lamp_points

_STRUCTURE_STEP_M = 0.14
_OBJECT_STEP_M = 0.09
_MOST_INTERVALS = 96
_INSET_M = 0.012
"""Outermost points lie this far inside the face: on its edge they would touch what stands at right angles to it."""


class Lightmap:
    """Built for a mesh whose groups all stand where the house's file has them."""

    def __init__(self, mesh: Mesh, lamps: F64) -> None:
        """`lamps`: G x 4, the lamp of each group: x, y, z, strength."""
        self._boxes = boxes_of(mesh)
        self._lamps = lamps
        n_faces = len(mesh.normals)
        self._solid_of = np.repeat(np.arange(len(mesh.radii), dtype=np.int32), np.diff(mesh.solid_first))
        group_of = np.repeat(np.arange(len(lamps), dtype=np.int32), np.diff(mesh.group_first))
        self._group_of = group_of[self._solid_of]
        self._is_moved = np.zeros(len(lamps), np.bool_)
        self.is_lit = np.zeros(n_faces, np.bool_)
        self.span = _spans(mesh)
        self.grid, n_nodes = _grids(mesh, self._group_of, self.span)
        self.nodes: F32 = np.zeros(n_nodes, np.float32)
        self._rays, self._lamp_at = directions(), lamp_points()

    def move(self, group: int, lamp: F64, *, is_home: bool) -> None:
        """A group was put somewhere, lit by `lamp`; `is_home` where that is the place that the house's file has."""
        self._is_moved[group] = not is_home
        self._lamps[group] = lamp
        self.is_lit[self._group_of == group] = False

    def light(self, mesh: Mesh, face_ids: I32) -> None:
        """Work out the light of all faces in a picture that have none yet."""
        _light_seen(
            face_ids,
            self.is_lit,
            self._is_moved,
            self._solid_of,
            self._group_of,
            self._lamps,
            mesh.normals,
            mesh.plane_d,
            mesh.axes,
            mesh.shading,
            mesh.face_instance,
            self._boxes,
            self.grid,
            self.span,
            self._rays,
            self._lamp_at,
            self.nodes,
        )

    def light_all(self, mesh: Mesh) -> None:
        """Work out the light of every face, seen or not."""
        self.light(mesh, np.arange(len(self.is_lit), dtype=np.int32).reshape(1, -1))


@kernel
def _light_seen(
    face_ids: I32,
    is_lit: Flags,
    is_moved: Flags,
    solid_of: I32,
    group_of: I32,
    lamps: F64,
    normals: F64,
    plane_d: F64,
    axes: F64,
    shading: F32,
    face_instance: I32,
    boxes: F64,
    grid: I32,
    span: F32,
    rays: F32,
    lamp_at: F32,
    nodes: F32,
) -> None:
    for row in range(face_ids.shape[0]):
        before = -1
        for column in range(face_ids.shape[1]):
            face = face_ids[row, column]
            if face == before:
                continue
            before = face
            if face < 0 or is_lit[face]:
                continue
            is_lit[face] = True
            group = group_of[face]
            bake(
                face,
                is_moved[group],
                face_instance[face] == STRUCTURE,
                solid_of[face],
                lamps[group],
                normals,
                plane_d,
                axes,
                shading,
                boxes,
                grid,
                span,
                rays,
                lamp_at,
                nodes,
            )


def _spans(mesh: Mesh) -> F32:
    """F x 4: least u and v of each face's corners and, for now, its lengths along both."""
    span = np.zeros((len(mesh.normals), 4), np.float32)
    _measure(mesh.corners, mesh.face_first, mesh.axes, span)
    return span


@kernel
def _measure(corners: F64, face_first: I32, axes: F64, span: F32) -> None:
    for face in range(span.shape[0]):
        for axis in range(2):
            low = 1e9
            high = -1e9
            for c in range(face_first[face], face_first[face + 1]):
                at = (
                    corners[c, 0] * axes[face, axis, 0]
                    + corners[c, 1] * axes[face, axis, 1]
                    + corners[c, 2] * axes[face, axis, 2]
                    + axes[face, axis, 3]
                )
                low, high = min(low, at), max(high, at)
            span[face, axis], span[face, axis + 2] = low, high - low


def _grids(mesh: Mesh, group_of: I32, span: F32) -> tuple[I32, int]:
    """Grids for all faces, and how many nodes they take; turns the lengths in `span` into intervals per metre.

    The pieces of a room's floor share one grid, so that no seam shows between them; so do those of its ceiling.
    """
    grid = np.zeros((len(span), 3), np.int32)
    shared: dict[tuple[int, float], list[int]] = {}
    for face in np.flatnonzero((mesh.face_instance == STRUCTURE) & (_faces_of(mesh) == 1)):
        shared.setdefault((int(group_of[face]), float(mesh.plane_d[face])), []).append(int(face))
    for pieces in shared.values():
        low = span[pieces, :2].min(axis=0)
        span[pieces, 2:] = (span[pieces, :2] + span[pieces, 2:]).max(axis=0) - low
        span[pieces, :2] = low
    step = np.where(mesh.face_instance == STRUCTURE, _STRUCTURE_STEP_M, _OBJECT_STEP_M).astype(np.float32)
    for axis in range(2):
        length = span[:, 2 + axis]
        inset = np.minimum(np.float32(_INSET_M), np.float32(0.1) * length)
        inner = np.maximum(length - inset * 2, np.float32(1e-5))
        n = np.clip(np.ceil(inner / step), 1, _MOST_INTERVALS)
        grid[:, 1 + axis] = n
        span[:, axis] += inset
        span[:, 2 + axis] = n.astype(np.float32) / inner
    sizes = (grid[:, 1].astype(np.int64) + 1) * (grid[:, 2] + 1)
    followers = [face for pieces in shared.values() for face in pieces[1:]]
    sizes[followers] = 0
    ends = np.cumsum(sizes)
    grid[:, 0] = ends - sizes
    for pieces in shared.values():
        grid[pieces[1:], 0] = grid[pieces[0], 0]
    return grid, int(ends[-1]) if len(ends) else 0


def _faces_of(mesh: Mesh) -> I32:
    """For each face how many faces its solid has."""
    counts = np.diff(mesh.solid_first)
    return np.repeat(counts, counts).astype(np.int32)
