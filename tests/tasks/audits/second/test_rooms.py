"""Rooms by polygons, on houses of our own making and on real ones: the same as the first way gives."""

import json

import pytest

from schemas.seeds import generator
from tasks.audits.second.rooms import Plan
from tasks.houses.house import House
from tasks.houses.rooms import RoomGraph
from tasks.houses.source import read_houses


def plan_of(house: House) -> Plan:
    return Plan(json.dumps(house.document))


def assert_same(house: House) -> None:
    plan, graph = plan_of(house), RoomGraph(house)
    assert plan.spaces == dict(graph.spaces)
    assert plan.object_rooms == {item.id: item.room_id for item in house.objects}
    rng = generator(1, "points", house.id)
    xs, zs = zip(*(corner for room in house.rooms for corner in room.polygon), strict=True)
    for _ in range(300):
        x = min(xs) - 0.5 + float(rng.random()) * (max(xs) - min(xs) + 1)
        z = min(zs) - 0.5 + float(rng.random()) * (max(zs) - min(zs) + 1)
        assert plan.room_at(x, z) == graph.room_at(x, z), (x, z)


@pytest.mark.parametrize("n_rooms", [1, 2, 3, 4, 6, 10])
def test_polygons_give_the_rooms_of_our_own_houses(houses, n_rooms):
    assert_same(houses[n_rooms])


def test_polygons_give_the_rooms_of_real_houses(shared):
    read = read_houses(shared / "houses").houses
    assert any(len(set(RoomGraph(house).spaces.values())) < len(house.rooms) for house in read)
    for house in read:
        assert_same(house)


def test_a_point_on_a_shared_edge_is_in_the_room_of_the_smaller_number():
    def room(number, x):
        corners = [(x, 0), (x, 2), (x + 2, 2), (x + 2, 0)]
        return {"id": f"room|{number}", "roomType": "Bedroom", "floorPolygon": [{"x": a, "z": b} for a, b in corners]}

    plan = Plan(json.dumps({"rooms": [room(10, 0), room(2, 2)], "walls": [], "objects": []}))
    assert plan.room_at(2.0, 1.0) == "room|2"
    assert plan.room_at(4.1, 1.0) is None
