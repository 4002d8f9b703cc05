"""Where the agent's body fits: a disc that sweeps along plan segments, against oriented rectangles.

Exact, not sampled: a move is free when the segment of the disc's centre keeps its distance from every rectangle.
A rectangle is a row of (centre x, centre z, half width, half depth, sine, cosine of its yaw).
"""

import numpy as np

from tasks.worlds.embedded.arrays import F64, I32, Flags
from tasks.worlds.embedded.kernel_cache import kernel

BODY_RADIUS_M = 0.2
BODY_HEIGHT_M = 1.8
STEP_OVER_M = 0.05
"""What is lower than this is stepped over."""

_TOUCH_M = 1e-6
"""Touching is allowed; poses are rounded to a millionth of a metre."""
_REACH = BODY_RADIUS_M - _TOUCH_M
_NONE = -1


@kernel
def first_hit(rects: F64, ax: float, az: float, bx: float, bz: float) -> int:
    """Any rectangle that the body would touch on its way from a to b; -1 when the way is free."""
    low_x, high_x = min(ax, bx) - _REACH, max(ax, bx) + _REACH
    low_z, high_z = min(az, bz) - _REACH, max(az, bz) + _REACH
    for r in range(rects.shape[0]):
        half = rects[r, 2] + rects[r, 3]  # at least the reach of a turned rectangle along either axis
        if rects[r, 0] - half > high_x or rects[r, 0] + half < low_x:
            continue
        if rects[r, 1] - half > high_z or rects[r, 1] + half < low_z:
            continue
        if _distance2(rects, r, ax, az, bx, bz) < _REACH * _REACH:
            return r
    return _NONE


@kernel
def earliest_hit(rects: F64, ax: float, az: float, bx: float, bz: float) -> int:
    """The rectangle that the body runs into first; ties go to the lower index."""
    best = _NONE
    best_t = 2.0
    for r in range(rects.shape[0]):
        if _distance2(rects, r, ax, az, bx, bz) >= _REACH * _REACH:
            continue
        free, hit = 0.0, 1.0
        if _distance2(rects, r, ax, az, ax, az) < _REACH * _REACH:
            hit = 0.0
        else:
            for _ in range(40):
                t = 0.5 * (free + hit)
                if _distance2(rects, r, ax, az, ax + t * (bx - ax), az + t * (bz - az)) < _REACH * _REACH:
                    hit = t
                else:
                    free = t
        if hit < best_t:
            best, best_t = r, hit
    return best


@kernel
def on_floor(room_first: I32, outline: F64, x: float, z: float) -> bool:
    """Whether a point lies in one of the rooms or on an edge. Room r's corners are outline[room_first[r]:...[r + 1]]."""
    for room in range(room_first.shape[0] - 1):
        first, last = room_first[room], room_first[room + 1]
        inside = False
        b = last - 1
        for a in range(first, last):
            ax, az, bx, bz = outline[a, 0], outline[a, 1], outline[b, 0], outline[b, 1]
            if _to_segment2(x, z, ax, az, bx, bz) <= _TOUCH_M * _TOUCH_M:
                return True
            if (az > z) != (bz > z) and x < ax + (z - az) / (bz - az) * (bx - ax):
                inside = not inside
            b = a
        if inside:
            return True
    return False


@kernel
def is_free(rects: F64, room_first: I32, outline: F64, ax: float, az: float, bx: float, bz: float) -> bool:
    """Whether the body fits all along from a to b, with floor under both ends."""
    if not on_floor(room_first, outline, ax, az) or not on_floor(room_first, outline, bx, bz):
        return False
    return first_hit(rects, ax, az, bx, bz) == _NONE


@kernel
def all_free(rects: F64, room_first: I32, outline: F64, segments: F64, free: Flags) -> None:
    """`is_free` for many segments: n x 4, ax, az, bx, bz."""
    for k in range(segments.shape[0]):
        free[k] = is_free(rects, room_first, outline, segments[k, 0], segments[k, 1], segments[k, 2], segments[k, 3])


@kernel
def standable(rects: F64, room_first: I32, outline: F64, i0: int, j0: int, spacing: float, free: Flags) -> None:
    """Which cells the body fits on; cell [a, b] is the point ((i0 + a) * spacing, (j0 + b) * spacing)."""
    for a in range(free.shape[0]):
        for b in range(free.shape[1]):
            x, z = (i0 + a) * spacing, (j0 + b) * spacing
            free[a, b] = is_free(rects, room_first, outline, x, z, x, z)


@kernel
def flood(rects: F64, free: Flags, i0: int, j0: int, spacing: float, start_i: int, start_j: int) -> Flags:
    """Of the cells that the body fits on, those that moves of one spacing along the axes connect to the start."""
    reached = np.zeros(free.shape, np.bool_)
    queue = np.empty((free.size, 2), np.int32)
    queue[0, 0], queue[0, 1] = start_i, start_j
    reached[start_i, start_j] = True
    head, tail = 0, 1
    while head < tail:
        a, b = queue[head, 0], queue[head, 1]
        head += 1
        for k in range(4):
            c = a + (1 if k == 0 else (-1 if k == 1 else 0))
            d = b + (1 if k == 2 else (-1 if k == 3 else 0))
            if c < 0 or d < 0 or c >= free.shape[0] or d >= free.shape[1]:
                continue
            if reached[c, d] or not free[c, d]:
                continue
            ax, az = (i0 + a) * spacing, (j0 + b) * spacing
            if first_hit(rects, ax, az, (i0 + c) * spacing, (j0 + d) * spacing) == _NONE:
                reached[c, d] = True
                queue[tail, 0], queue[tail, 1] = c, d
                tail += 1
    return reached


@kernel
def _distance2(rects: F64, r: int, ax: float, az: float, bx: float, bz: float) -> float:
    """Squared distance between a segment and a rectangle; 0 when they meet."""
    sine, cosine = rects[r, 4], rects[r, 5]
    w, d = rects[r, 2], rects[r, 3]
    px, pz = ax - rects[r, 0], az - rects[r, 1]
    qx, qz = bx - rects[r, 0], bz - rects[r, 1]
    px, pz = px * cosine - pz * sine, px * sine + pz * cosine
    qx, qz = qx * cosine - qz * sine, qx * sine + qz * cosine
    if _meets(px, pz, qx, qz, w, d):
        return 0.0
    best = min(_to_box2(px, pz, w, d), _to_box2(qx, qz, w, d))
    for k in range(4):
        cx = w if k & 1 else 0.0 - w
        cz = d if k & 2 else 0.0 - d
        best = min(best, _to_segment2(cx, cz, px, pz, qx, qz))
    return best


@kernel
def _meets(px: float, pz: float, qx: float, qz: float, w: float, d: float) -> bool:
    """Whether a segment enters the box |x| <= w, |z| <= d (separating axes)."""
    if max(px, qx) < 0.0 - w or min(px, qx) > w or max(pz, qz) < 0.0 - d or min(pz, qz) > d:
        return False
    nx, nz = pz - qz, qx - px
    return abs(nx * px + nz * pz) <= abs(nx) * w + abs(nz) * d


@kernel
def _to_box2(x: float, z: float, w: float, d: float) -> float:
    dx = max(abs(x) - w, 0.0)
    dz = max(abs(z) - d, 0.0)
    return dx * dx + dz * dz


@kernel
def _to_segment2(x: float, z: float, px: float, pz: float, qx: float, qz: float) -> float:
    along_x, along_z = qx - px, qz - pz
    length2 = along_x * along_x + along_z * along_z
    t = 0.0
    if length2 > 0.0:
        t = max(0.0, min(1.0, ((x - px) * along_x + (z - pz) * along_z) / length2))
    dx, dz = x - (px + t * along_x), z - (pz + t * along_z)
    return dx * dx + dz * dz
