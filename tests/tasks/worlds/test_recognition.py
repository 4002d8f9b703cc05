"""Types can be told apart by their look."""

import numpy as np
import pytest

from tasks.houses.assets import assets_of
from tasks.worlds.gallery import Gallery
from tasks.worlds.recognition import CROP, crop_of, recognize


def test_types_of_different_shape_are_told_apart():
    found = recognize(["BasketBall", "Boots", "Cart", "Plunger", "TeddyBear", "WateringCan"])
    assert found.n_tests >= 24
    assert found.accuracy > 0.8


def test_a_crop_holds_the_whole_asset():
    shot = Gallery().shots(assets_of("Toilet", "train")[0], (30.0,))[0]
    crop, side = crop_of(shot)
    assert crop.size == (CROP, CROP)
    rows, columns = np.nonzero(shot.mask)
    assert max(np.ptp(rows), np.ptp(columns)) < side < 256


def test_a_shot_is_taken_from_a_metre_and_a_half_off():
    gallery = Gallery()
    asset = assets_of("WashingMachine", "train")[0]
    gallery.shots(asset, (0.0,))
    nearest = gallery._world.view().distance_m["Shown|1"]
    assert nearest == pytest.approx(1.5, abs=0.02)


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_three_in_five_held_out_views_and_more_are_named_right():
    found = recognize()
    assert len(found.by_type) == 104
    assert found.accuracy >= 0.6
    assert found.right / found.n_tests >= 0.6
