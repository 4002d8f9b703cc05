import pytest

from tasks.houses.assets import asset, asset_count, assets_of, holes, placements, receptacles


def test_a_known_asset_has_its_facts():
    mug = asset("Mug_1")
    assert (mug.type, mug.size, mug.split) == ("Mug", (0.1256, 0.1036, 0.1025), None)
    assert mug.is_pickupable
    assert mug.is_receptacle


def test_an_unknown_asset_is_none():
    assert asset("Mug_9999") is None


def test_all_assets_of_the_database_are_there():
    assert asset_count() == 1653


@pytest.mark.parametrize("split", ["train", "validation", "test"])
def test_every_type_has_assets_for_every_split(split):
    for kind in placements():
        assert all(item.split in (None, split) for item in assets_of(kind, split))
        assert assets_of(kind, split)


def test_every_child_of_a_receptacle_has_a_placement():
    children = {child for table in receptacles().values() for child in table}
    assert children <= set(placements())


def test_every_door_and_window_has_a_hole():
    for split in ("train", "validation", "test"):
        for item in (*assets_of("Doorway", split), *assets_of("Window", split)):
            assert holes()[item.id].width == pytest.approx(item.size[0], abs=0.15)
