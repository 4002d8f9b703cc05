"""Rays from a point of a face through boxes: to the sky of its hemisphere, and to its room's lamp.

Sixteen rays, or eight to the lamp, go through a box side by side, in loops of fixed length that become SIMD.
"""

import math

import numpy as np

from tasks.worlds.angles import sin_cos
from tasks.worlds.embedded.arrays import F32, F64, I32
from tasks.worlds.embedded.kernel_cache import kernel

REACH_M = 0.9
"""How far the light from all around is dimmed by what stands near."""
N_RAYS = 16
N_LAMP = 8
LAMP_RADIUS_M = 0.30
MOST = 160
"""Most boxes looked at for one tile; ground, ceiling and walls come first."""
LIFT_M = 0.006
"""Rays start this far off their face."""
_GOLDEN_DEG = 137.50776405


def directions() -> F32:
    """3 x N_RAYS, over the hemisphere around +z, denser towards the pole by the cosine."""
    rays = np.zeros((3, N_RAYS), np.float32)
    for k in range(N_RAYS):
        share = (k + 0.5) / N_RAYS
        sine, cosine = sin_cos(_GOLDEN_DEG * k)
        rays[:, k] = math.sqrt(share) * cosine, math.sqrt(share) * sine, math.sqrt(1.0 - share)
    return rays


def lamp_points() -> F32:
    """2 x N_LAMP, x and z of points on the lamp's disc around its middle."""
    points = np.zeros((2, N_LAMP), np.float32)
    for k in range(N_LAMP):
        sine, cosine = sin_cos(_GOLDEN_DEG * k)
        radius = LAMP_RADIUS_M * math.sqrt((k + 0.5) / N_LAMP)
        points[:, k] = radius * cosine, radius * sine
    return points


@kernel
def _is_behind(box: F64, normal: F64, d: float) -> bool:
    """Whether a box has nothing before a face."""
    nx = normal[0] * box[7] - normal[2] * box[6]
    nz = normal[0] * box[6] + normal[2] * box[7]
    reach = abs(nx) * box[3] + abs(normal[1]) * box[4] + abs(nz) * box[5]
    centre = normal[0] * box[0] + normal[1] * box[1] + normal[2] * box[2]
    return bool(centre + reach <= d + LIFT_M + 0.001)


@kernel
def find_near(boxes: F64, own: int, normal: F64, d: float, middle: F64, radius: float, found: I32) -> int:
    """Boxes within REACH_M of a tile."""
    n = 0
    reach = radius + REACH_M
    for b in range(boxes.shape[0] - 1, -1, -1):
        if boxes[b, 8] == 0.0 or b == own or n == MOST:
            continue
        px, py, pz = middle[0] - boxes[b, 0], middle[1] - boxes[b, 1], middle[2] - boxes[b, 2]
        dy = abs(py) - boxes[b, 4]
        if dy > reach:
            continue
        dx = abs(px * boxes[b, 7] - pz * boxes[b, 6]) - boxes[b, 3]
        dz = abs(px * boxes[b, 6] + pz * boxes[b, 7]) - boxes[b, 5]
        dx, dy, dz = max(dx, 0.0), max(dy, 0.0), max(dz, 0.0)
        if dx * dx + dy * dy + dz * dz < reach * reach and not _is_behind(boxes[b], normal, d):
            found[n] = b
            n += 1
    return n


@kernel
def find_lit(boxes: F64, own: int, normal: F64, d: float, middle: F64, radius: float, lamp: F64, found: I32) -> int:
    """Boxes that may come between a tile and the lamp: those, grown by both their sizes, that the line between hits."""
    n = 0
    grow = max(radius, LAMP_RADIUS_M)
    for b in range(boxes.shape[0] - 1, -1, -1):
        if boxes[b, 9] == 0.0 or b == own or n == MOST:
            continue
        sine, cosine = boxes[b, 6], boxes[b, 7]
        t0, t1 = 0.0, 1.0
        py, dy = middle[1] - boxes[b, 1], lamp[1] - middle[1]
        t0, t1 = _cut(py, dy, boxes[b, 4] + grow, t0, t1)
        ax, az = middle[0] - boxes[b, 0], middle[2] - boxes[b, 2]
        bx, bz = lamp[0] - middle[0], lamp[2] - middle[2]
        t0, t1 = _cut(ax * cosine - az * sine, bx * cosine - bz * sine, boxes[b, 3] + grow, t0, t1)
        t0, t1 = _cut(ax * sine + az * cosine, bx * sine + bz * cosine, boxes[b, 5] + grow, t0, t1)
        if t0 <= t1 and not _is_behind(boxes[b], normal, d):
            found[n] = b
            n += 1
    return n


@kernel
def _cut(p: float, d: float, half: float, t0: float, t1: float) -> tuple[float, float]:
    """The part of a line, from t0 to t1, between two planes."""
    if abs(d) < 1e-9:
        return (t0, t1) if abs(p) <= half else (1.0, 0.0)
    a, b = (0.0 - half - p) / d, (half - p) / d
    return max(t0, min(a, b)), min(t1, max(a, b))


@kernel
def invert(boxes: F64, near: I32, n: int, turned: F32, inverse: F32) -> None:
    """For each box one over the rays, in its own axes."""
    tiny = np.float32(1e-6)
    one = np.float32(1.0)
    for c in range(n):
        sine, cosine = np.float32(boxes[near[c], 6]), np.float32(boxes[near[c], 7])
        for k in range(N_RAYS):
            x = turned[0, k] * cosine - turned[2, k] * sine
            y = turned[1, k]
            z = turned[0, k] * sine + turned[2, k] * cosine
            inverse[c, 0, k] = one / (x if abs(x) > tiny else tiny)
            inverse[c, 1, k] = one / (y if abs(y) > tiny else tiny)
            inverse[c, 2, k] = one / (z if abs(z) > tiny else tiny)


@kernel
def see_lamp(boxes: F64, lit: I32, n: int, lamp: F64, lamp_at: F32, bulbs: F32) -> None:
    """For each box the points of the lamp, in its own axes."""
    for c in range(n):
        b = lit[c]
        sine, cosine = boxes[b, 6], boxes[b, 7]
        for k in range(N_LAMP):
            x, z = lamp[0] + lamp_at[0, k] - boxes[b, 0], lamp[2] + lamp_at[1, k] - boxes[b, 2]
            bulbs[c, 0, k] = x * cosine - z * sine
            bulbs[c, 1, k] = lamp[1] - boxes[b, 1]
            bulbs[c, 2, k] = x * sine + z * cosine


@kernel
def closed(boxes: F64, near: I32, n: int, inverse: F32, point: F64, thin: float) -> float:
    """Share of the light from all around that is kept away, 0 to 1: what is nearer keeps more away."""
    reach = np.float32(REACH_M)
    zero = np.float32(0.0)
    half = np.float32(0.55 * REACH_M)
    hits = np.full(N_RAYS, reach, np.float32)
    for c in range(n):
        b = near[c]
        ax, ay, az = point[0] - boxes[b, 0], point[1] - boxes[b, 1], point[2] - boxes[b, 2]
        x = np.float32(ax * boxes[b, 7] - az * boxes[b, 6])
        y = np.float32(ay)
        z = np.float32(ax * boxes[b, 6] + az * boxes[b, 7])
        hx, hy, hz = np.float32(boxes[b, 3]), np.float32(boxes[b, 4]), np.float32(boxes[b, 5])
        ix, iy, iz = inverse[c, 0], inverse[c, 1], inverse[c, 2]
        # A point inside a thin thing (a picture on the wall, a plate) is hidden, but its neighbours aren't; one inside
        # a box may also lie in a vessel that the box stands for.
        is_thin = min(hx, hy, hz) < thin and abs(x) < hx and abs(y) < hy and abs(z) < hz
        inside = half if is_thin else zero
        for k in range(N_RAYS):
            x0, x1 = (zero - hx - x) * ix[k], (hx - x) * ix[k]
            y0, y1 = (zero - hy - y) * iy[k], (hy - y) * iy[k]
            z0, z1 = (zero - hz - z) * iz[k], (hz - z) * iz[k]
            enter = max(max(min(x0, x1), min(y0, y1)), max(min(z0, z1), zero))
            leave = min(min(max(x0, x1), max(y0, y1)), max(z0, z1))
            hit = max(enter, inside) if enter <= leave else reach
            hits[k] = min(hits[k], hit)
    total = zero
    for k in range(N_RAYS):
        near_by = (reach - hits[k]) / reach
        total += near_by * near_by
    return float(total / N_RAYS)


@kernel
def shadowed(boxes: F64, lit: I32, n: int, bulbs: F32, point: F64, thin: float) -> float:
    """Share of the lamp that is hidden, 0 to 1."""
    zero = np.float32(0.0)
    one = np.float32(1.0)
    tiny = np.float32(1e-6)
    hidden = np.zeros(N_LAMP, np.float32)
    for c in range(n):
        b = lit[c]
        ax, ay, az = point[0] - boxes[b, 0], point[1] - boxes[b, 1], point[2] - boxes[b, 2]
        x = np.float32(ax * boxes[b, 7] - az * boxes[b, 6])
        y = np.float32(ay)
        z = np.float32(ax * boxes[b, 6] + az * boxes[b, 7])
        hx, hy, hz = np.float32(boxes[b, 3]), np.float32(boxes[b, 4]), np.float32(boxes[b, 5])
        if min(hx, hy, hz) < thin and abs(x) < hx and abs(y) < hy and abs(z) < hz:
            continue
        bx, by, bz = bulbs[c, 0], bulbs[c, 1], bulbs[c, 2]
        for k in range(N_LAMP):
            dx, dy, dz = bx[k] - x, by[k] - y, bz[k] - z
            ix = one / (dx if abs(dx) > tiny else tiny)
            iy = one / (dy if abs(dy) > tiny else tiny)
            iz = one / (dz if abs(dz) > tiny else tiny)
            x0, x1 = (zero - hx - x) * ix, (hx - x) * ix
            y0, y1 = (zero - hy - y) * iy, (hy - y) * iy
            z0, z1 = (zero - hz - z) * iz, (hz - z) * iz
            enter = max(max(min(x0, x1), min(y0, y1)), max(min(z0, z1), zero))
            leave = min(min(max(x0, x1), max(y0, y1)), min(max(z0, z1), one))
            hidden[k] = one if enter <= leave else hidden[k]
    total = zero
    for k in range(N_LAMP):
        total += hidden[k]
    return float(total / N_LAMP)
