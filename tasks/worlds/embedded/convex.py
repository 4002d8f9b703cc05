"""Floors cut into convex pieces, which are what the renderer takes."""

from collections.abc import Sequence

from tasks.houses.house import Point
from tasks.houses.polygons import signed_area, tidy
from tasks.worlds.embedded.raster import MAX_CORNERS

Triangle = tuple[int, int, int]


def convex_pieces(polygon: Sequence[Point]) -> list[tuple[Point, ...]]:
    """The polygon cut along diagonals into convex pieces, corners clockwise as plotted with x right and z up.

    Ears are clipped, then triangles are joined while the piece stays convex. No new corners arise, so the pieces
    meet without gaps.
    """
    corners = tidy(polygon)
    if signed_area(corners) > 0.0:
        corners = corners[::-1]
    pieces = [list(triangle) for triangle in _ears(corners)]
    joined = True
    while joined:
        joined = _join_two(pieces, corners)
    return [tuple(corners[k] for k in piece) for piece in pieces]


def centroid(polygon: Sequence[Point]) -> Point:
    """Mean of the corners: a point inside a convex piece."""
    x = z = 0.0
    for px, pz in polygon:
        x, z = x + px, z + pz
    return x / len(polygon), z / len(polygon)


def _turn(a: Point, b: Point, c: Point) -> float:
    """Positive for a left turn at b."""
    return (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])


def _ears(corners: Sequence[Point]) -> list[Triangle]:
    """Triangles of a clockwise polygon."""
    left = list(range(len(corners)))
    triangles: list[Triangle] = []
    while len(left) > 3:
        for k in range(len(left)):
            ear = left[k - 1], left[k], left[(k + 1) % len(left)]
            if _is_ear(ear, left, corners):
                triangles.append(ear)
                del left[k]
                break
        else:  # only corners on a line or a polygon that crosses itself are left
            flat = [k for k in range(len(left)) if _turn_at(left, k, corners) == 0.0]
            del left[flat[0] if flat else 0]
    if len(left) == 3 and _turn(*(corners[k] for k in left)) != 0.0:
        triangles.append((left[0], left[1], left[2]))
    return triangles


def _turn_at(left: Sequence[int], k: int, corners: Sequence[Point]) -> float:
    return _turn(corners[left[k - 1]], corners[left[k]], corners[left[(k + 1) % len(left)]])


def _is_ear(ear: Triangle, left: Sequence[int], corners: Sequence[Point]) -> bool:
    a, b, c = (corners[k] for k in ear)
    if _turn(a, b, c) >= 0.0:
        return False
    return not any(
        _turn(a, b, p) <= 0.0 and _turn(b, c, p) <= 0.0 and _turn(c, a, p) <= 0.0
        for p in (corners[k] for k in left if k not in ear)
    )


def _join_two(pieces: list[list[int]], corners: Sequence[Point]) -> bool:
    """Join the first two pieces that share an edge and stay convex together."""
    for i, first in enumerate(pieces):
        for j in range(i + 1, len(pieces)):
            whole = _joined(first, pieces[j])
            if whole and len(whole) <= MAX_CORNERS and _is_convex(whole, corners):
                pieces[i] = whole
                del pieces[j]
                return True
    return False


def _joined(first: Sequence[int], second: Sequence[int]) -> list[int] | None:
    for k, a in enumerate(first):
        b = first[(k + 1) % len(first)]
        for m, c in enumerate(second):
            if c == b and second[(m + 1) % len(second)] == a:
                rest = [second[(m + 1 + n) % len(second)] for n in range(len(second))]
                return [*(first[(k + 1 + n) % len(first)] for n in range(len(first))), *rest[1:-1]]
    return None


def _is_convex(piece: Sequence[int], corners: Sequence[Point]) -> bool:
    n = len(piece)
    return all(_turn(corners[piece[k - 1]], corners[piece[k]], corners[piece[(k + 1) % n]]) <= 0.0 for k in range(n))
