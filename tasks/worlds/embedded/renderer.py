"""Pictures of a mesh: the kernels with their buffers."""

from dataclasses import dataclass

import numpy as np

from tasks.worlds.base import RgbImage
from tasks.worlds.embedded.arrays import F32, F64, I32
from tasks.worlds.embedded.camera import half_tangent
from tasks.worlds.embedded.lightmap import Lightmap
from tasks.worlds.embedded.measure import measure
from tasks.worlds.embedded.mesh import Mesh
from tasks.worlds.embedded.raster import rasterize
from tasks.worlds.embedded.shade import shade, shrink, without_alpha
from tasks.worlds.embedded.textures import PERIOD_M, atlas


@dataclass(frozen=True, slots=True)
class Measured:
    """One picture without its colours."""

    depth: F32
    """Metres along the optical axis, 0 where nothing is."""
    instances: I32
    counts: I32
    """Pixels of each instance."""
    nearest2: F32
    """Squared plane distance to each instance's nearest visible point, m²; infinite without pixels."""


class Renderer:
    """Buffers for one picture at a time; not to be shared between threads."""

    def __init__(self, size: int, field_of_view_deg: float, supersampling: int = 1) -> None:
        """With `supersampling` n, each pixel's colour is the mean of n x n; ids and depth stay those of its centre."""
        self.size = size
        self._fine = Renderer(size * supersampling, field_of_view_deg) if supersampling > 1 else None
        self._half_tan = half_tangent(field_of_view_deg)
        self._inverse_depth = np.zeros((size, size), np.float32)
        self._face_ids = np.zeros((size, size), np.int32)
        self._texels, self._starts = atlas()
        self._drawn: tuple[Mesh, int, bytes] | None = None

    def measure(self, mesh: Mesh, camera: F64, n_instances: int) -> Measured:
        self._rasterize(mesh, camera)
        shape = (self.size, self.size)
        out = Measured(
            np.empty(shape, np.float32),
            np.empty(shape, np.int32),
            np.empty(n_instances, np.int32),
            np.empty(n_instances, np.float32),
        )
        measure(
            self._inverse_depth,
            self._face_ids,
            mesh.face_instance,
            camera,
            self._half_tan,
            out.depth,
            out.instances,
            out.counts,
            out.nearest2,
        )
        return out

    def rgb(self, mesh: Mesh, lightmap: Lightmap, camera: F64) -> RgbImage:
        if self._fine is not None:
            small = np.empty((self.size, self.size, 3), np.uint8)
            shrink(self._fine.rgb(mesh, lightmap, camera), small)
            return small
        self._rasterize(mesh, camera)
        packed = np.empty((self.size, self.size), np.int32)
        if not self._shade(mesh, lightmap, camera, packed):
            lightmap.light(mesh, self._face_ids)
            self._shade(mesh, lightmap, camera, packed)
        return without_alpha(packed)

    def _shade(self, mesh: Mesh, lightmap: Lightmap, camera: F64, packed: I32) -> bool:
        return shade(
            self._inverse_depth,
            self._face_ids,
            mesh.normals,
            mesh.plane_d,
            mesh.axes,
            lightmap.grid,
            lightmap.span,
            lightmap.nodes,
            lightmap.is_lit,
            mesh.rgb,
            mesh.texture,
            self._texels,
            self._starts,
            PERIOD_M,
            camera,
            self._half_tan,
            packed,
        )

    def _rasterize(self, mesh: Mesh, camera: F64) -> None:
        """Fill the z-buffer, unless it holds this very picture: a view is often followed by its colours."""
        drawn = (mesh, int(mesh.changes[0]), camera.tobytes())
        if self._drawn is not None and self._drawn[0] is mesh and self._drawn[1:] == drawn[1:]:
            return
        self._drawn = drawn
        rasterize(
            mesh.corners,
            mesh.face_first,
            mesh.normals,
            mesh.plane_d,
            mesh.solid_first,
            mesh.centres,
            mesh.radii,
            camera,
            self._half_tan,
            self._inverse_depth,
            self._face_ids,
        )
