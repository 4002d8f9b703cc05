"""Baked light: it shades what it should, is a function of the house alone, and costs little."""

import time
from statistics import median

import numpy as np
import pytest

from schemas.errors import WorldError
from tasks.houses.source import read_houses
from tasks.worlds.base import Pose, WorldChange
from tasks.worlds.embedded.shade import without_alpha
from tasks.worlds.embedded.world import EmbeddedWorld

TABLE = (1.2, 0.75, 0.8)


def picture(world, x, z, yaw=0.0, horizon=0.0):
    assert world.teleport(Pose(x, z, yaw, horizon)).success
    return world.rgb().astype(int)


def test_the_floor_under_a_table_is_darker_than_the_floor_beside_it(world, two_rooms, thing):
    world.load(two_rooms())
    bare = picture(world, 2.0, 0.5, 0.0, 30.0)
    world.load(two_rooms(thing("DiningTable", 2.0, 2.3, TABLE)))
    laid = picture(world, 2.0, 0.5, 0.0, 30.0)
    floor = world.view().instances == -1
    under = floor.copy()
    under[:, :90], under[:, 166:], under[:90], under[160:] = False, False, False, False
    beside = floor.copy()
    beside[:, 40:], beside[:160] = False, False
    assert under.sum() > 100
    assert laid[under].mean() < 0.9 * bare[under].mean()
    assert laid[beside].mean() == pytest.approx(bare[beside].mean(), rel=0.05)


def test_corners_are_darker_than_walls(world, two_rooms):
    world.load(two_rooms(has_door=False))
    grey = picture(world, 2.0, 1.0).mean(2)[100:120]
    corner = 128 - round(128 * 2.0 / 3.0)  # the wall at z = 4 is 3 m off, its end 2 m to the left
    assert grey[:, corner - 2 : corner + 2].mean() < 0.9 * grey[:, 118:138].mean()


def test_a_thing_that_hangs_close_to_a_wall_is_lit(world, two_rooms, thing):
    painting = thing("Painting", 2.0, 3.98, (0.8, 0.6, 0.02), bottom=1.2, yaw=180.0)
    world.load(two_rooms(painting))
    seen = picture(world, 2.0, 2.0)
    shown = world.view().instances == 0
    assert seen[shown].mean() > 80


def test_light_does_not_depend_on_what_was_seen_or_moved_before(world, two_rooms, thing):
    house = two_rooms(thing("DiningTable", 2.0, 2.5, TABLE), thing("Mug", 2.2, 2.4, (0.1, 0.1, 0.1), bottom=0.75))
    world.load(house)
    fresh = picture(world, 0.5, 0.5, 45.0, 30.0)
    world.load(house)
    for yaw in (300.0, 180.0, 90.0):
        picture(world, 1.0, 1.0, yaw, 30.0)
    world.apply(WorldChange("DiningTable|1", (6.0, TABLE[1] / 2, 2.5)))
    picture(world, 0.5, 0.5, 45.0, 30.0)
    world.apply(WorldChange("DiningTable|1", (2.0, TABLE[1] / 2, 2.5)))
    assert np.array_equal(picture(world, 0.5, 0.5, 45.0, 30.0), fresh)


def test_a_picture_after_a_view_is_the_picture_without_one(world, two_rooms, thing):
    world.load(two_rooms(thing("Sofa", 2.0, 3.0, (1.8, 0.8, 0.8))))
    with_view = picture(world, 2.0, 1.0)
    other = EmbeddedWorld()
    other.load(two_rooms(thing("Sofa", 2.0, 3.0, (1.8, 0.8, 0.8))))
    other._pose = Pose(2.0, 1.0, 0.0, 0.0)
    assert np.array_equal(other.rgb(), with_view)


def test_a_moved_thing_is_drawn_where_it_is_at_once(world, two_rooms, thing):
    world.load(two_rooms(thing("Vase", 2.0, 3.0, (0.4, 0.8, 0.4))))
    before = picture(world, 2.0, 1.0, 0.0, 30.0)
    was = world.view().instances == 0
    world.apply(WorldChange("Vase|1", (3.0, 0.4, 3.0)))
    after, now = world.rgb().astype(int), world.view().instances == 0
    assert not (was & now).any()
    assert np.abs(after - before)[now].sum(1).mean() > 60
    assert np.abs(after - before)[was].sum(1).mean() > 60
    assert after[now].mean() > 40


def test_supersampling_smooths_edges_and_leaves_views_alone(two_rooms, thing):
    house = two_rooms(thing("Dresser", 2.0, 3.0, (0.8, 0.9, 0.4), yaw=30.0))
    sharp, smooth = EmbeddedWorld(), EmbeddedWorld(supersampling=2)
    sharp.load(house), smooth.load(house)
    a, b = picture(sharp, 2.0, 1.0, 0.0, 30.0), picture(smooth, 2.0, 1.0, 0.0, 30.0)
    assert np.array_equal(sharp.view().instances, smooth.view().instances)
    assert np.abs(a - b).mean() < 3.0
    sharp_steps, smooth_steps = ((np.diff(image.mean(2), axis=1) ** 2).sum() for image in (a, b))
    assert smooth_steps < 0.85 * sharp_steps
    assert sharp.fingerprint != smooth.fingerprint


def test_supersampling_below_one_is_refused():
    with pytest.raises(WorldError, match="supersampling 0"):
        EmbeddedWorld(supersampling=0)


@pytest.mark.parametrize("size", [1, 3, 5, 8])
def test_packed_pixels_become_three_bytes_each(size):
    packed = (np.arange(size * size, dtype=np.int64) * 987654321 % 2**31).astype(np.int32).reshape(size, size)
    expected = packed.view(np.uint8).reshape(size, size, 4)[:, :, :3]
    assert np.array_equal(without_alpha(packed), expected)


@pytest.mark.slow
def test_lighting_a_real_house_of_four_rooms_takes_a_quarter_of_a_processor_second_at_most(world, shared):
    taken = []
    for house in [house for house in read_houses(shared / "houses").houses if len(house.rooms) == 4][:12]:
        world.load(house)
        started = time.process_time()
        world.light_house()
        taken.append(time.process_time() - started)
    assert median(taken[1:]) <= 0.25
