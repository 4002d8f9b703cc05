"""Kernels of an explorer's map: what a depth picture shows, how far places are, and what could be seen from them.

The plan is a square of cells; cell (i, j) holds x from `origin + i * cell_m` and z from `origin + j * cell_m`. All that
is trigonometry comes in as numbers, so that the same glimpses give the same map on any machine. Every kernel stands in
this one file: numba's cache notices an edit here, and not in files that a kernel calls into.
"""

import numpy as np

from tasks.worlds.embedded.arrays import F32, F64, I32
from tasks.worlds.embedded.kernel_cache import kernel

Bytes = np.ndarray[tuple[int, int], np.dtype[np.uint8]]

STEP_OVER_M, BODY_HEIGHT_M, EYE_LEVEL_M = 0.06, 1.8, 1.3
"""Lower than the first is floor; up to the second is in the body's way; from the third on it also blocks the view."""
CLOSE_M = 2.5
"""Small things are found only this near."""
FILL_M = 0.6
"""Floor between two pixels of a column that are no further apart is floor too."""
LEEWAY = 3
"""Cells around the agent that it may cross whatever the map says: it stands there, so some way leads out."""
FAR = np.int32(1 << 30)
_EMPTY = 0.0


@kernel
def survey(
    depth: F32, half_tan: float, eye: F64, turn: F64, grid: F64, floor: Bytes, solid: Bytes, tall: Bytes, close: Bytes,
    news: I32,
) -> int:  # fmt: skip
    """Enter one picture into the map; returns how many cells of `news` (n x 2) hold newly found obstacles.

    Args:
        depth: Size x size, metres along the optical axis, 0 where nothing is.
        half_tan: Tangent of half the field of view.
        eye: x, height and z in metres.
        turn: Sine and cosine of the yaw, then of the horizon (positive looking down).
        grid: Origin and size of a cell in metres, and how far a picture is trusted, in metres.
        floor: 1 where floor was seen.
        solid: 1 where something stands in the body's way.
        tall: 1 where it blocks the view as well.
        close: 1 where something was seen from near by.
        news: Filled with the cells (i, j) of new obstacles.
    """
    size, n, found = depth.shape[0], floor.shape[0], 0
    sin_yaw, cos_yaw, sin_down, cos_down = turn[0], turn[1], turn[2], turn[3]
    origin, cell, reach = grid[0], grid[1], grid[2]
    for column in range(size):
        across = ((column + 0.5) / (0.5 * size) - 1.0) * half_tan
        last_floor = -1.0
        for row in range(size - 1, -1, -1):
            d = depth[row, column]
            if d <= _EMPTY:
                continue
            up = (1.0 - (row + 0.5) / (0.5 * size)) * half_tan
            height = eye[1] + d * (up * cos_down - sin_down)
            if height > BODY_HEIGHT_M:
                continue
            ahead, aside = d * (cos_down + up * sin_down), d * across
            plane2 = ahead * ahead + aside * aside
            if plane2 > reach * reach:
                continue
            x = eye[0] + ahead * sin_yaw + aside * cos_yaw
            z = eye[2] + ahead * cos_yaw - aside * sin_yaw
            i, j = int(np.floor((x - origin) / cell)), int(np.floor((z - origin) / cell))
            if i < 0 or j < 0 or i >= n or j >= n:
                continue
            if plane2 <= CLOSE_M * CLOSE_M:
                close[i, j] = 1
            if height < STEP_OVER_M:
                floor[i, j] = 1
                if last_floor >= 0.0 and ahead - last_floor < FILL_M:
                    _fill(eye, across, last_floor, ahead, sin_yaw, cos_yaw, cos_down, up, sin_down, origin, cell, floor)
                last_floor = ahead
                continue
            last_floor = -1.0
            if height >= EYE_LEVEL_M:
                tall[i, j] = 1
            if solid[i, j] == 0:
                solid[i, j] = 1
                if found < news.shape[0]:
                    news[found, 0], news[found, 1] = i, j
                    found += 1
    return found


@kernel
def _fill(
    eye: F64, across: float, near: float, far: float, sin_yaw: float, cos_yaw: float, cos_down: float, up: float,
    sin_down: float, origin: float, cell: float, floor: Bytes,
) -> None:  # fmt: skip
    """Floor along one column of the picture between two distances ahead."""
    slope = across / (cos_down + up * sin_down)  # aside by ahead
    steps = int((far - near) / (0.5 * cell))
    for k in range(1, steps):
        ahead = near + k * 0.5 * cell
        x = eye[0] + ahead * sin_yaw + ahead * slope * cos_yaw
        z = eye[2] + ahead * cos_yaw - ahead * slope * sin_yaw
        i, j = int(np.floor((x - origin) / cell)), int(np.floor((z - origin) / cell))
        if 0 <= i < floor.shape[0] and 0 <= j < floor.shape[0]:
            floor[i, j] = 1


@kernel
def thicken(news: I32, count: int, hard: float, soft: float, cell: float, barred: Bytes, tight: Bytes) -> None:
    """Around new obstacles, mark cells whose centre is nearer than `hard` (the body does not fit) or `soft` metres."""
    n, reach = barred.shape[0], int(soft / cell) + 1
    for k in range(count):
        for di in range(-reach, reach + 1):
            for dj in range(-reach, reach + 1):
                i, j = news[k, 0] + di, news[k, 1] + dj
                if i < 0 or j < 0 or i >= n or j >= n:
                    continue
                away2 = (di * di + dj * dj) * cell * cell
                if away2 < hard * hard:
                    barred[i, j] = 1
                if away2 < soft * soft:
                    tight[i, j] = 1


@kernel
def distances(floor: Bytes, barred: Bytes, tight: Bytes, supposed: Bytes, i0: int, j0: int, out: I32) -> None:
    """Length of the way from a cell to every other, in tenths of a cell; FAR where there is none.

    Ways lead over floor that was seen or is supposed, and cost twice as much next to obstacles or where it is supposed.
    """
    n = floor.shape[0]
    out[:] = FAR
    waiting = np.zeros((n, n), np.uint8)
    queue = np.empty(n * n, np.int32)
    head, length = 0, 1
    queue[0] = i0 * n + j0
    out[i0, j0] = 0
    while length > 0:
        at = queue[head]
        head = (head + 1) % (n * n)
        length -= 1
        i, j = at // n, at % n
        waiting[i, j] = 0
        so_far = out[i, j]
        for di in range(-1, 2):
            for dj in range(-1, 2):
                a, b = i + di, j + dj
                if (di == 0 and dj == 0) or a < 0 or b < 0 or a >= n or b >= n:
                    continue
                cost = 14 if di != 0 and dj != 0 else 10
                if abs(a - i0) <= LEEWAY and abs(b - j0) <= LEEWAY:
                    cost *= 1 + 2 * barred[a, b]
                elif (
                    barred[a, b] == 1
                    or (floor[a, b] == 0 and supposed[a, b] == 0)
                    or (di != 0 and dj != 0 and (barred[a, j] == 1 or barred[i, b] == 1))
                ):
                    continue
                if tight[a, b] == 1 or floor[a, b] == 0:
                    cost *= 2
                if so_far + cost < out[a, b]:
                    out[a, b] = so_far + cost
                    if waiting[a, b] == 0:
                        waiting[a, b] = 1
                        queue[(head + length) % (n * n)] = a * n + b
                        length += 1


@kernel
def way_back(out: I32, i: int, j: int, path: I32) -> int:
    """The cells from (i, j) down to where `distances` started, into `path`; returns how many, both ends included."""
    n, count = out.shape[0], 0
    while count < path.shape[0]:
        path[count, 0], path[count, 1] = i, j
        count += 1
        if out[i, j] == 0:
            break
        best, best_i, best_j = out[i, j], i, j
        for di in range(-1, 2):
            for dj in range(-1, 2):
                a, b = i + di, j + dj
                if 0 <= a < n and 0 <= b < n and out[a, b] < best:
                    best, best_i, best_j = out[a, b], a, b
        if best_i == i and best_j == j:
            break
        i, j = best_i, best_j
    return count


@kernel
def is_clear(barred: Bytes, ax: float, az: float, bx: float, bz: float, origin: float, cell: float) -> bool:
    """Whether the body fits from a to b as far as the map knows; the cells it stands in at a do not count."""
    length = np.sqrt((bx - ax) * (bx - ax) + (bz - az) * (bz - az))
    steps = max(1, int(length / (0.5 * cell)))
    i0, j0 = int(np.floor((ax - origin) / cell)), int(np.floor((az - origin) / cell))
    starts_barred = barred[i0, j0] == 1
    for k in range(1, steps + 1):
        share = k / steps
        if starts_barred and share * length <= LEEWAY * cell:
            continue
        i = int(np.floor((ax + share * (bx - ax) - origin) / cell))
        j = int(np.floor((az + share * (bz - az) - origin) / cell))
        if i < 0 or j < 0 or i >= barred.shape[0] or j >= barred.shape[0] or barred[i, j] == 1:
            return False
    return True


@kernel
def outlook(
    places: F64, rays: F64, grid: F64, weights: F64, floor: Bytes, solid: Bytes, tall: Bytes, close: Bytes,
    tries: Bytes, gain: F64,
) -> None:  # fmt: skip
    """What each ray from each place would show that is new, in square metres (weighted).

    Args:
        places: n x 2, x and z in metres.
        rays: Unit vectors, m x 2, evenly around; each stands for its slice of the circle.
        grid: Origin and size of a cell, how far a ray goes, how far it goes into what is unknown; metres.
        weights: Of unknown ground, of unknown ground behind something low, of known things not yet seen from near by.
        floor: 1 where floor was seen; `solid`, `tall` and `close` as in `survey`.
        solid: See there.
        tall: See there.
        close: See there.
        tries: How often a cell was looked at in vain; it counts less each time.
        gain: Filled, n x m.
    """
    origin, cell, reach, depth = grid[0], grid[1], grid[2], grid[3]
    n, steps = floor.shape[0], int(reach / cell)
    slice_ = 2.0 * np.pi / rays.shape[0]
    for p in range(places.shape[0]):
        for r in range(rays.shape[0]):
            total, unknown, weight = 0.0, 0.0, weights[0]
            for k in range(1, steps + 1):
                away = k * cell
                i = int(np.floor((places[p, 0] + away * rays[r, 0] - origin) / cell))
                j = int(np.floor((places[p, 1] + away * rays[r, 1] - origin) / cell))
                if i < 0 or j < 0 or i >= n or j >= n:
                    break
                area = away * slice_ * cell
                worth = area / (1.0 + tries[i, j]) ** 2
                if floor[i, j] == 0 and solid[i, j] == 0:
                    unknown += cell
                    if unknown > depth:
                        break
                    total += weight * worth
                    continue
                if close[i, j] == 0 and away <= CLOSE_M:
                    total += weights[2] * worth
                if tall[i, j] == 1:
                    break
                if solid[i, j] == 1:
                    weight = weights[1]
                elif unknown == 0.0:
                    weight = weights[0]
            gain[p, r] = total


@kernel
def note_look(
    x: float, z: float, rays: F64, first: int, count: int, grid: F64, floor: Bytes, solid: Bytes, tall: Bytes,
    close: Bytes, tries: Bytes,
) -> None:  # fmt: skip
    """After a picture is entered: cells within the view that it still tells nothing about were looked at in vain."""
    origin, cell, reach = grid[0], grid[1], grid[2]
    n, steps, m = floor.shape[0], int(grid[2] / cell), rays.shape[0]
    noted = np.zeros((n, n), np.uint8)
    for k in range(count):
        r = (first + k) % m
        for s in range(1, steps + 1):
            away = s * cell
            if away > reach:
                break
            i = int(np.floor((x + away * rays[r, 0] - origin) / cell))
            j = int(np.floor((z + away * rays[r, 1] - origin) / cell))
            if i < 0 or j < 0 or i >= n or j >= n:
                break
            if tall[i, j] == 1:
                break
            unknown = floor[i, j] == 0 and solid[i, j] == 0
            if noted[i, j] == 0 and (unknown or (close[i, j] == 0 and away <= CLOSE_M)):
                noted[i, j] = 1
                if tries[i, j] < 250:
                    tries[i, j] += 1
