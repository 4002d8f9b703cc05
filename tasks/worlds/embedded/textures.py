"""Surface patterns, made from integer hashes: the same bytes everywhere, no files.

Each is a square of brightness factors around 1 that repeats every PERIOD_M metres, with mip levels that halve it.
"""

import numpy as np
from numpy.typing import NDArray

from tasks.worlds.embedded.arrays import F32, I32

PLAIN, PLANKS, GRAIN, TILE, FABRIC, PLASTER, CARPET, STONE, BRICK, LEAVES = range(10)
SIZE = 128
"""Texels along a side of level 0."""
LEVELS = 6
PERIOD_M = np.array([1.0, 1.2, 0.6, 0.9, 0.25, 1.6, 0.5, 1.6, 0.8, 0.3], np.float32)
"""Metres that a texture covers before it repeats, by texture."""

_U = np.arange(SIZE)[None, :].repeat(SIZE, 0)
_V = np.arange(SIZE)[:, None].repeat(SIZE, 1)


def atlas() -> tuple[F32, I32]:
    """All texels in one flat array, and for each texture and level the index where it starts."""
    makers = (_plain, _planks, _grain, _tile, _fabric, _plaster, _carpet, _stone, _brick, _leaves)
    texels: list[F32] = []
    starts = np.zeros((len(makers), LEVELS), np.int32)
    at = 0
    for texture, make in enumerate(makers):
        level = make()
        for mip in range(LEVELS):
            starts[texture, mip] = at
            texels.append(level.astype(np.float32).ravel())
            at += level.size
            level = (level[0::2, 0::2] + level[0::2, 1::2] + level[1::2, 0::2] + level[1::2, 1::2]) * 0.25
    return np.concatenate(texels), starts


def _hash(x: NDArray[np.int64], y: NDArray[np.int64], salt: int) -> F32:
    """Noise from 0 up to 1 on a lattice; 32-bit integer mixing, exact everywhere."""
    h = (x.astype(np.uint64) * 374761393 + y.astype(np.uint64) * 668265263 + salt * 2246822519) & 0xFFFFFFFF
    h = ((h ^ (h >> np.uint64(13))) * np.uint64(1274126177)) & np.uint64(0xFFFFFFFF)
    h = h ^ (h >> np.uint64(16))
    return ((h & np.uint64(0xFFFF)).astype(np.float32)) * np.float32(1 / 65536)


def _noise(cells_u: int, cells_v: int, salt: int) -> F32:
    """Smooth noise with the given number of cells along u and v; repeats at the edges."""
    u, v = _U * cells_u, _V * cells_v
    i, j = u // SIZE, v // SIZE
    s = ((u % SIZE) * np.float32(1 / SIZE)).astype(np.float32)
    t = ((v % SIZE) * np.float32(1 / SIZE)).astype(np.float32)
    s, t = s * s * (3 - 2 * s), t * t * (3 - 2 * t)
    k, m = (i + 1) % cells_u, (j + 1) % cells_v
    low = _hash(i, j, salt) + (_hash(k, j, salt) - _hash(i, j, salt)) * s
    high = _hash(i, m, salt) + (_hash(k, m, salt) - _hash(i, m, salt)) * s
    return (low + (high - low) * t).astype(np.float32)


def _one() -> F32:
    return np.ones((SIZE, SIZE), np.float32)


def _plain() -> F32:
    return _one()


def _planks() -> F32:
    """Boards along u, eight across, each with its own shade, grain and end joint."""
    board = _V // 16
    shade = 0.86 + 0.24 * _hash(board, board * 0, 3)
    grain = 0.10 * (_noise(4, 64, 5) - 0.5) + 0.06 * (_noise(16, 128, 6) - 0.5)
    out = shade + grain
    out = np.where(_V % 16 == 0, out * 0.72, out)
    joint = (_U + (_hash(board, board * 0, 9) * SIZE).astype(np.int64)) % SIZE < 1
    return np.where(joint, out * 0.78, out).astype(np.float32)


def _grain() -> F32:
    wave = _noise(2, 24, 11) * 0.16 + _noise(8, 64, 12) * 0.10
    return (0.87 + wave).astype(np.float32)


def _tile() -> F32:
    """Four by four tiles with dark joints."""
    pitch = SIZE // 4
    out = 0.97 + 0.07 * _hash(_U // pitch, _V // pitch, 21) + 0.03 * (_noise(32, 32, 22) - 0.5)
    joint = (_U % pitch < 2) | (_V % pitch < 2)
    return np.where(joint, 0.82, out).astype(np.float32)


def _fabric() -> F32:
    weave = np.where((_U // 4 + _V // 4) % 2 == 0, 0.05, -0.05)
    out: F32 = (1.0 + weave + 0.12 * (_hash(_U, _V, 31) - 0.5) + 0.08 * (_noise(8, 8, 32) - 0.5)).astype(np.float32)
    return out


def _plaster() -> F32:
    return (1.0 + 0.05 * (_noise(16, 16, 41) - 0.5) + 0.04 * (_noise(64, 64, 42) - 0.5)).astype(np.float32)


def _carpet() -> F32:
    return (0.98 + 0.22 * (_hash(_U // 2, _V // 2, 51) - 0.5) + 0.08 * (_noise(8, 8, 52) - 0.5)).astype(np.float32)


def _stone() -> F32:
    cloud = 0.16 * (_noise(6, 6, 61) - 0.5) + 0.10 * (_noise(16, 16, 62) - 0.5)
    return (1.0 + cloud + 0.05 * (_hash(_U, _V, 63) - 0.5)).astype(np.float32)


def _brick() -> F32:
    """Eight courses of two bricks, each course shifted by half a brick."""
    course = _V // 16
    u = (_U + (course % 2) * 32) % SIZE
    out = 0.86 + 0.26 * _hash(u // 64, course, 71) + 0.08 * (_noise(32, 32, 72) - 0.5)
    mortar = (u % 64 < 3) | (_V % 16 < 3)
    return np.where(mortar, 1.22, out).astype(np.float32)


def _leaves() -> F32:
    return (0.62 + 0.75 * _noise(12, 12, 81) * (0.6 + 0.4 * _noise(32, 32, 82))).astype(np.float32)
