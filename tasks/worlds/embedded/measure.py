"""From the z-buffer to what a view tells: depth, instance ids, pixel counts and nearest visible points."""

import numpy as np

from tasks.worlds.embedded.arrays import F32, F64, I32
from tasks.worlds.embedded.kernel_cache import kernel


@kernel
def measure(
    inverse_depth: F32,
    face_ids: I32,
    face_instance: I32,
    camera: F64,
    half_tan: float,
    depth: F32,
    instances: I32,
    counts: I32,
    nearest: F32,
) -> None:
    """Fill depth and instances (size x size), and per instance its pixels and squared plane distance in m².

    A ray's plane distance is z * sqrt(across² + ahead²): `across` depends on the column, `ahead` on the row alone.
    """
    size = inverse_depth.shape[0]
    pixel = 2.0 * half_tan / size
    counts[:] = 0
    nearest[:] = np.float32(np.inf)
    across2 = np.empty(size, np.float32)
    for x in range(size):
        a = (x + 0.5 - 0.5 * size) * pixel
        across2[x] = a * a
    squares = np.empty(size, np.float32)
    bits = squares.view(np.int32)
    level = camera[3, 1]  # cosine of the horizon
    down = 0.0 - camera[1, 1]  # its sine
    one = np.float32(1.0)
    for row in range(size):
        a = level + (0.5 * size - (row + 0.5)) * pixel * down
        ahead2 = np.float32(a * a)
        zs = inverse_depth[row]
        out = depth[row]
        for x in range(size):
            out[x] = one / zs[x]
        for x in range(size):
            squares[x] = out[x] * out[x] * (across2[x] + ahead2)
        first = 0
        while first < size:
            face = face_ids[row, first]
            last = first + 1
            while last < size and face_ids[row, last] == face:
                last += 1
            instance = np.int32(-1)
            if face < 0:
                out[first:last] = np.float32(0.0)
            else:
                instance = face_instance[face]
            instances[row, first:last] = instance
            if instance >= 0:
                counts[instance] += last - first
                nearest[instance] = min(nearest[instance], _least(squares[first:last], bits[first:last]))
            first = last


@kernel
def _least(values: F32, bits: I32) -> np.float32:
    """The least of some positive floats: as integers they sort alike, and an integer minimum becomes SIMD."""
    least = bits[0]
    for i in range(bits.shape[0]):
        least = min(least, bits[i])
    where = 0
    while bits[where] != least:
        where += 1
    return np.float32(values[where])
