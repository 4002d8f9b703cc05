"""Soft light on one face: how open each point of it is, and how much of its room's lamp it sees.

Points form a grid over the face (lightmap.py). For a tile of them the boxes that matter are found once, then each point
casts its rays through those alone (rays.py). Only + - * / sqrt.
"""

import math

import numpy as np

from tasks.worlds.embedded.arrays import F32, F64, I32
from tasks.worlds.embedded.kernel_cache import kernel
from tasks.worlds.embedded.rays import (
    LIFT_M,
    MOST,
    N_LAMP,
    N_RAYS,
    closed,
    find_lit,
    find_near,
    invert,
    see_lamp,
    shadowed,
)

_TILE = 5
"""Points along a side of a tile."""
_THIN_M = 0.06
"""Half extent below which what holds a point of wall or floor shades it little; on objects everything does."""
_ALWAYS_M = 1000.0
_FALLOFF = 0.11
_DIMMING = 0.85
_OPEN_MOVED = 0.92
"""Openness of the faces of a thing that was moved: shadows on it are not worked out anew."""
_SHOULDER = 0.76
"""Light above this is compressed, so that a white wall under a lamp keeps its pattern."""


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
    near, lit = np.empty(MOST, np.int32), np.empty(MOST, np.int32)
    inverse = np.empty((MOST, 3, N_RAYS), np.float32)
    bulbs = np.empty((MOST, 3, N_LAMP), np.float32)
    for v0 in range(0, nv + 1, _TILE):
        for u0 in range(0, nu + 1, _TILE):
            v1, u1 = min(v0 + _TILE, nv + 1), min(u0 + _TILE, nu + 1)
            n_near = n_lit = 0
            if not is_moved:
                radius = _middle(u0, u1, v0, v1, span[face], surface, normal, plane_d[face], at)
                n_near = find_near(boxes, own, normal, plane_d[face], at, radius, near)
                invert(boxes, near, n_near, turned, inverse)
                if light[3] > 0.0:
                    n_lit = find_lit(boxes, own, normal, plane_d[face], at, radius, lamp, lit)
                    see_lamp(boxes, lit, n_lit, lamp, lamp_at, bulbs)
            for j in range(v0, v1):
                for i in range(u0, u1):
                    u, v = span[face, 0] + i / span[face, 2], span[face, 1] + j / span[face, 3]
                    _point(u, v, surface, normal, plane_d[face], LIFT_M, at)
                    openness, sight = _OPEN_MOVED, 1.0
                    if not is_moved:
                        openness = 1.0 - _DIMMING * closed(boxes, near, n_near, inverse, at, thin)
                        sight = 1.0 - shadowed(boxes, lit, n_lit, bulbs, at, thin)
                    out[j, i] = _level(u, v, light, openness, sight)


@kernel
def _level(u: float, v: float, light: F32, openness: float, sight: float) -> float:
    """Brightness: light from all around, and the lamp by distance and angle; see placing.py for `light`."""
    du, dv = u - light[0], v - light[1]
    square = du * du + dv * dv + light[2] * light[2] + 0.01
    direct = light[3] * light[2] / (math.sqrt(square) * (1.0 + _FALLOFF * square))
    level = (light[4] + light[5] * v) * openness + direct * sight
    over = level - _SHOULDER
    return float(_SHOULDER + over / (1.0 + 2.6 * over)) if over > 0.0 else float(level)


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
    _point(span[0] + u0 / span[2] + half_u, span[1] + v0 / span[3] + half_v, surface, normal, d, LIFT_M, middle)
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
