"""The picture: z-buffer and face ids to RGB, span by span.

The light on a face was baked into a coarse grid (lightmap.py). Short loops over few arrays are what LLVM vectorises;
the order of operations is fixed (see kernel_cache.py).
"""

import math

import numpy as np

from tasks.worlds.embedded.arrays import F32, F64, I32
from tasks.worlds.embedded.kernel_cache import kernel
from tasks.worlds.embedded.textures import LEVELS, SIZE

_SPAN = 64
"""Longest run of pixels that shares one mip level."""


@kernel
def shade(
    inverse_depth: F32,
    face_ids: I32,
    normals: F64,
    plane_d: F64,
    axes: F64,
    grid: I32,
    span: F32,
    nodes: F32,
    rgb: F32,
    texture: I32,
    texels: F32,
    starts: I32,
    period_m: F32,
    camera: F64,
    half_tan: float,
    packed: I32,
) -> None:
    """Fill `packed` (size x size): red, green, blue and 255, from the low byte up."""
    size = inverse_depth.shape[0]
    pixel = 2.0 * half_tan / size
    scratch = np.empty((5, _SPAN), np.float32)
    index = np.empty(_SPAN, np.int32)
    ray = np.empty(3)
    for row in range(size):
        up = (0.5 * size - (row + 0.5)) * pixel
        for axis in range(3):
            ray[axis] = camera[1, axis] + camera[3, axis] * up
        first = 0
        while first < size:
            face = face_ids[row, first]
            last = first + 1
            while last < size and last - first < _SPAN and face_ids[row, last] == face:
                last += 1
            out = packed[row, first:last]
            if face < 0:
                _sky(ray[1], out)
            else:
                across = (first + 0.5 - 0.5 * size) * pixel
                zs = inverse_depth[row, first:last]
                _surface_at(zs, axes[face], ray, camera, across, pixel, scratch)
                height = (
                    normals[face, 0] * camera[0, 0] + normals[face, 1] * camera[0, 1] + normals[face, 2] * camera[0, 2]
                ) - plane_d[face]
                kind = texture[face]
                level = _mip(zs[(last - first) // 2], height, ray, across, pixel, period_m[kind])
                _light(scratch, index, nodes[grid[face, 0] :], grid[face, 1], grid[face, 2], span[face], last - first)
                _pattern(scratch, index, texels[starts[kind, level] :], level, period_m[kind], last - first)
                _paint(scratch, rgb[face], out)
            first = last


@kernel
def _sky(rise: float, out: I32) -> None:
    """Blue above the horizon, meadow below; `rise` is the ray's slope."""
    if rise >= 0.0:
        t = min(1.0, rise * 1.2)
        red, green, blue = 214.0 - 92.0 * t, 230.0 - 54.0 * t, 243.0 - 12.0 * t
    else:
        t = min(1.0, -rise * 1.5)
        red, green, blue = 168.0 - 60.0 * t, 184.0 - 44.0 * t, 150.0 - 66.0 * t
    out[:] = np.int32(int(red) | int(green) << 8 | int(blue) << 16 | -16777216)


@kernel
def _surface_at(zs: F32, surface: F64, ray: F64, camera: F64, across: float, pixel: float, scratch: F32) -> None:
    """Surface coordinates of the pixels of a span, metres, into scratch rows 0 and 1: offset + z * (base + step * i)."""
    n = zs.shape[0]
    depths = scratch[2, :n]
    for i in range(n):
        depths[i] = np.float32(1.0) / zs[i]
    for axis in range(2):
        sx, sy, sz = surface[axis, 0], surface[axis, 1], surface[axis, 2]
        offset = np.float32(camera[0, 0] * sx + camera[0, 1] * sy + camera[0, 2] * sz + surface[axis, 3])
        per_column = camera[2, 0] * sx + camera[2, 1] * sy + camera[2, 2] * sz
        base = np.float32(ray[0] * sx + ray[1] * sy + ray[2] * sz + per_column * across)
        step = np.float32(per_column * pixel)
        out = scratch[axis, :n]
        for i in range(n):
            out[i] = offset + depths[i] * (base + step * np.float32(i))


@kernel
def _mip(inverse: float, height: float, ray: F64, across: float, pixel: float, period: float) -> int:
    """Level whose texels are about as large as a pixel: by distance and, tempered, by slant."""
    z = 1.0 / inverse
    texel = period / SIZE
    flat = z * pixel
    slanted = flat * z * math.sqrt(ray[0] * ray[0] + ray[1] * ray[1] + ray[2] * ray[2] + across * across) / height
    footprint = math.sqrt(flat * min(slanted, 16.0 * flat)) / texel
    level = 0
    while level < LEVELS - 1 and footprint > 1.4:
        footprint *= 0.5
        level += 1
    return level


@kernel
def _light(scratch: F32, index: I32, nodes: F32, nu: int, nv: int, span: F32, n: int) -> None:
    """Brightness into scratch row 2, from the four nodes around each pixel."""
    us, vs, light = scratch[0, :n], scratch[1, :n], scratch[2, :n]
    right, up, where = scratch[3, :n], scratch[4, :n], index[:n]
    low_u, low_v, scale_u, scale_v = span[0], span[1], span[2], span[3]
    zero = np.float32(0.0)
    last_u, last_v = np.float32(nu) - np.float32(1e-3), np.float32(nv) - np.float32(1e-3)
    row = np.int32(nu + 1)
    for i in range(n):
        right[i] = min(max((us[i] - low_u) * scale_u, zero), last_u)
    for i in range(n):
        up[i] = min(max((vs[i] - low_v) * scale_v, zero), last_v)
    for i in range(n):
        where[i] = np.int32(up[i]) * row + np.int32(right[i])
    one, above, beyond = np.uint32(1), np.uint32(row), np.uint32(row + 1)
    for i in range(n):
        at = np.uint32(where[i])
        a = right[i] - np.float32(np.int32(right[i]))
        b = up[i] - np.float32(np.int32(up[i]))
        low = nodes[at] + (nodes[at + one] - nodes[at]) * a
        high = nodes[at + above] + (nodes[at + beyond] - nodes[at + above]) * a
        light[i] = low + (high - low) * b


@kernel
def _pattern(scratch: F32, index: I32, texels: F32, level: int, period: float, n: int) -> None:
    """Multiply row 2 by the texture."""
    us, vs, light = scratch[0, :n], scratch[1, :n], scratch[2, :n]
    side = np.int32(SIZE >> level)
    mask = np.int32(side - 1)
    scale = np.float32(side) / np.float32(period)
    where = index[:n]
    for i in range(n):
        where[i] = (np.int32(vs[i] * scale) & mask) * side + (np.int32(us[i] * scale) & mask)
    for i in range(n):
        light[i] = light[i] * texels[where[i]]


@kernel
def _paint(scratch: F32, rgb: F32, out: I32) -> None:
    """Colour times light, packed; what is brighter than white is white."""
    n = out.shape[0]
    light = scratch[2, :n]
    white = np.float32(255.0)
    red, green, blue = rgb[0] * white, rgb[1] * white, rgb[2] * white
    for i in range(n):
        r = min(red * light[i], white)
        g = min(green * light[i], white)
        b = min(blue * light[i], white)
        out[i] = np.int32(r) | np.int32(g) << np.int32(8) | np.int32(b) << np.int32(16) | np.int32(-16777216)
