import math

import numpy as np
import pytest

from schemas.settings import EpisodeSettings
from tasks.worlds.base import Pose
from tasks.worlds.embedded.camera import CAMERA_HEIGHT_M
from tasks.worlds.embedded.structure import HALF_WALL_M
from tasks.worlds.embedded.world import EmbeddedWorld


def view_from(world, x, z, yaw=0.0, horizon=0.0):
    outcome = world.teleport(Pose(x, z, yaw, horizon))
    assert outcome.success, outcome.error
    return outcome.view


@pytest.mark.parametrize(
    ("yaw", "ahead"),
    [(0.0, "Box|1"), (90.0, "Box|2"), (180.0, "Box|3"), (270.0, "Box|4")],
    ids=["+z", "+x", "-z", "-x"],
)
def test_the_agent_looks_along_its_yaw(world, two_rooms, thing, yaw, ahead):
    tall = (0.4, 1.7, 0.4)
    around = [(2.0, 3.5), (3.5, 2.0), (2.0, 0.5), (0.5, 2.0)]
    world.load(two_rooms(*(thing("Box", *at, tall, number=k) for k, at in enumerate(around, start=1))))
    view = view_from(world, 2.0, 2.0, yaw)
    assert view.object_ids[view.instances[140, 128]] == ahead


def test_at_yaw_0_larger_x_is_to_the_right_and_larger_y_is_up(world, two_rooms, thing):
    low_right = thing("Box", 2.8, 3.5, number=1)
    high_left = thing("Box", 1.2, 3.5, bottom=1.8, number=2)
    world.load(two_rooms(low_right, high_left))
    view = view_from(world, 2.0, 1.0)
    rows, columns = np.nonzero(view.instances == 0)
    assert rows.min() > 128
    assert columns.min() > 128
    rows, columns = np.nonzero(view.instances == 1)
    assert rows.max() < 128
    assert columns.max() < 128


def test_looking_down_brings_the_floor_up(world, two_rooms):
    world.load(two_rooms())
    level, down = view_from(world, 2.0, 0.5), view_from(world, 2.0, 0.5, 0.0, 60.0)
    assert down.depth[128, 128] < level.depth[128, 128]
    # Straight ahead at 60 degrees down the ray meets the floor after h / sin 60.
    assert down.depth[127:129, 127:129].mean() == pytest.approx(CAMERA_HEIGHT_M / math.sin(math.radians(60)), rel=1e-3)


def test_depth_is_along_the_optical_axis_so_a_wall_square_ahead_has_one_depth(world, two_rooms):
    world.load(two_rooms())
    depth = view_from(world, 2.0, 1.0).depth
    assert depth[110, 64:192] == pytest.approx(np.full(128, 4.0 - HALF_WALL_M - 1.0), rel=1e-5)


def test_pixels_are_counted_as_the_id_image_has_them(world, houses):
    grid = world.load(houses[3])
    for k, cell in enumerate(sorted(grid.cells)[::97]):
        view = view_from(world, *grid.position(cell), 45.0 * (k % 8), 30.0)
        indices, counts = np.unique(view.instances[view.instances >= 0], return_counts=True)
        assert view.pixels == {view.object_ids[i]: n for i, n in zip(indices.tolist(), counts.tolist(), strict=True)}
        assert set(view.distance_m) == set(view.pixels)
        assert view.visible <= set(view.pixels)


def test_distance_is_in_the_plane_to_the_nearest_visible_point(world, two_rooms, thing):
    world.load(two_rooms(thing("Box", 2.0, 3.0, (1.0, 1.0, 1.0))))
    view = view_from(world, 2.0, 1.0, 0.0, 30.0)
    # The front of the box is at z = 2.5, 1.5 m away, far below the eye.
    assert view.distance_m["Box|1"] == pytest.approx(1.5, abs=0.01)


@pytest.mark.parametrize(("limit_m", "is_visible"), [(6.0, True), (5.76, True), (5.74, False)])
def test_an_object_is_visible_by_its_nearest_point_and_not_by_its_centre(two_rooms, thing, limit_m, is_visible):
    # A long box whose front stands 5.75 m from x = 0.25 and whose centre is beyond 6 m.
    world = EmbeddedWorld(EpisodeSettings(visibility_distance_m=limit_m))
    world.load(two_rooms(thing("Box", 7.0, 2.0, (2.0, 1.0, 1.0))))
    view = view_from(world, 0.25, 2.0, 90.0)
    assert view.distance_m["Box|1"] == pytest.approx(5.75, abs=0.01)
    assert ("Box|1" in view.visible) is is_visible
    assert view.pixels["Box|1"] > 0


def test_an_object_behind_a_wall_has_no_pixel(world, two_rooms, thing):
    world.load(two_rooms(thing("Fridge", 7.0, 3.4, (1.0, 1.8, 0.8))))
    assert view_from(world, 0.5, 3.4, 90.0).pixels == {}
    assert "Fridge|1" in view_from(world, 4.5, 2.0, 60.0).pixels


def test_an_object_is_seen_through_an_open_door_and_over_an_open_boundary(world, two_rooms, thing):
    fridge = thing("Fridge", 7.0, 2.0, (1.0, 1.8, 0.8))
    world.load(two_rooms(fridge))
    through_door = view_from(world, 1.0, 2.0, 90.0).pixels["Fridge|1"]
    world.load(two_rooms(fridge, is_open=True))
    assert view_from(world, 1.0, 2.0, 90.0).pixels["Fridge|1"] >= through_door > 0


def test_a_closed_fridge_hides_what_is_in_it_and_an_open_shelf_does_not(world, two_rooms, thing):
    fridge = thing("Fridge", 2.0, 3.5, (1.0, 1.8, 0.8))
    shelf = thing("ShelvingUnit", 0.6, 3.5, (0.8, 1.6, 0.4), yaw=180.0)
    egg = thing("Egg", 2.0, 3.5, (0.06, 0.08, 0.06), bottom=1.0, on="Fridge|1")
    bowl = thing("Bowl", 0.6, 3.5, (0.2, 0.1, 0.2), bottom=0.8, on="ShelvingUnit|1")
    world.load(two_rooms(fridge, shelf, egg, bowl))
    seen = view_from(world, 1.0, 2.0).pixels
    assert "Egg|1" not in seen
    assert seen["Bowl|1"] > 33


def test_a_pillow_on_a_bed_and_a_remote_on_a_sofa_are_not_swallowed(world, two_rooms, thing):
    bed = thing("Bed", 1.0, 2.8, (1.5, 0.9, 2.0), yaw=180.0)
    pillow = thing("Pillow", 1.0, 3.4, (0.5, 0.12, 0.3), bottom=0.9, on="Bed|1")
    sofa = thing("Sofa", 3.0, 3.4, (1.6, 0.9, 0.9), yaw=180.0)
    remote = thing("RemoteControl", 3.0, 3.3, (0.2, 0.03, 0.1), bottom=0.43, on="Sofa|1")
    world.load(two_rooms(bed, pillow, sofa, remote))
    seen = view_from(world, 2.0, 1.0, 0.0, 30.0).pixels
    assert seen["Pillow|1"] > 33
    assert seen["RemoteControl|1"] > 33


def test_the_sky_is_seen_through_a_window_and_has_no_depth(world, two_rooms):
    world.load(two_rooms())
    view = view_from(world, 6.0, 2.0, 90.0)
    assert view.depth[110, 120] == 0.0
    assert view.instances[110, 120] == -1
    assert (view.depth[0] > 0.0).all()


def test_views_from_elsewhere_leave_the_agent_where_it_is(world, two_rooms, thing):
    world.load(two_rooms(thing("Box", 2.0, 3.0)))
    poses = [Pose(2.0, 1.0, 0.0, 0.0), Pose(2.0, 1.0, 180.0, 0.0)]
    first, second = world.views(poses)
    assert (world.pose.x, world.pose.z) == (1.0, 1.0)
    assert [first.pose, second.pose] == poses
    assert (list(first.pixels), list(second.pixels)) == (["Box|1"], [])


def test_a_view_stays_as_it_was_when_the_agent_moves_on(world, two_rooms):
    world.load(two_rooms())
    first = view_from(world, 2.0, 1.0)
    kept = first.depth.copy()
    view_from(world, 2.0, 3.0, 90.0)
    assert np.array_equal(first.depth, kept)


@pytest.mark.parametrize("size", [64, 512])
def test_another_image_size_is_a_setting(two_rooms, size):
    world = EmbeddedWorld(EpisodeSettings(image_size=size))
    world.load(two_rooms())
    assert world.view().depth.shape == (size, size)
    assert world.rgb().shape == (size, size, 3)


def test_rgb_is_bright_enough_to_see_and_differs_between_walls_and_sky(world, two_rooms):
    world.load(two_rooms())
    view_from(world, 6.0, 2.0, 90.0)
    picture = world.rgb()
    assert picture.dtype == np.uint8
    assert 60 < picture.mean() < 230
    sky, wall = picture[110, 120].astype(int), picture[128, 20].astype(int)
    assert np.abs(sky - wall).sum() > 30
