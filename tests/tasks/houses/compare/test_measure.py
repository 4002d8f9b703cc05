import pytest

from tasks.houses.compare import measured


def test_a_house_is_measured_as_its_layout_says(houses):
    house = houses[2]
    found = measured(house)
    assert [room.type for room in found.rooms] == [room.type for room in house.rooms]
    assert found.n_objects == len(house.objects)
    assert len(found.held) == sum(item.parent_id is not None for item in house.objects)
    assert len(found.entrances) == 1
    assert all(0.4 < room.free_share < 1.0 for room in found.rooms)


def test_two_rooms_have_one_passage_however_many_openings_it_has(houses):
    assert len(measured(houses[2]).passages) == 1


@pytest.mark.parametrize("rooms", [4, 6, 10])
def test_passages_join_all_rooms(houses, rooms):
    passages = measured(houses[rooms]).passages
    assert len(passages) >= rooms - 1
    for passage in passages:
        assert (passage.width_m is None) == (passage.kind == "open")
        assert passage.kind in {"open", "single door", "double door", "single frame", "double frame"}


def test_houses_of_five_rooms_and_more_are_one_class(houses):
    assert [measured(houses[rooms]).size_class for rooms in (1, 2, 3, 4, 6, 10)] == [1, 2, 3, 4, 5, 5]
