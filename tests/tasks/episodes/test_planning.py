import pytest

from schemas.settings import GenerationSettings, Split
from tasks.episodes.planning import EPISODES_PER_HOUSE, house_source, plan_splits


def settings(**more) -> GenerationSettings:
    return GenerationSettings(7, "embedded/2", "embedded", "paper", (("train", 12), ("test", 20)), (), **more)


@pytest.mark.parametrize(
    ("split", "episodes", "houses"), [("train", 5000, 1359), ("validation", 500, 151), ("test", 200, 53)]
)
def test_the_papers_episodes_get_the_papers_number_of_houses(split: Split, episodes: int, houses: int):
    assert int(episodes / EPISODES_PER_HOUSE[split] + 0.5) == houses


def test_there_are_as_many_houses_as_the_user_says():
    plans = {plan.split: plan for plan in plan_splits(house_source(None), settings(house_counts=(("test", 7),)))}
    assert plans["test"].houses.height == 7
    assert plans["train"].houses.height == 4


def test_no_two_splits_share_a_house_and_no_slot_is_lost():
    plans = plan_splits(house_source(None), settings())
    houses = [house_id for plan in plans for house_id in plan.houses["house_id"]]
    assert len(houses) == len(set(houses))
    counts = {plan.split: sum(len(slots) for _, slots in plan.shards) for plan in plans}
    assert counts == {"train": 12, "test": 20}


def test_houses_that_had_to_be_drawn_again_are_counted_by_reason(monkeypatch):
    """No house of ours has had to be, so one room of one house is called unreachable here."""
    from tasks.houses.generate import embedded

    told = iter([("room|2",)])
    monkeypatch.setattr(embedded, "unreached_rooms", lambda *_: next(told, ()))
    plans = plan_splits(house_source(None), settings())
    assert [dict(plan.redrawn) for plan in plans] == [{"unreachable_room": 1}, {}]
