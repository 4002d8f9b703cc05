import pytest

from schemas.seeds import generator
from tasks.houses.assets import assets_of
from tasks.houses.generate.draw import Draw
from tasks.houses.generate.floors import Floor
from tasks.houses.generate.openings import Openings, cut_openings
from tasks.houses.generate.outlines import outline
from tasks.houses.generate.plan import Plan
from tasks.houses.generate.rects import Rect
from tasks.houses.generate.things import standing
from tasks.houses.generate.ways import unreached_rooms

PLAN = Plan(("Bedroom", "Bathroom"), (0, 400, 700), (0, 300), ((0,), (1,)))
"""Two rooms side by side with one wall between them."""
OUTLINES = [outline(PLAN, room) for room in (0, 1)]
IN_BEDROOM = (6, 6)


@pytest.fixture
def openings():
    stretches = [stretch for stretches in OUTLINES for stretch in stretches]
    return cut_openings(Draw(generator(1, "ways")), PLAN.types, stretches, 2.7, "train")


def floors_with(openings):
    return [
        Floor(
            PLAN.types[room],
            [Rect(*(side / 100.0 for side in box)) for box in PLAN.fields(room)],
            OUTLINES[room],
            openings.cuts_of(OUTLINES[room]),
            openings.gates_of(OUTLINES[room]),
        )
        for room in (0, 1)
    ]


def test_a_door_leads_into_the_other_room(openings):
    assert len(openings.doors) == 1
    assert unreached_rooms(floors_with(openings), OUTLINES, openings, IN_BEDROOM) == []


def test_without_the_door_the_other_room_is_not_reached(openings):
    shut = Openings((), openings.entrance, openings.windows, frozenset())
    assert unreached_rooms(floors_with(openings), OUTLINES, shut, IN_BEDROOM) == [1]


def test_a_thing_in_the_doorway_shuts_it(openings):
    floors = floors_with(openings)
    door = openings.doors[0]
    middle = door.wall.at((door.low + door.high) / 2.0, 0.0)
    bed = next(item for item in assets_of("Bed", "train") if item.size[0] > 1.2)
    floors[0].things.append(standing(bed, *middle, door.wall.yaw))  # `Floor.add` would refuse it
    assert unreached_rooms(floors, OUTLINES, openings, IN_BEDROOM) == [1]


def test_an_open_boundary_joins_two_rooms(openings):
    open_plan = Openings((), openings.entrance, openings.windows, frozenset((frozenset((0, 1)),)))
    assert unreached_rooms(floors_with(open_plan), OUTLINES, open_plan, IN_BEDROOM) == []
