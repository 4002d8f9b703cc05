from dataclasses import replace

import numpy as np
import pytest

from tasks.worlds.base import Pose
from tasks.worlds.embedded.camera import CAMERA_HEIGHT_M, camera_at
from tasks.worlds.embedded.structure import HALF_WALL_M, barriers, wall_solids


def slab_extents(house, wall_id):
    wall = next(wall for wall in house.walls if wall.id == wall_id)
    return [solid.extent for solid in wall_solids(wall, house)]


def test_both_sides_of_an_inner_wall_stand_back_to_back(two_rooms):
    house = two_rooms(has_door=False)
    (left, *_), (right, *_) = slab_extents(house, "wall|left|2"), slab_extents(house, "wall|right|0")
    assert (left.x0, left.x1) == pytest.approx((4.0 - HALF_WALL_M, 4.0))
    assert (right.x0, right.x1) == pytest.approx((4.0, 4.0 + HALF_WALL_M))


def test_the_outside_of_a_wall_lies_outside(two_rooms):
    (extent, *_) = slab_extents(two_rooms(), "wall|exterior|right|1")
    assert (extent.z0, extent.z1) == pytest.approx((4.0, 4.0 + HALF_WALL_M))


@pytest.mark.parametrize("wall_id", ["wall|left|2", "wall|right|0"])
def test_a_door_is_a_hole_in_both_sides(two_rooms, wall_id):
    slabs = [e for e in slab_extents(two_rooms(), wall_id) if e.x1 - e.x0 < 0.005]
    assert not any(e.z0 < 2.0 < e.z1 and e.y0 < 1.0 for e in slabs)
    assert any(e.z0 < 2.0 < e.z1 and e.y0 == pytest.approx(2.1) for e in slabs)


def test_a_door_frame_in_a_corner_does_not_reach_past_the_end_of_its_wall(two_rooms):
    house = two_rooms()
    corner = [
        replace(opening, start=(4.0, 0.02), end=(4.0, 1.02)) if opening.id == "door|left|right" else opening
        for opening in house.openings
    ]
    house = replace(house, openings=tuple(corner))
    assert min(extent.z0 for extent in slab_extents(house, "wall|left|2")) >= 0.0


def test_an_open_boundary_has_no_wall(two_rooms):
    house = two_rooms(is_open=True)
    assert slab_extents(house, "wall|left|2") == []
    assert not any(barrier.start[0] == barrier.end[0] == 4.0 for barrier in barriers(house))


def test_the_agent_sees_no_sky_but_through_windows(world, two_rooms):
    """No cracks where faces meet: the depth is positive all around, looking up and down too."""
    world.load(two_rooms())
    poses = [
        Pose(x, z, 15.0 * k, h)
        for x, z in ((0.25, 0.25), (2.0, 2.0), (3.75, 3.5))
        for k in range(24)
        for h in (-30.0, 0.0, 60.0)
    ]
    for view in world.views(poses):
        holes = np.argwhere(view.depth == 0.0)
        # From the left room the window can only be seen through the door: one narrow patch at eye level.
        assert len(holes) < 3000
        for row, column in holes:
            assert looks_through_the_window(view.pose, row, column)


@pytest.mark.parametrize("n_rooms", [4, 6, 10])
def test_a_house_without_windows_has_no_crack_anywhere(world, houses, n_rooms):
    house = houses[n_rooms]
    house = replace(house, openings=tuple(opening for opening in house.openings if opening.kind == "door"))
    grid = world.load(house)
    cells = sorted(grid.cells)[:: max(1, len(grid.cells) // 60)]
    poses = [Pose(*grid.position(cell), 15.0 * (5 * k % 24), 30.0 * (k % 4 - 1)) for k, cell in enumerate(cells)]
    assert all((view.depth > 0.0).all() for view in world.views(poses))


def looks_through_the_window(pose: Pose, row: int, column: int) -> bool:
    camera = camera_at(pose)
    ray = camera[1] + ((column + 0.5) / 128 - 1) * camera[2] + (1 - (row + 0.5) / 128) * camera[3]
    if ray[0] <= 0:
        return False
    t = (8.0 - pose.x) / ray[0]
    z, y = pose.z + t * ray[2], CAMERA_HEIGHT_M + t * ray[1]
    return 1.0 <= z <= 3.0 and 0.9 <= y <= 2.1
