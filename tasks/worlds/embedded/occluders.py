"""What stands in the way of light: a box around every solid, in the world.

A box is ten numbers: centre x, y, z, half extents along its own axes, sine and cosine of its yaw, and how much it counts
for the light from all around and for the lamp (0 or 1). Round things cast the shadow of a slightly smaller box.
"""

import numpy as np

from tasks.worlds.embedded.arrays import F64, I32, Flags
from tasks.worlds.embedded.kernel_cache import kernel
from tasks.worlds.embedded.mesh import STRUCTURE, Mesh

_FAR_M = 1000.0


def boxes_of(mesh: Mesh) -> F64:
    """S + 2 boxes: one for each solid where it stands now, then the ground below and the ceiling above everything."""
    n = len(mesh.radii)
    boxes = np.zeros((n + 2, 10))
    _box_all(mesh.corners, mesh.face_first, mesh.solid_first, mesh.face_instance, mesh.radii, mesh.shades, boxes)
    present = mesh.radii >= 0.0
    top = float((boxes[:n, 1] + boxes[:n, 4])[present].max()) if present.any() else 2.5
    boxes[n] = (0.0, -1.0, 0.0, _FAR_M, 1.0, _FAR_M, 0.0, 1.0, 1.0, 0.0)
    boxes[n + 1] = (0.0, top + 1.0, 0.0, _FAR_M, 1.0, _FAR_M, 0.0, 1.0, 1.0, 0.0)
    return boxes


@kernel
def _box_all(
    corners: F64, face_first: I32, solid_first: I32, face_instance: I32, radii: F64, shades: Flags, boxes: F64
) -> None:
    for solid in range(radii.shape[0]):
        first, last = solid_first[solid], solid_first[solid + 1]
        if radii[solid] < 0.0 or last - first < 2 or not shades[solid]:
            continue  # gone, a floor or ceiling (the two boxes at the end stand for those), or casts no shadow
        begin, end = face_first[first], face_first[last]
        sine, cosine = _direction(corners, begin, face_first[first + 1])
        _enclose(corners, begin, end, sine, cosine, boxes[solid])
        if last - first > 6:
            boxes[solid, 3] *= 0.88
            boxes[solid, 5] *= 0.88
        _weigh(face_instance[first], boxes[solid])


@kernel
def _direction(corners: F64, begin: int, end: int) -> tuple[float, float]:
    """Sine and cosine of the yaw along the longest level edge of a face."""
    best = 0.0
    sine = 0.0
    cosine = 1.0
    for c in range(begin, end):
        d = c + 1 if c + 1 < end else begin
        dx = corners[d, 0] - corners[c, 0]
        dy = corners[d, 1] - corners[c, 1]
        dz = corners[d, 2] - corners[c, 2]
        square = dx * dx + dz * dz
        if abs(dy) < 1e-6 and square > best * 1.0001:
            best = square
            length = np.sqrt(square)
            sine, cosine = 0.0 - dz / length, dx / length
    return sine, cosine


@kernel
def _enclose(corners: F64, begin: int, end: int, sine: float, cosine: float, box: F64) -> None:
    low_x = low_y = low_z = 1e9
    high_x = high_y = high_z = -1e9
    for c in range(begin, end):
        x = corners[c, 0] * cosine - corners[c, 2] * sine
        z = corners[c, 0] * sine + corners[c, 2] * cosine
        low_x, high_x = min(low_x, x), max(high_x, x)
        low_y, high_y = min(low_y, corners[c, 1]), max(high_y, corners[c, 1])
        low_z, high_z = min(low_z, z), max(high_z, z)
    x, z = 0.5 * (low_x + high_x), 0.5 * (low_z + high_z)
    box[0], box[1], box[2] = x * cosine + z * sine, 0.5 * (low_y + high_y), z * cosine - x * sine
    box[3], box[4], box[5] = 0.5 * (high_x - low_x), 0.5 * (high_y - low_y), 0.5 * (high_z - low_z)
    box[6], box[7] = sine, cosine


@kernel
def _weigh(instance: int, box: F64) -> None:
    """What is thinner than the grid of the light map would only flicker in it, so it is left out.

    Of the structure only walls count (frames and skirting boards lie flat on them); thin legs shade the ground around
    them but cast no shadow.
    """
    low = min(box[3], box[4], box[5])
    high = max(box[3], box[4], box[5])
    middle = box[3] + box[4] + box[5] - low - high
    if instance == STRUCTURE:
        counts = 1.0 if box[4] > 0.15 and middle > 0.1 else 0.0
        box[8], box[9] = counts, counts
    else:
        box[8] = 1.0 if middle > 0.012 and high > 0.04 else 0.0
        box[9] = 1.0 if middle > 0.04 else 0.0
