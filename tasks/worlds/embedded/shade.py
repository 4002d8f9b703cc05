"""The picture: z-buffer and face ids to RGB, span by span.

The light on a face was baked into a coarse grid (lightmap.py). Short loops over few arrays are what LLVM vectorises;
the order of operations is fixed (see kernel_cache.py).
"""

import math

import numpy as np

from tasks.worlds.base import RgbImage
from tasks.worlds.embedded.arrays import F32, F64, I32, U32, Flags
from tasks.worlds.embedded.kernel_cache import kernel
from tasks.worlds.embedded.textures import LEVELS, SIZE

_SPAN = 64
"""Longest run of pixels that shares one mip level."""
_STRIDE = 8
"""Pixels from one look-up of the light to the next."""


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
    is_lit: Flags,
    rgb: F32,
    texture: I32,
    texels: F32,
    starts: I32,
    period_m: F32,
    camera: F64,
    half_tan: float,
    packed: I32,
) -> bool:
    """Fill `packed` (size x size): red, green, blue and 255, from the low byte up. False where a face has no light yet."""
    size = inverse_depth.shape[0]
    pixel = 2.0 * half_tan / size
    scratch = np.empty((3, _SPAN + _STRIDE), np.float32)
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
            elif not is_lit[face]:
                return False
            else:
                across = (first + 0.5 - 0.5 * size) * pixel
                zs = inverse_depth[row, first:last]
                _surface_at(zs, axes[face], ray, camera, across, pixel, scratch)
                height = (
                    normals[face, 0] * camera[0, 0] + normals[face, 1] * camera[0, 1] + normals[face, 2] * camera[0, 2]
                ) - plane_d[face]
                kind = texture[face]
                level = _mip(zs[(last - first) // 2], height, ray, across, pixel, period_m[kind])
                _light(scratch, nodes[grid[face, 0] :], grid[face, 1], grid[face, 2], span[face], last - first)
                _pattern(scratch, index, texels[starts[kind, level] :], level, period_m[kind], last - first)
                _paint(scratch, rgb[face], out)
            first = last
    return True


def without_alpha(packed: I32) -> RgbImage:
    """Packed pixels as a height x width x 3 array."""
    pixels = np.ascontiguousarray(packed).reshape(-1)
    words = np.empty((pixels.size + 3) // 4 * 3, np.int32)
    padded = pixels if pixels.size % 4 == 0 else np.concatenate([pixels, np.zeros(-pixels.size % 4, np.int32)])
    _squeeze(padded.view(np.uint32), words.view(np.uint32))
    return words.view(np.uint8)[: pixels.size * 3].reshape(*packed.shape, 3)


@kernel
def shrink(image: RgbImage, small: RgbImage) -> None:
    """Means over square blocks, rounded; in whole numbers, so exact."""
    n = image.shape[0] // small.shape[0]
    half = n * n // 2
    for y in range(small.shape[0]):
        for x in range(small.shape[1]):
            for channel in range(3):
                total = half
                for j in range(n):
                    for i in range(n):
                        total += image[y * n + j, x * n + i, channel]
                small[y, x, channel] = total // (n * n)


@kernel
def _squeeze(pixels: U32, words: U32) -> None:
    """Four pixels of four bytes into three words, the top bytes dropped; low byte first, as on x86-64 and ARM."""
    top, low = np.uint32(24), np.uint32(0x00FFFFFF)
    eight, sixteen = np.uint32(8), np.uint32(16)
    for i in range(pixels.shape[0] // 4):
        a, b, c, d = pixels[4 * i], pixels[4 * i + 1], pixels[4 * i + 2], pixels[4 * i + 3]
        words[3 * i] = (a & low) | (b << top)
        words[3 * i + 1] = ((b & low) >> eight) | (c << sixteen)
        words[3 * i + 2] = ((c & low) >> sixteen) | (d << eight)


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
def _light(scratch: F32, nodes: F32, nu: int, nv: int, span: F32, n: int) -> None:
    """Brightness into scratch row 2: from the four nodes around every eighth pixel, along a line in between."""
    us, vs, light = scratch[0], scratch[1], scratch[2]
    first = 0
    here = _light_at(us[0], vs[0], nodes, nu, nv, span)
    while first < n:
        last = min(first + _STRIDE, n - 1)
        there = _light_at(us[last], vs[last], nodes, nu, nv, span)
        step = (there - here) / np.float32(max(last - first, 1))
        block = light[first : first + _STRIDE]
        for i in range(_STRIDE):  # past the end of the span, too: a loop of fixed length becomes SIMD
            block[i] = here + step * np.float32(i)
        here = there
        first += _STRIDE


@kernel
def _light_at(u: np.float32, v: np.float32, nodes: F32, nu: int, nv: int, span: F32) -> np.float32:
    """Brightness at surface coordinates, all in 32 bits; `nodes` begins with the face's first."""
    zero, edge = np.float32(0.0), np.float32(1e-3)
    x = min(max((u - span[0]) * span[2], zero), np.float32(nu) - edge)
    y = min(max((v - span[1]) * span[3], zero), np.float32(nv) - edge)
    i, j = np.int32(x), np.int32(y)
    a, b = x - np.float32(i), y - np.float32(j)
    at = j * (nu + 1) + i
    low = nodes[at] + (nodes[at + 1] - nodes[at]) * a
    high = nodes[at + nu + 1] + (nodes[at + nu + 2] - nodes[at + nu + 1]) * a
    return np.float32(low + (high - low) * b)


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
