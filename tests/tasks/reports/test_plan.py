import re
from math import dist

import pytest

from tasks.reports.plan import place, plan_of, route


@pytest.fixture(scope="module")
def house(houses):
    return houses[3]


@pytest.fixture(scope="module")
def plan(house):
    return plan_of(house, house.objects[0].id)


def _corners(points):
    return [tuple(map(float, point.split(","))) for point in points.split()]


def test_every_room_lies_within_the_page(house, plan):
    left, top, width, height = map(float, plan.view_box.split())
    assert len(plan.rooms) == len(house.rooms) == 3
    for area in plan.rooms:
        assert all(left < x < left + width and top < y < top + height for x, y in _corners(area.points))


def test_up_on_the_page_is_along_z(house, plan):
    for room, area in zip(house.rooms, plan.rooms, strict=True):
        assert _corners(area.points) == [
            (pytest.approx(x, abs=0.01), pytest.approx(-z, abs=0.01)) for x, z in room.polygon
        ]


def test_the_name_of_a_room_stands_inside_it(house, plan):
    from shapely import Point, Polygon

    for area in plan.rooms:
        assert Polygon(_corners(area.points)).contains(Point(*area.at))


def test_the_target_is_marked_and_is_no_furniture(house, plan):
    assert plan.target is not None
    assert plan.target.is_target
    assert not any(area.is_target for area in plan.furniture)
    assert plan_of(house, "not there").target is None


def test_inner_walls_stored_from_both_sides_are_drawn_once(house, plan):
    walls = [frozenset((line.start, line.end)) for line in plan.lines if line.kind == "wall"]
    assert len(walls) == len(set(walls)) > 0


def test_every_opening_is_drawn(house, plan):
    kinds = [line.kind for line in plan.lines]
    assert kinds.count("door") == sum(opening.kind == "door" for opening in house.openings) > 0
    assert kinds.count("window") == sum(opening.kind == "window" for opening in house.openings)


def test_turned_furniture_keeps_its_place_and_its_size(house):
    for item in house.objects[:20]:
        corners = _corners(plan_of(house, item.id).target.points)
        assert sum(x for x, _ in corners) / 4 == pytest.approx(item.position[0], abs=0.02)
        assert sum(y for _, y in corners) / 4 == pytest.approx(-item.position[2], abs=0.02)
        sides = [dist(corners[0], corners[1]), dist(corners[1], corners[2])]
        assert sides == [pytest.approx(item.size[0], abs=0.03), pytest.approx(item.size[2], abs=0.03)]


def test_a_quarter_turn_to_the_right_points_along_x():
    assert place(1.0, 2.0, 90.0) == "translate(1.000 -2.000) rotate(90)"


def test_turning_on_the_spot_adds_no_point_to_a_route():
    assert route([(0.0, 0.0), (0.0, 0.0), (0.0, 1.0)]) == "0.00,-0.00 0.00,-1.00"


def test_what_hangs_from_the_ceiling_hides_nothing(house, plan):
    high = [item for item in house.objects if item.position[1] - item.size[1] / 2 >= 1.9]
    assert len(plan.furniture) + 1 == len(house.objects) - len(high)
    assert re.fullmatch(r"(-?\d+\.\d\d ?){4}", plan.view_box)


def test_the_name_of_the_target_stands_within_the_page_wherever_the_target_is(house):
    left, top, width, height = map(float, plan_of(house, "none").view_box.split())
    for item in house.objects:
        x, y = plan_of(house, item.id).target_at
        assert left < x < left + width
        assert top + 0.2 < y < top + height
