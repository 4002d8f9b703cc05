"""The stand-in beside the adapter: the real Controller reads from it what it would read from Unity."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from schemas.settings import EpisodeSettings
from tasks.houses.house import House
from tasks.worlds.thor.world import ThorWorld


@pytest.fixture(scope="module")
def controller(right: Any, houses: dict[int, House]) -> Iterator[Any]:
    world = ThorWorld(EpisodeSettings(), right)
    world.load(houses[3])
    yield world.player._controller
    world.close()


def test_an_unknown_action_is_an_error_of_the_caller(controller):
    with pytest.raises(ValueError, match="FlyAway is no action"):
        controller.step("FlyAway")


def test_the_horizon_at_its_limit_reads_as_it_did_in_recordings(controller):
    controller.step("LookDown", degrees=60.0)
    assert controller.last_event.metadata["agent"]["cameraHorizon"] == pytest.approx(60.00002, abs=1e-6)
    controller.step("LookUp", degrees=60.0)


def test_masks_by_id_are_those_that_the_controller_finds(controller):
    masks = controller.step("Done").instance_masks
    assert masks
    assert all(mask.shape == (256, 256) and mask.any() for mask in masks.values())


def test_what_is_picked_up_is_in_the_hand_and_what_is_put_is_on_its_receptacle(controller, houses):
    rider = next(item for item in houses[3].objects if item.parent_id)
    event = controller.step("PickupObject", objectId=rider.id)
    assert event.metadata["inventoryObjects"] == [{"objectId": rider.id}]
    assert not controller.step("PickupObject", objectId=rider.id)
    event = controller.step("PutObject", objectId=rider.parent_id)
    assert event
    assert event.metadata["inventoryObjects"] == []
    assert not controller.step("PutObject", objectId=rider.parent_id)


def test_positions_are_told_in_single_precision(controller):
    controller.step("RotateRight", degrees=30.0)
    position = controller.step("Done").metadata["agent"]["position"]
    assert all(value == float(np.float32(value)) for value in position.values())
