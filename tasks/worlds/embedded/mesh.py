"""The scene as flat arrays, and the views of them that each kernel takes."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from tasks.worlds.embedded.arrays import F32, F64, I32, Flags
from tasks.worlds.embedded.placing import place
from tasks.worlds.embedded.raster import MAX_CORNERS
from tasks.worlds.embedded.solids import Solid

STRUCTURE = -1
"""Instance of what is no object: walls, floors, doors."""


@dataclass(frozen=True, slots=True)
class Mesh:
    """S solids of F faces of C corners in all; a solid's faces and a face's corners lie next to each other."""

    local: F64
    """C x 3, corners in the frame of their object."""
    corners: F64
    """C x 3, in the world."""
    face_first: I32
    """F + 1, first corner of each face."""
    solid_first: I32
    """S + 1, first face of each solid."""
    centres: F64
    radii: F64
    """Bounding spheres of the solids; a negative radius takes the solid out of the scene."""
    normals: F64
    plane_d: F64
    """Points p of face f's plane have normals[f] . p == plane_d[f]."""
    face_instance: I32
    rgb: F32
    texture: I32
    axes: F64
    shading: F32
    """See placing.py."""
    glow: F32
    shades: Flags
    """Which solids' boxes keep light away: not rings, nor what gives light itself."""
    group_first: I32
    """G + 1, first solid of each group: group 0.. are the objects in order, the rest structure."""
    changes: I32
    """1, how often a group was placed or removed: a picture drawn before is out of date once it has risen."""

    @classmethod
    def of(cls, groups: Sequence[tuple[int, Sequence[Solid]]]) -> "Mesh":
        """Arrays for groups of solids, each with its instance; nothing is placed yet."""
        solids = [solid for _, group in groups for solid in group]
        lengths = [len(face) for solid in solids for face in solid.faces]
        if max(lengths, default=0) > MAX_CORNERS:
            raise ValueError(f"a face has {max(lengths)} corners; {MAX_CORNERS} is the most that the renderer takes")
        corners = [solid.corners[k] for solid in solids for face in solid.faces for k in face]
        local = np.array(corners, np.float64).reshape(-1, 3)
        per_solid = np.array([len(solid.faces) for solid in solids], np.int64)
        instance = np.array([instance for instance, group in groups for _ in group], np.int32)
        rgb = np.array([solid.finish.rgb for solid in solids], np.float32).reshape(-1, 3)
        texture = np.array([solid.finish.texture for solid in solids], np.int32)
        n_faces, n_solids = len(lengths), len(solids)
        return cls(
            local=local,
            corners=np.zeros_like(local),
            face_first=_starts(lengths),
            solid_first=_starts(per_solid),
            centres=np.zeros((n_solids, 3)),
            radii=np.full(n_solids, -1.0),
            normals=np.zeros((n_faces, 3)),
            plane_d=np.zeros(n_faces),
            face_instance=instance.repeat(per_solid),
            rgb=rgb.repeat(per_solid, axis=0),
            texture=texture.repeat(per_solid),
            axes=np.zeros((n_faces, 2, 4)),
            shading=np.zeros((n_faces, 6), np.float32),
            glow=np.array([solid.glow for solid in solids], np.float32),
            shades=np.array([solid.shades and solid.glow == 0.0 for solid in solids], np.bool_),
            group_first=_starts([len(group) for _, group in groups]),
            changes=np.zeros(1, np.int32),
        )

    def place(self, group: int, frame: F64, light: F64) -> None:
        """Put a group where `frame` says (x, y, z, sine, cosine of the yaw), lit by `light` (x, y, z, strength)."""
        self.changes[0] += 1
        first, last = int(self.group_first[group]), int(self.group_first[group + 1])
        if first == last:
            return
        is_structure = bool(self.face_instance[self.solid_first[first]] == STRUCTURE)
        place(
            first,
            last,
            frame,
            light,
            is_structure,
            self.local,
            self.solid_first,
            self.face_first,
            self.glow,
            self.corners,
            self.normals,
            self.plane_d,
            self.centres,
            self.radii,
            self.axes,
            self.shading,
        )

    def triangles(self) -> tuple[F64, I32]:
        """T x 3 x 3 corners of all faces that are in the scene, as fans of triangles; and each triangle's face."""
        is_there = np.repeat(self.radii >= 0.0, np.diff(self.solid_first))
        picks = [
            (a, k, k + 1, face)
            for face, (a, b) in enumerate(pairwise(self.face_first.tolist()))
            if is_there[face]
            for k in range(a + 1, b - 1)
        ]
        chosen = np.array(picks, np.int64).reshape(-1, 4)
        return self.corners[chosen[:, :3]], chosen[:, 3].astype(np.int32)

    def remove(self, group: int) -> None:
        self.changes[0] += 1
        self.radii[self.group_first[group] : self.group_first[group + 1]] = -1.0


def _starts(lengths: Sequence[int] | NDArray[np.int64]) -> I32:
    """Where each of some consecutive runs begins, and where the last one ends."""
    return np.concatenate([np.zeros(1, np.int32), np.cumsum(np.asarray(lengths, np.int32), dtype=np.int32)])
