from collections import Counter

import pytest

from schemas.errors import ConfigError
from tasks.episodes.slots import Lodging, deal_houses, lay_out
from tasks.houses.house import House


@pytest.fixture
def lodgings(houses: dict[int, House]) -> list[Lodging]:
    return [Lodging.of(house) for house in houses.values()]


def test_a_house_holds_the_strata_that_its_rooms_allow(houses: dict[int, House]) -> None:
    assert Lodging.of(houses[1]).strata == {"S1"}
    assert Lodging.of(houses[2]).strata == {"S1", "S2"}
    assert "S4" in Lodging.of(houses[4]).strata | Lodging.of(houses[10]).strata


def test_no_house_is_dealt_to_two_splits(lodgings: list[Lodging]) -> None:
    dealt = deal_houses(lodgings, {"train": 80, "test": 40}, 7)
    ids = [lodging.house_id for split in dealt.values() for lodging in split]
    assert sorted(ids) == sorted(lodging.house_id for lodging in lodgings)
    assert len(dealt["train"]) > len(dealt["test"]) > 0


def test_every_split_gets_a_house_when_there_are_just_enough(lodgings: list[Lodging]) -> None:
    dealt = deal_houses(lodgings[:3], {"train": 5000, "validation": 4, "test": 4}, 7)
    assert {split: len(held) for split, held in dealt.items()} == {"test": 1, "validation": 1, "train": 1}


def test_too_few_houses_are_refused_by_number_and_name(lodgings: list[Lodging]) -> None:
    with pytest.raises(ConfigError, match="too few houses: 1 for the 2 splits test, train"):
        deal_houses(lodgings[:1], {"train": 8, "test": 4}, 7)


def test_the_test_split_holds_equal_numbers_of_each_stratum(lodgings: list[Lodging]) -> None:
    slots = lay_out("test", lodgings, 40, 7)
    assert Counter(slot.stratum for slot in slots) == {"S1": 10, "S2": 10, "S3": 10, "S4": 10}
    assert len({slot.episode_id for slot in slots}) == 40


def test_slots_go_to_houses_that_can_hold_them_and_spread_over_them(lodgings: list[Lodging]) -> None:
    able = {lodging.house_id: lodging.strata for lodging in lodgings}
    slots = lay_out("test", lodgings, 40, 7)
    assert all(slot.stratum in able[house_id] for slot in slots for house_id in slot.house_ids)
    loads = Counter(slot.house_ids[0] for slot in slots)
    assert max(loads.values()) <= 12


def test_an_impossible_stratum_is_named_with_the_way_out(houses: dict[int, House]) -> None:
    with pytest.raises(ConfigError, match=r"stratum S3 is impossible: none of the 2 test houses .* --houses"):
        lay_out("test", [Lodging.of(houses[1]), Lodging.of(houses[2])], 40, 7)


def test_a_number_that_four_does_not_divide_is_refused(lodgings: list[Lodging]) -> None:
    with pytest.raises(ConfigError, match="Ask for 40 or 44"):
        lay_out("test", lodgings, 42, 7)


def test_training_uses_the_strata_that_there_are(houses: dict[int, House]) -> None:
    slots = lay_out("train", [Lodging.of(houses[2])], 5, 7)
    assert [slot.stratum for slot in slots] == ["S1", "S2", "S1", "S2", "S1"]
