import pytest
from hypothesis import given
from hypothesis import strategies as st
from shapely import Point as ShapelyPoint
from shapely import Polygon

from tasks.houses.polygons import contains, edge_distance_squared, on_edge, segment_distance_squared, signed_area, tidy

L_SHAPE = ((0.0, 0.0), (0.0, 4.0), (2.0, 4.0), (2.0, 2.0), (6.0, 2.0), (6.0, 0.0))
_COORDINATE = st.floats(-1.0, 7.0, allow_nan=False)


@given(_COORDINATE, _COORDINATE)
def test_inside_means_what_shapely_means(x, z):
    exact = Polygon(L_SHAPE)
    if exact.exterior.distance(ShapelyPoint(x, z)) > 1e-5:
        assert contains(L_SHAPE, x, z) == exact.contains(ShapelyPoint(x, z))


@given(_COORDINATE, _COORDINATE)
def test_distance_to_the_outline_is_that_of_shapely(x, z):
    expected = Polygon(L_SHAPE).exterior.distance(ShapelyPoint(x, z))
    assert edge_distance_squared(L_SHAPE, x, z) == pytest.approx(expected * expected, abs=1e-9)


@pytest.mark.parametrize("point", [(0.0, 0.0), (2.0, 3.0), (4.0, 2.0), (2.0, 2.0), (6.0, 1.0)])
def test_the_outline_belongs_to_the_floor(point):
    assert on_edge(L_SHAPE, *point)
    assert contains(L_SHAPE, *point)


def test_area_is_negative_clockwise():
    assert signed_area(L_SHAPE) == -16.0
    assert signed_area(L_SHAPE[::-1]) == 16.0


def test_tidying_drops_repeated_points_and_points_on_a_straight_edge():
    rough = ((0.0, 0.0), (0.0, 1.0), (0.0, 1.0), (0.0, 4.0), (2.0, 4.0), (2.0, 2.0), (6.0, 2.0), (6.0, 0.0), (3.0, 0.0))
    assert tidy(rough) == L_SHAPE


def test_a_segment_without_length_is_a_point():
    assert segment_distance_squared((1.0, 1.0), (1.0, 1.0), 4.0, 5.0) == 25.0
