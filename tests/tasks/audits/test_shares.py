import polars as pl
import pytest

from tasks.audits.shares import all_hold, gain_found


def rows(values, n_houses):
    return pl.DataFrame(
        {
            "question_id": [f"q{number:03d}" for number in range(len(values))],
            "house_id": [f"h{number % n_houses}" for number in range(len(values))],
            "family": ["Order"] * len(values),
            "more": values,
        }
    )


def test_a_gain_in_many_houses_is_found_with_the_questions_it_comes_from():
    values = [1.0, 1.0, 1.0, 0.0] * 20
    found = gain_found("audit", "gain", "Order", rows(values, 20), "more", 0.0)
    assert found.verdict == "failed"
    assert found.value == pytest.approx(0.75)
    assert len(found.ids) == 60


def test_a_gain_that_may_be_luck_passes_and_names_nobody():
    found = gain_found("audit", "gain", "Order", rows([1.0, -1.0, 0.0, 0.0] * 20, 16), "more", 0.0)
    assert (found.verdict, found.ids) == ("passed", ())


def test_four_houses_are_too_few_to_tell():
    assert gain_found("audit", "gain", "Order", rows([1.0] * 80, 4), "more", 0.0).verdict == "undecided"


def test_one_exception_is_one_too_many():
    (found,) = all_hold("audit", "all", rows([1.0] * 9 + [0.0], 10), pl.col("more") == 1.0)
    assert (found.verdict, found.value, found.ids) == ("failed", pytest.approx(0.9), ("q009",))


def test_what_cannot_be_told_does_not_hold():
    (found,) = all_hold("audit", "all", rows([1.0, None], 2), pl.col("more") == 1.0)
    assert found.ids == ("q001",)
