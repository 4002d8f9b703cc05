"""From the frame of an object to the world: corners, planes, surface axes and light of its faces."""

import math

from tasks.worlds.embedded.arrays import F32, F64, I32
from tasks.worlds.embedded.kernel_cache import kernel

LIGHT = 0.46
"""Strength of a room's lamp at one metre, straight on."""
WORLD_ORIGIN_M = 64.0
"""Added to the surface coordinates of walls and floors, so that they stay positive and run on from face to face."""


@kernel
def place(
    first_solid: int,
    last_solid: int,
    frame: F64,
    light: F64,
    is_structure: bool,
    local: F64,
    solid_first: I32,
    face_first: I32,
    glow: F32,
    corners: F64,
    normals: F64,
    plane_d: F64,
    centres: F64,
    radii: F64,
    axes: F64,
    shading: F32,
) -> None:
    """Put solids into the world at `frame` (x, y, z, sine, cosine of the yaw), lit by the lamp at `light`.

    axes: F x 2 x 4, the two surface directions, each with an offset that makes the coordinates positive.
    shading: F x 6: lamp's surface coordinates u and v, its height over the face, its strength, ambient light and the
    ambient light's slope along v.
    """
    sine, cosine = frame[3], frame[4]
    for solid in range(first_solid, last_solid):
        begin, end = face_first[solid_first[solid]], face_first[solid_first[solid + 1]]
        for c in range(begin, end):
            x, z = local[c, 0], local[c, 2]
            corners[c, 0] = frame[0] + x * cosine + z * sine
            corners[c, 1] = frame[1] + local[c, 1]
            corners[c, 2] = frame[2] + z * cosine - x * sine
        _bound(solid, begin, end, corners, centres, radii)
        for face in range(solid_first[solid], solid_first[solid + 1]):
            a, b = face_first[face], face_first[face + 1]
            _plane(face, a, b, corners, normals, plane_d)
            _surface(face, a, b, sine, cosine, is_structure, corners, normals, axes)
            _light(face, light, glow[solid], is_structure, normals, plane_d, centres[solid, 1], axes, shading)


@kernel
def _bound(solid: int, begin: int, end: int, corners: F64, centres: F64, radii: F64) -> None:
    """A sphere around the solid: centre of its box, radius to the farthest corner."""
    for axis in range(3):
        low = corners[begin, axis]
        high = low
        for c in range(begin, end):
            low = min(low, corners[c, axis])
            high = max(high, corners[c, axis])
        centres[solid, axis] = 0.5 * (low + high)
    farthest = 0.0
    for c in range(begin, end):
        dx = corners[c, 0] - centres[solid, 0]
        dy = corners[c, 1] - centres[solid, 1]
        dz = corners[c, 2] - centres[solid, 2]
        farthest = max(farthest, dx * dx + dy * dy + dz * dz)
    radii[solid] = math.sqrt(farthest) + 1e-6


@kernel
def _plane(face: int, a: int, b: int, corners: F64, normals: F64, plane_d: F64) -> None:
    """Newell's normal: holds for any number of corners, even with three of them on a line."""
    nx = 0.0
    ny = 0.0
    nz = 0.0
    x, y, z = corners[a, 0], corners[a, 1], corners[a, 2]
    for c in range(a, b):
        d = c + 1 if c + 1 < b else a
        nx += (corners[c, 1] - corners[d, 1]) * (corners[c, 2] + corners[d, 2] - 2.0 * z)
        ny += (corners[c, 2] - corners[d, 2]) * (corners[c, 0] + corners[d, 0] - 2.0 * x)
        nz += (corners[c, 0] - corners[d, 0]) * (corners[c, 1] + corners[d, 1] - 2.0 * y)
    length = math.sqrt(nx * nx + ny * ny + nz * nz)
    normals[face, 0] = nx / length
    normals[face, 1] = ny / length
    normals[face, 2] = nz / length
    plane_d[face] = (nx * x + ny * y + nz * z) / length


@kernel
def _surface(
    face: int, a: int, b: int, sine: float, cosine: float, is_structure: bool, corners: F64, normals: F64, axes: F64
) -> None:
    """Two directions in the face: up the wall and along it, or the object's own x and z where it lies flat."""
    nx, ny, nz = normals[face, 0], normals[face, 1], normals[face, 2]
    u, v = axes[face, 0], axes[face, 1]
    if abs(ny) > 0.9:
        u[0], u[1], u[2] = cosine, 0.0, 0.0 - sine
        v[0], v[1], v[2] = sine, 0.0, cosine
    else:
        level = math.sqrt(nx * nx + nz * nz)
        u[0], u[1], u[2] = nz / level, 0.0, 0.0 - nx / level
        v[0], v[1], v[2] = 0.0 - nx * ny / level, level, 0.0 - nz * ny / level
    for axis in range(2):
        least = 1e9
        for c in range(a, b):
            along = (
                corners[c, 0] * axes[face, axis, 0]
                + corners[c, 1] * axes[face, axis, 1]
                + corners[c, 2] * axes[face, axis, 2]
            )
            least = min(least, along)
        axes[face, axis, 3] = WORLD_ORIGIN_M if is_structure else 0.001 - least


@kernel
def _light(
    face: int,
    light: F64,
    glow: float,
    is_structure: bool,
    normals: F64,
    plane_d: F64,
    middle: float,
    axes: F64,
    shading: F32,
) -> None:
    nx, ny, nz = normals[face, 0], normals[face, 1], normals[face, 2]
    height = nx * light[0] + ny * light[1] + nz * light[2] - plane_d[face]
    for axis in range(2):
        along = light[0] * axes[face, axis, 0] + light[1] * axes[face, axis, 1] + light[2] * axes[face, axis, 2]
        shading[face, axis] = along + axes[face, axis, 3]
    shading[face, 2] = max(height, 0.0)
    shading[face, 3] = LIGHT * light[3] if height > 0.0 else 0.0
    # Light from all around: more from above, a little from each side its own, so that edges show.
    ambient = 0.54 + 0.05 * nx + 0.025 * nz + (0.04 * ny if ny > 0.0 else 0.10 * ny)
    slope = 0.0
    if is_structure:
        ambient += 0.30 if ny < -0.5 else 0.0  # the ceiling is lit by the floor
    if abs(ny) <= 0.9:
        slope = 0.05
        ambient -= slope * (axes[face, 1, 3] + 0.9 if is_structure else axes[face, 1, 3] + middle)
    shading[face, 4] = ambient + glow
    shading[face, 5] = slope
