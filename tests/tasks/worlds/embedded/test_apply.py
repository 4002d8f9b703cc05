import numpy as np
import pytest

from schemas.errors import WorldError
from tasks.worlds.base import Pose, WorldChange

TABLE = (1.2, 0.75, 0.8)
MUG = (0.1, 0.12, 0.1)


@pytest.fixture
def laid(world, two_rooms, thing):
    """A table with a mug, seen from the south."""
    table = thing("DiningTable", 2.0, 2.5, TABLE)
    mug = thing("Mug", 2.2, 2.4, MUG, bottom=0.75, on="DiningTable|1")
    world.load(two_rooms(table, mug, thing("SideTable", 3.5, 0.5, (0.5, 0.5, 0.5))))
    return world


def seen(world, x, z, yaw=0.0, horizon=0.0):
    return next(world.views([Pose(x, z, yaw, horizon)]))


def test_a_removed_object_is_neither_seen_nor_in_the_way(laid):
    assert not laid.can_stand(2.0, 2.5)
    laid.apply(WorldChange("DiningTable|1", None))
    assert laid.can_stand(2.0, 2.5)
    assert "DiningTable|1" not in seen(laid, 2.0, 1.0, 0.0, 30.0).pixels


def test_what_stands_on_a_removed_object_goes_with_it_and_comes_back_with_it(laid):
    before = seen(laid, 2.0, 1.0, 0.0, 30.0)
    laid.apply(WorldChange("DiningTable|1", None))
    assert seen(laid, 2.0, 1.0, 0.0, 30.0).pixels == {}
    laid.apply(WorldChange("DiningTable|1", (2.0, TABLE[1] / 2, 2.5)))
    after = seen(laid, 2.0, 1.0, 0.0, 30.0)
    assert after.pixels == before.pixels
    assert np.array_equal(after.depth, before.depth)


def test_a_moved_object_is_seen_and_blocks_where_it_is_put_and_only_there(laid):
    laid.apply(WorldChange("DiningTable|1", (6.0, TABLE[1] / 2, 2.5)))
    assert laid.can_stand(2.0, 2.5)
    assert not laid.can_stand(6.0, 2.5)
    assert seen(laid, 2.0, 1.0, 0.0, 30.0).pixels == {}
    assert set(seen(laid, 6.0, 1.0, 0.0, 30.0).pixels) == {"DiningTable|1", "Mug|1"}


def test_a_rider_turns_with_its_carrier(laid):
    laid.apply(WorldChange("DiningTable|1", (2.0, TABLE[1] / 2, 2.5), yaw=90.0))
    view = seen(laid, 2.0, 1.0, 0.0, 30.0)
    _, columns = np.nonzero(view.instances == view.object_ids.index("Mug|1"))
    # Local (0.2, -0.1) becomes (-0.1, -0.2) in the plan: left of the middle, and nearer.
    assert columns.mean() < 128
    assert view.distance_m["Mug|1"] == pytest.approx(2.3 - 1.0 - 0.05, abs=0.02)


def test_a_thing_put_on_another_table_rides_on_that_one(laid):
    laid.apply(WorldChange("Mug|1", (3.5, 0.5 + MUG[1] / 2, 0.5)))
    laid.apply(WorldChange("DiningTable|1", None))
    assert "Mug|1" in seen(laid, 2.5, 1.0, 105.0, 30.0).pixels
    laid.apply(WorldChange("SideTable|1", None))
    assert seen(laid, 2.5, 1.0, 105.0, 30.0).pixels == {}


def test_a_thing_taken_into_the_hand_no_longer_rides(laid):
    laid.apply(WorldChange("Mug|1", None))
    laid.apply(WorldChange("DiningTable|1", (6.0, TABLE[1] / 2, 2.5)))
    assert set(seen(laid, 6.0, 1.0, 0.0, 30.0).pixels) == {"DiningTable|1"}


def test_another_house_or_the_same_again_starts_afresh(laid, two_rooms, thing):
    table = thing("DiningTable", 2.0, 2.5, TABLE)
    laid.load(two_rooms(table))
    before = seen(laid, 2.0, 1.0).pixels
    laid.apply(WorldChange("DiningTable|1", None))
    laid.load(two_rooms(table))
    assert seen(laid, 2.0, 1.0).pixels == before


def test_an_unknown_object_is_an_error_that_names_it(laid):
    with pytest.raises(WorldError, match=r"'Mug\|9'.*house-two-rooms has no such object"):
        laid.apply(WorldChange("Mug|9", None))
