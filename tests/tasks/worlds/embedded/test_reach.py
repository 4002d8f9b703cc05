from math import hypot

import pytest

from schemas.errors import WorldError
from tasks.worlds.base import Pose


def neighbours(cell):
    i, j = cell
    return [(i + 1, j), (i - 1, j), (i, j + 1), (i, j - 1)]


def test_the_grid_is_the_floor_that_the_body_fits_on(world, two_rooms):
    grid = world.load(two_rooms())
    # 0.25 m cells from 0.25 to 3.75 m in each room, and the threshold where the door leaves the body room.
    expected = {(i, j) for i in (*range(1, 16), *range(17, 32)) for j in range(1, 16)} | {(16, 7), (16, 8), (16, 9)}
    assert grid.cells == expected
    assert grid.position((3, 8)) == (0.75, 2.0)


def test_every_cell_of_a_furnished_house_can_be_stood_on_and_is_connected(world, houses):
    grid = world.load(houses[4])
    assert all(world.teleport(Pose(*grid.position(cell), 0.0, 0.0)).success for cell in sorted(grid.cells))
    reached, todo = set(), [min(grid.cells)]
    while todo:
        cell = todo.pop()
        if cell in reached:
            continue
        reached.add(cell)
        here = grid.position(cell)
        todo += [n for n in neighbours(cell) if n in grid.cells and world.can_move(here, grid.position(n))]
    assert reached == grid.cells


def test_a_room_without_a_door_is_not_in_the_grid(world, two_rooms):
    grid = world.load(two_rooms(has_door=False))
    assert {i for i, _ in grid.cells} == set(range(1, 16))


def test_a_start_off_the_grid_is_kept(world, two_rooms):
    grid = world.load(two_rooms(start=(1.1, 1.3, 90.0)))
    assert world.pose == Pose(1.1, 1.3, 90.0, 0.0)
    assert (4, 5) in grid.cells


def test_a_blocked_start_moves_to_the_nearest_free_cell(world, two_rooms, thing):
    world.load(two_rooms(thing("Fridge", 1.0, 1.0, (1.0, 1.8, 1.0)), start=(1.1, 1.0, 0.0)))
    assert (world.pose.x, world.pose.z) == (1.75, 1.0)
    assert hypot(world.pose.x - 1.0, world.pose.z - 1.0) >= 0.7


def test_a_house_with_no_place_to_stand_is_refused(world, two_rooms, thing):
    full = two_rooms(thing("Box", 4.0, 2.0, (8.0, 2.0, 4.0)))
    with pytest.raises(WorldError, match=r"house-two-rooms .* no free place to stand"):
        world.load(full)


def test_a_house_that_cannot_be_entered_leaves_the_one_before_in_place(world, two_rooms, thing):
    world.load(two_rooms())
    with pytest.raises(WorldError):
        world.load(two_rooms(thing("Box", 4.0, 2.0, (8.0, 2.0, 4.0))))
    assert world.teleport(Pose(2.0, 2.0, 0.0, 0.0)).success
