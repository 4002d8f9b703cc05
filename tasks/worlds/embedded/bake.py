"""Soft light on one face: how open each point of it is, and how much of its room's lamp it sees.

Points form a grid over the face (lightmap.py). For a tile of them the boxes that matter are found once; then sixteen
rays, or eight to the lamp, go through a box side by side, which compilers turn into SIMD. Only + - * / sqrt.
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
_TILE = 5
"""Points along a side of a tile."""
_MOST = 96
"""Most boxes looked at for one tile; the nearest to come in the order of the house are kept."""
_LIFT_M = 0.006
_THIN_M = 0.06
"""Half extent below which what holds a point of wall or floor shades it little; on objects everything does."""
_ALWAYS_M = 1000.0
_FALLOFF = 0.11
_DIMMING = 0.85
_OPEN_MOVED = 0.92
"""Openness of the faces of a thing that was moved: shadows on it are not worked out anew."""
_SHOULDER = 0.76
"""Light above this is compressed, so that a white wall under a lamp keeps its pattern."""


def directions() -> F32:
    """3 x N_RAYS, over the hemisphere around +z, denser towards the pole by the cosine."""
    rays = np.zeros((3, N_RAYS), np.float32)
    for k in range(N_RAYS):
        share = (k + 0.5) / N_RAYS
        sine, cosine = sin_cos(137.50776405 * k)
        rays[:, k] = math.sqrt(share) * cosine, math.sqrt(share) * sine, math.sqrt(1.0 - share)
    return rays


def lamp_points() -> F32:
    """2 x N_LAMP, x and z of points on the lamp's disc around its middle."""
    points = np.zeros((2, N_LAMP), np.float32)
    for k in range(N_LAMP):
        sine, cosine = sin_cos(137.50776405 * k)
        radius = LAMP_RADIUS_M * math.sqrt((k + 0.5) / N_LAMP)
        points[:, k] = radius * cosine, radius * sine
    return points


@kernel
def bake(
    face: int,
    is_moved: bool,
    is_structure: bool,
    own: int,
    lamp: F64,
    normals: F64,
    plane_d: F64,
    axes: F64,
    shading: F32,
    boxes: F64,
    grid: I32,
    span: F32,
    rays: F32,
    lamp_at: F32,
    nodes: F32,
) -> None:
    """Fill the nodes of a face. `own` is its solid, which casts no shadow on itself; `lamp` is x, y, z of its lamp.

    grid: first node, intervals along u, along v. span: least u and v, intervals per metre along u and v.
    """
    nu, nv = grid[face, 1], grid[face, 2]
    out = nodes[grid[face, 0] : grid[face, 0] + (nu + 1) * (nv + 1)].reshape(nv + 1, nu + 1)
    normal, surface, light = normals[face], axes[face], shading[face]
    at = np.empty(3)
    thin = _THIN_M if is_structure else _ALWAYS_M
    turned = _turned(rays, normal, surface)
    near, lit = np.empty(_MOST, np.int32), np.empty(_MOST, np.int32)
    inverse = np.empty((_MOST, 3, N_RAYS), np.float32)
    bulbs = np.empty((_MOST, 3, N_LAMP), np.float32)
    for v0 in range(0, nv + 1, _TILE):
        for u0 in range(0, nu + 1, _TILE):
            v1, u1 = min(v0 + _TILE, nv + 1), min(u0 + _TILE, nu + 1)
            n_near = n_lit = 0
            if not is_moved:
                radius = _middle(u0, u1, v0, v1, span[face], surface, normal, plane_d[face], at)
                n_near = _find_near(boxes, own, normal, plane_d[face], at, radius, near)
                _invert(boxes, near, n_near, turned, inverse)
                if light[3] > 0.0:
                    n_lit = _find_lit(boxes, own, normal, plane_d[face], at, radius, lamp, lit)
                    _see_lamp(boxes, lit, n_lit, lamp, lamp_at, bulbs)
            for j in range(v0, v1):
                for i in range(u0, u1):
                    u, v = span[face, 0] + i / span[face, 2], span[face, 1] + j / span[face, 3]
                    _point(u, v, surface, normal, plane_d[face], _LIFT_M, at)
                    openness, sight = _OPEN_MOVED, 1.0
                    if not is_moved:
                        openness = 1.0 - _DIMMING * _closed(boxes, near, n_near, inverse, at, thin)
                        sight = 1.0 - _shadowed(boxes, lit, n_lit, bulbs, at, thin)
                    out[j, i] = _level(u, v, light, openness, sight)


@kernel
def _level(u: float, v: float, light: F32, openness: float, sight: float) -> float:
    """Brightness: light from all around, and the lamp by distance and angle; see placing.py for `light`."""
    du, dv = u - light[0], v - light[1]
    square = du * du + dv * dv + light[2] * light[2] + 0.01
    direct = light[3] * light[2] / (math.sqrt(square) * (1.0 + _FALLOFF * square))
    level = (light[4] + light[5] * v) * openness + direct * sight
    over = level - _SHOULDER
    return _SHOULDER + over / (1.0 + 2.6 * over) if over > 0.0 else level


@kernel
def _point(u: float, v: float, surface: F64, normal: F64, d: float, lift: float, point: F64) -> None:
    """The place in the world of surface coordinates, lifted off the face."""
    a, b = u - surface[0, 3], v - surface[1, 3]
    if abs(normal[1]) > 0.9:  # coordinates are level: the height follows from the plane
        x, z = a * surface[0, 0] + b * surface[1, 0], a * surface[0, 2] + b * surface[1, 2]
        y = (d - normal[0] * x - normal[2] * z) / normal[1]
    else:
        x = a * surface[0, 0] + b * surface[1, 0] + d * normal[0]
        y = a * surface[0, 1] + b * surface[1, 1] + d * normal[1]
        z = a * surface[0, 2] + b * surface[1, 2] + d * normal[2]
    point[0], point[1], point[2] = x + lift * normal[0], y + lift * normal[1], z + lift * normal[2]


@kernel
def _middle(u0: int, u1: int, v0: int, v1: int, span: F32, surface: F64, normal: F64, d: float, middle: F64) -> float:
    """Middle of a tile, and half of its diagonal."""
    half_u, half_v = 0.5 * (u1 - 1 - u0) / span[2], 0.5 * (v1 - 1 - v0) / span[3]
    _point(span[0] + u0 / span[2] + half_u, span[1] + v0 / span[3] + half_v, surface, normal, d, _LIFT_M, middle)
    return math.sqrt(half_u * half_u + half_v * half_v) * 1.12 + 0.01


@kernel
def _turned(rays: F32, normal: F64, surface: F64) -> F32:
    """Rays around the normal, in the world."""
    out = np.empty((3, N_RAYS), np.float32)
    ux, uy, uz = surface[0, 0], surface[0, 1], surface[0, 2]
    if abs(normal[1]) > 0.9:
        # The level axes are not quite in the face; the part along the normal is taken out.
        along = ux * normal[0] + uy * normal[1] + uz * normal[2]
        ux, uy, uz = ux - along * normal[0], uy - along * normal[1], uz - along * normal[2]
        length = math.sqrt(ux * ux + uy * uy + uz * uz)
        ux, uy, uz = ux / length, uy / length, uz / length
    vx = normal[1] * uz - normal[2] * uy
    vy = normal[2] * ux - normal[0] * uz
    vz = normal[0] * uy - normal[1] * ux
    for k in range(N_RAYS):
        a, b, c = rays[0, k], rays[1, k], rays[2, k]
        out[0, k] = a * ux + b * vx + c * normal[0]
        out[1, k] = a * uy + b * vy + c * normal[1]
        out[2, k] = a * uz + b * vz + c * normal[2]
    return out


@kernel
def _is_behind(box: F64, normal: F64, d: float) -> bool:
    """Whether a box has nothing before a face."""
    nx = normal[0] * box[7] - normal[2] * box[6]
    nz = normal[0] * box[6] + normal[2] * box[7]
    reach = abs(nx) * box[3] + abs(normal[1]) * box[4] + abs(nz) * box[5]
    centre = normal[0] * box[0] + normal[1] * box[1] + normal[2] * box[2]
    return centre + reach <= d + _LIFT_M + 0.001


@kernel
def _find_near(boxes: F64, own: int, normal: F64, d: float, middle: F64, radius: float, found: I32) -> int:
    """Boxes within REACH_M of a tile."""
    n = 0
    reach = radius + REACH_M
    for b in range(boxes.shape[0]):
        if boxes[b, 8] == 0.0 or b == own or n == _MOST:
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
def _find_lit(boxes: F64, own: int, normal: F64, d: float, middle: F64, radius: float, lamp: F64, found: I32) -> int:
    """Boxes that may come between a tile and the lamp: those, grown by both their sizes, that the line between hits."""
    n = 0
    grow = max(radius, LAMP_RADIUS_M)
    for b in range(boxes.shape[0]):
        if boxes[b, 9] == 0.0 or b == own or n == _MOST:
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
def _invert(boxes: F64, near: I32, n: int, turned: F32, inverse: F32) -> None:
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
def _see_lamp(boxes: F64, lit: I32, n: int, lamp: F64, lamp_at: F32, bulbs: F32) -> None:
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
def _closed(boxes: F64, near: I32, n: int, inverse: F32, point: F64, thin: float) -> float:
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
    return total / N_RAYS


@kernel
def _shadowed(boxes: F64, lit: I32, n: int, bulbs: F32, point: F64, thin: float) -> float:
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
    return total / N_LAMP
