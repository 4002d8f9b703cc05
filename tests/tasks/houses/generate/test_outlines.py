import pytest

from schemas.seeds import generator
from tasks.houses.generate.draw import Draw
from tasks.houses.generate.outlines import outline
from tasks.houses.generate.plan import OUTDOORS, Plan, floor_plan
from tasks.houses.generate.specs import MIN_SIDE_CM, SPECS, leaves
from tasks.houses.polygons import signed_area

PLANS = [floor_plan(Draw(generator(1, "plan", spec.name, i)), spec) for spec in SPECS for i in range(8)]


def test_a_plan_holds_the_rooms_of_its_spec():
    for i, plan in enumerate(PLANS):
        assert list(plan.types) == leaves(SPECS[i // 8].tree)
        assert all(plan.fields(room) for room in range(len(plan.types)))


def test_no_room_is_narrower_than_its_least_side():
    for plan in PLANS:
        for room, kind in enumerate(plan.types):
            boxes = plan.fields(room)
            wide = max(box[2] for box in boxes) - min(box[0] for box in boxes)
            deep = max(box[3] for box in boxes) - min(box[1] for box in boxes)
            assert min(wide, deep) >= MIN_SIDE_CM[kind]


def test_outlines_run_clockwise_around_the_floor():
    for plan in PLANS:
        for room in range(len(plan.types)):
            corners = [stretch.start for stretch in outline(plan, room)]
            area = sum((x1 - x0) * (z1 - z0) for x0, z0, x1, z1 in plan.fields(room)) / 1e4
            assert signed_area(corners) == pytest.approx(-area)


def test_each_inner_stretch_has_its_other_face():
    for plan in PLANS:
        stretches = [stretch for room in range(len(plan.types)) for stretch in outline(plan, room)]
        for stretch in stretches:
            backs = [other for other in stretches if other.is_back_of(stretch)]
            assert [other.room for other in backs] == ([] if stretch.neighbour == OUTDOORS else [stretch.neighbour])


def test_a_stretch_knows_where_its_room_is():
    plan = Plan(("Kitchen",), (0, 400), (0, 300), ((0,),))
    west, north, east, south = outline(plan, 0)
    assert [wall.yaw for wall in (west, north, east, south)] == [90, 180, 270, 0]
    assert west.at(1.0, 0.5) == (0.5, 1.0)
    assert north.at(1.0, 0.5) == (1.0, 2.5)
    assert east.at(1.0, 0.5) == (3.5, 2.0)
    assert south.at(1.0, 0.5) == (3.0, 0.5)
