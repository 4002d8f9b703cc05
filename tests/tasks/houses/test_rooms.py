import dataclasses

import pytest

from tasks.houses.house import House, Opening, Room, Wall
from tasks.houses.rooms import RoomGraph, natural_key

HEIGHT = 2.5


def room(room_id, x0, x1, z0=0.0, z1=4.0):
    return Room(room_id, "Kitchen", ((x0, z0), (x0, z1), (x1, z1), (x1, z0)), "Wood")


def face(room_id, start, end, is_open=True):
    return Wall(f"wall of {room_id} at {start}", room_id, start, end, HEIGHT, is_open, "Paint", None)


def door(room0, room1, start, end, is_outside=False):
    return Opening(
        f"door {room0} {room1}", "door", room0, room1, "w0", "w1", start, end, 0.0, 2.0, "Doorway_1", is_outside
    )


def house(rooms, walls=(), openings=()):
    return House(
        "house-0", "test", "0" * 64, tuple(rooms), tuple(walls), tuple(openings), (), (0.0, 0.0, 0.0), "1.0.0", {}
    )


@pytest.fixture
def row():
    """Rooms 2, 3 and 10 in a row: 2 and 3 open to each other, a door between 3 and 10, a front door in 2."""
    rooms = [room("room|10", 8, 12), room("room|2", 0, 4), room("room|3", 4, 8)]
    walls = [face("room|2", (4.0, 0.0), (4.0, 4.0)), face("room|3", (4.0, 4.0), (4.0, 0.0))]
    openings = [
        door("room|10", "room|3", (8.0, 1.0), (8.0, 2.0)),
        door("room|2", "room|2", (0.0, 1.0), (0.0, 2.0), is_outside=True),
    ]
    return RoomGraph(house(rooms, walls, openings))


def test_rooms_stand_in_natural_order(row):
    assert [room.id for room in row.rooms] == ["room|2", "room|3", "room|10"]


def test_edges_are_interior_doors_and_open_boundaries(row):
    assert [(edge.a, edge.b, edge.is_open, edge.segment) for edge in row.edges] == [
        ("room|3", "room|10", False, ((8.0, 1.0), (8.0, 2.0))),
        ("room|2", "room|3", True, ((4.0, 0.0), (4.0, 4.0))),
    ]


def test_neighbours_are_one_passage_away(row):
    assert row.neighbours("room|3") == ("room|2", "room|10")
    assert [edge.is_open for edge in row.between("room|3", "room|2")] == [True]


def test_rooms_open_to_each_other_are_one_space(row):
    assert row.spaces == {"room|2": "room|2", "room|3": "room|2", "room|10": "room|10"}


def test_a_space_is_named_by_its_smallest_room_however_it_is_reached():
    rooms = [room("room|9", 0, 4), room("room|10", 4, 8), room("room|2", 8, 12)]
    walls = [
        face("room|9", (4.0, 0.0), (4.0, 4.0)),
        face("room|10", (4.0, 4.0), (4.0, 0.0)),
        face("room|10", (8.0, 0.0), (8.0, 4.0)),
        face("room|2", (8.0, 4.0), (8.0, 0.0)),
    ]
    assert set(RoomGraph(house(rooms, walls)).spaces.values()) == {"room|2"}


def test_half_an_open_boundary_joins_where_the_faces_meet():
    rooms = [room("room|2", 0, 4), room("room|3", 4, 8)]
    walls = [face("room|2", (4.0, 0.0), (4.0, 4.0)), face("room|3", (4.0, 2.0), (4.0, 0.0))]
    assert [edge.segment for edge in RoomGraph(house(rooms, walls)).edges] == [((4.0, 0.0), (4.0, 2.0))]


def test_open_faces_that_meet_in_a_corner_join_nothing():
    rooms = [room("room|2", 0, 4), room("room|3", 4, 8, 4.0, 8.0)]
    walls = [face("room|2", (4.0, 0.0), (4.0, 4.0)), face("room|3", (4.0, 8.0), (4.0, 4.0))]
    assert RoomGraph(house(rooms, walls)).edges == ()


@pytest.mark.parametrize(
    ("n_rooms", "paths"),
    [
        (1, [("room|2",), ("room|3",), ("room|10",)]),
        (2, [("room|2", "room|3"), ("room|3", "room|2"), ("room|3", "room|10"), ("room|10", "room|3")]),
        (3, [("room|2", "room|3", "room|10"), ("room|10", "room|3", "room|2")]),
        (4, []),
    ],
)
def test_paths_have_exactly_so_many_rooms(row, n_rooms, paths):
    assert list(row.simple_paths(n_rooms)) == paths


def test_a_limit_leaves_no_starting_room_out():
    rooms = [room(f"room|{i}", 4 * i, 4 * i + 4) for i in range(2, 9)]
    openings = [door(a.id, b.id, (0.0, 0.0), (1.0, 0.0)) for i, a in enumerate(rooms) for b in rooms[:i]]
    graph = RoomGraph(house(rooms, (), openings))
    assert len(graph.simple_paths(5)) == 7 * 6 * 5 * 4 * 3
    few = graph.simple_paths(5, limit=70)
    assert [path[0] for path in few] == [room.id for room in graph.rooms for _ in range(10)]


def test_a_point_is_in_the_room_that_holds_it_and_on_an_edge_in_the_smaller(row):
    assert row.room_at(5.0, 1.0) == "room|3"
    assert row.room_at(8.0, 1.0) == "room|3"
    assert row.room_at(13.0, 1.0) is None


def test_a_concave_room_does_not_hold_its_notch():
    l_shape = ((0.0, 0.0), (0.0, 4.0), (2.0, 4.0), (2.0, 2.0), (6.0, 2.0), (6.0, 0.0))
    graph = RoomGraph(house([Room("room|2", "Bedroom", l_shape, "Wood"), room("room|3", 2, 6, 2.0, 4.0)]))
    assert graph.room_at(4.0, 3.0) == "room|3"
    assert graph.room_at(4.0, 1.0) == "room|2"


def test_rooms_without_a_way_between_them_are_not_connected(row):
    assert row.is_connected
    apart = house([room("room|2", 0, 4), room("room|3", 4, 8)])
    assert not RoomGraph(apart).is_connected


def test_the_graph_does_not_depend_on_the_order_of_the_rooms(houses):
    for one in houses.values():
        turned = dataclasses.replace(one, rooms=one.rooms[::-1])
        assert RoomGraph(turned).simple_paths(3) == RoomGraph(one).simple_paths(3)


def test_numbers_in_names_sort_as_numbers():
    assert sorted(["room|10", "room|2", "attic", "room|2|b"], key=natural_key) == [
        "attic",
        "room|2",
        "room|2|b",
        "room|10",
    ]
