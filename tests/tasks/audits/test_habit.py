import polars as pl
import pytest

from schemas.seeds import generator
from tasks.audits.habit import credit

OPTIONS = ["Yes", "No"]


def rows(golds, houses, **columns):
    ids = [f"q{number:03d}" for number in range(len(golds))]
    options = [OPTIONS] * len(golds)
    return pl.DataFrame({"question_id": ids, "house_id": houses, "options": options, "gold": golds, **columns})


def test_the_most_frequent_answer_of_other_houses_earns_the_credit():
    asked = rows(["Yes", "Yes", "No"], ["a", "b", "c"], family=["x"] * 3)
    assert credit(asked, ["family"]).to_list() == [0.5, 0.5, 0.0]  # Yes sees Yes and No elsewhere; No sees two Yes


def test_nothing_is_learned_from_the_own_house():
    asked = rows(["Yes"] * 3, ["a", "a", "a"], family=["x"] * 3)
    assert credit(asked, ["family"]).to_list() == [0.5, 0.5, 0.5]
    assert credit(asked, ["family"], elsewhere=False).to_list() == [1.0, 1.0, 1.0]


def test_a_coarser_habit_decides_where_nothing_is_alike():
    asked = rows(["Yes", "Yes", "Yes"], ["a", "b", "c"], family=["x"] * 3, text=["p", "q", "r"])
    assert credit(asked, ["text"]).to_list() == [0.5, 0.5, 0.5]
    assert credit(asked, ["text"], ["family"]).to_list() == [1.0, 1.0, 1.0]


def test_missing_values_are_alike():
    asked = rows(["Yes", "Yes"], ["a", "b"], cue=[None, None])
    assert credit(asked, ["cue"]).to_list() == [1.0, 1.0]


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_answers_drawn_at_random_earn_what_chance_does(seed):
    rng = generator(seed, "habit")
    golds = [OPTIONS[int(rng.integers(2))] for _ in range(2000)]
    asked = rows(
        golds, [f"h{number // 4}" for number in range(2000)], text=[str(number % 20) for number in range(2000)]
    )
    assert credit(asked, ["text"]).mean() == pytest.approx(0.5, abs=0.04)
