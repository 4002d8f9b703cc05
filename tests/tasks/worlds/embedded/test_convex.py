from itertools import pairwise

import pytest
from shapely import Polygon, union_all

from tasks.worlds.embedded.convex import convex_pieces

SHAPES = {
    "square": [(0, 0), (0, 3), (3, 3), (3, 0)],
    "counterclockwise": [(0, 0), (3, 0), (3, 3), (0, 3)],
    "L": [(0, 0), (0, 4), (2, 4), (2, 2), (5, 2), (5, 0)],
    "U": [(0, 0), (0, 4), (1, 4), (1, 1), (3, 1), (3, 4), (4, 4), (4, 0)],
    "cross": [(1, 0), (1, 1), (0, 1), (0, 2), (1, 2), (1, 3), (2, 3), (2, 2), (3, 2), (3, 1), (2, 1), (2, 0)],
    "comb": [(0, 0), (0, 3), (1, 3), (1, 1), (2, 1), (2, 3), (3, 3), (3, 1), (4, 1), (4, 3), (5, 3), (5, 0)],
    "slanted": [(0, 0), (1, 3), (3, 1), (4, 4), (5, -1)],
    "with points on its edges": [(0, 0), (0, 1), (0, 3), (2, 3), (3, 3), (3, 0), (1.5, 0)],
}


@pytest.mark.parametrize("corners", SHAPES.values(), ids=SHAPES.keys())
def test_pieces_are_convex_clockwise_and_cover_the_floor_once(corners):
    pieces = [Polygon(piece) for piece in convex_pieces(corners)]
    assert union_all(pieces).symmetric_difference(Polygon(corners)).area == pytest.approx(0.0, abs=1e-12)
    assert sum(piece.area for piece in pieces) == pytest.approx(Polygon(corners).area)
    for piece in pieces:
        assert piece.convex_hull.area == pytest.approx(piece.area)
        assert not piece.exterior.is_ccw


def test_pieces_have_no_corners_of_their_own():
    corners = SHAPES["cross"]
    assert {corner for piece in convex_pieces(corners) for corner in piece} == set(corners)


def test_triangles_are_joined_where_they_may_be():
    assert len(convex_pieces(SHAPES["square"])) == 1
    assert len(convex_pieces(SHAPES["L"])) == 2


def test_real_floors_are_cut_without_loss(houses):
    for house in houses.values():
        for room in house.rooms:
            pieces = [Polygon(piece) for piece in convex_pieces(room.polygon)]
            assert sum(piece.area for piece in pieces) == pytest.approx(Polygon(room.polygon).area)
            assert all(a.intersection(b).area < 1e-9 for a, b in pairwise(pieces))
