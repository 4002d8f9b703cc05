"""The z-buffer: convex faces to inverse depth and face ids.

Everything is + - * / in a fixed order (see kernel_cache.py), so the same scene and pose give the same bits on any
x86-64 processor. A camera is a 4 x 3 array: position, forward, right, up. Pixel centres lie at half integers; a pixel
belongs to a face when its centre does, and on a shared edge to exactly one of the two faces.
"""

import math

import numpy as np

from tasks.worlds.embedded.arrays import F32, F64, I32
from tasks.worlds.embedded.kernel_cache import kernel

NEAR_M = 0.03
MAX_CORNERS = 32
"""Most corners of one face; clipping at the near plane adds one."""


@kernel
def rasterize(
    corners: F64,
    face_first: I32,
    normals: F64,
    plane_d: F64,
    solid_first: I32,
    centres: F64,
    radii: F64,
    camera: F64,
    half_tan: float,
    inverse_depth: F32,
    face_ids: I32,
) -> None:
    """Draw all solids. Writes 1/z (0 where nothing is) and face ids (-1) into the two size x size images."""
    size = inverse_depth.shape[0]
    focal = 0.5 * size / half_tan
    inverse_depth[:] = np.float32(0.0)
    face_ids[:] = -1
    columns = np.empty(size, np.float32)
    for x in range(size):
        columns[x] = x
    order = _near_to_far(centres, radii, camera, half_tan)
    points = np.empty((MAX_CORNERS + 2, 3))
    screen = np.empty((MAX_CORNERS + 2, 2))
    for k in range(order.shape[0]):
        solid = order[k]
        for face in range(solid_first[solid], solid_first[solid + 1]):
            height = (
                normals[face, 0] * camera[0, 0] + normals[face, 1] * camera[0, 1] + normals[face, 2] * camera[0, 2]
            ) - plane_d[face]
            if not height > 1e-9:
                continue  # seen from behind, or a face without area
            n = _clipped(corners, face_first[face], face_first[face + 1], camera, points)
            if n >= 3:
                _project(points, n, focal, 0.5 * size, screen)
                _fill(face, height, normals, camera, focal, screen, n, columns, inverse_depth, face_ids)


@kernel
def _near_to_far(centres: F64, radii: F64, camera: F64, half_tan: float) -> I32:
    """Solids whose bounding sphere may be in the picture, nearest first: near faces hide far ones at little cost."""
    n = centres.shape[0]
    keys = np.empty(n, np.float32)
    found = np.empty(n, np.int32)
    m = 0
    slant = math.sqrt(1.0 + half_tan * half_tan)
    for s in range(n):
        radius = radii[s]
        if radius < 0.0:
            continue  # taken out of the scene
        dx = centres[s, 0] - camera[0, 0]
        dy = centres[s, 1] - camera[0, 1]
        dz = centres[s, 2] - camera[0, 2]
        depth = dx * camera[1, 0] + dy * camera[1, 1] + dz * camera[1, 2]
        if depth + radius < NEAR_M:
            continue
        side = abs(dx * camera[2, 0] + dy * camera[2, 1] + dz * camera[2, 2])
        above = abs(dx * camera[3, 0] + dy * camera[3, 1] + dz * camera[3, 2])
        if side - depth * half_tan > radius * slant or above - depth * half_tan > radius * slant:
            continue
        keys[m] = depth - radius
        found[m] = s
        m += 1
    by_key = np.argsort(keys[:m], kind="mergesort")
    order = np.empty(m, np.int32)
    for k in range(m):
        order[k] = found[by_key[k]]
    return order


@kernel
def _clipped(corners: F64, first: int, last: int, camera: F64, points: F64) -> int:
    """A face in camera axes (right, up, forward), cut at the near plane. Returns how many corners are left."""
    n = 0
    previous = last - 1
    ax, ay, az = _in_camera(corners, previous, camera)
    for corner in range(first, last):
        bx, by, bz = _in_camera(corners, corner, camera)
        if (az >= NEAR_M) != (bz >= NEAR_M):
            # Cut from the outer to the inner end, whichever way round the face runs: neighbours must agree on the bits.
            if az < bz:
                t = (NEAR_M - az) / (bz - az)
                points[n, 0], points[n, 1] = ax + t * (bx - ax), ay + t * (by - ay)
            else:
                t = (NEAR_M - bz) / (az - bz)
                points[n, 0], points[n, 1] = bx + t * (ax - bx), by + t * (ay - by)
            points[n, 2] = NEAR_M
            n += 1
        if bz >= NEAR_M:
            points[n, 0], points[n, 1], points[n, 2] = bx, by, bz
            n += 1
        ax, ay, az = bx, by, bz
    return n


@kernel
def _in_camera(corners: F64, corner: int, camera: F64) -> tuple[float, float, float]:
    dx = corners[corner, 0] - camera[0, 0]
    dy = corners[corner, 1] - camera[0, 1]
    dz = corners[corner, 2] - camera[0, 2]
    return (
        dx * camera[2, 0] + dy * camera[2, 1] + dz * camera[2, 2],
        dx * camera[3, 0] + dy * camera[3, 1] + dz * camera[3, 2],
        dx * camera[1, 0] + dy * camera[1, 1] + dz * camera[1, 2],
    )


@kernel
def _project(points: F64, n: int, focal: float, centre: float, screen: F64) -> None:
    for k in range(n):
        scale = focal / points[k, 2]
        screen[k, 0] = centre + points[k, 0] * scale
        screen[k, 1] = centre - points[k, 1] * scale


@kernel
def _span(screen: F64, n: int, y: float, size: int) -> tuple[int, int]:
    """First and last column of the polygon on the scan line at y; last < first where there is none."""
    left = 1e9
    right = -1e9
    for k in range(n):
        j = k + 1 if k + 1 < n else 0
        ay = screen[k, 1]
        by = screen[j, 1]
        if (ay <= y) != (by <= y):
            # From the upper to the lower end, so that both faces at an edge find the same crossing.
            if ay < by:
                x = screen[k, 0] + (y - ay) * (screen[j, 0] - screen[k, 0]) / (by - ay)
            else:
                x = screen[j, 0] + (y - by) * (screen[k, 0] - screen[j, 0]) / (ay - by)
            left = min(left, x)
            right = max(right, x)
    if right < 0.0 or left > size:
        return 0, -1
    return max(0, math.ceil(left - 0.5)), min(size - 1, math.ceil(right - 0.5) - 1)


@kernel
def _fill(
    face: int,
    height: float,
    normals: F64,
    camera: F64,
    focal: float,
    screen: F64,
    n: int,
    columns: F32,
    inverse_depth: F32,
    face_ids: I32,
) -> None:
    """Write the face wherever it is nearer than what is there: 1/z is linear over the picture."""
    size = inverse_depth.shape[0]
    centre = 0.5 * size
    low = 1e9
    high = -1e9
    for k in range(n):
        low = min(low, screen[k, 1])
        high = max(high, screen[k, 1])
    if high < 0.5 or low > size - 0.5:
        return
    nx, ny, nz = normals[face, 0], normals[face, 1], normals[face, 2]
    slope_x = -(nx * camera[2, 0] + ny * camera[2, 1] + nz * camera[2, 2]) / height / focal
    slope_y = (nx * camera[3, 0] + ny * camera[3, 1] + nz * camera[3, 2]) / height / focal
    base = -(nx * camera[1, 0] + ny * camera[1, 1] + nz * camera[1, 2]) / height
    step = np.float32(slope_x)
    face32 = np.int32(face)
    for row in range(max(0, math.ceil(low - 0.5)), min(size - 1, math.ceil(high - 0.5) - 1) + 1):
        y = row + 0.5
        first, last = _span(screen, n, y, size)
        if last < first:
            continue
        start = np.float32(base + slope_y * (y - centre) + slope_x * (0.5 - centre))
        depths = inverse_depth[row, first : last + 1]
        ids = face_ids[row, first : last + 1]
        xs = columns[first : last + 1]
        for i in range(depths.shape[0]):  # branch-free, so that it becomes SIMD
            new = start + step * xs[i]
            old = depths[i]
            nearer = new > old
            depths[i] = new if nearer else old
            ids[i] = face32 if nearer else ids[i]
