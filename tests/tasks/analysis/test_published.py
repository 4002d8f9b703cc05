"""A's printed figures, reckoned again from A's printed counts by the code that makes our own."""

import polars as pl
import pytest

from tasks.analysis.baselines import baselines
from tasks.analysis.intervals import wilson
from tasks.analysis.navigation import spl
from tasks.analysis.rates import rates

A_TABLE_3 = {
    "Persistence": 131,
    "Global-count": 120,
    "Rooms-visited": 116,
    "Existence": 113,
    "Presence-change": 102,
    "Room Identification": 80,
    "Order": 73,
    "Counting": 65,
}
E3_BY_FAMILY = (61.1, 27.5, 32.8, 40.7, 61.8, 46.3, 57.5, 38.5)
E0_BY_FAMILY = (61.1, 33.3, 28.4, 57.5, 36.3, 65.0, 43.8, 36.9)


def _asked(families, right, parsed=None, options=3):
    """Questions of the families, of which the first few are right and the first few parsed; 53 houses, four strata."""
    rows = [
        ("eval", "test", "E4", "model", family, f"S{number % 4 + 1}", f"house-{number % 53}", f"ep-{number % 200}")
        for number, family in enumerate(families)
    ]
    columns = ["run_id", "split", "rung", "answerer", "family", "stratum", "house_id", "episode_id"]
    number = pl.int_range(pl.len())
    read = len(families) if parsed is None else parsed
    return pl.DataFrame(rows, schema=columns, orient="row").with_columns(
        executed=True,
        answered=True,
        scored=True,
        parsed=number < read,
        correct=number < right,
        chance=1.0 / pl.lit(options),
    )


def _sum(table):
    return table.row(by_predicate=(pl.col("family") == "all") & (pl.col("stratum") == "all"), named=True)


def test_one_replayed_episode_has_the_spl_that_appendix_j_prints():
    assert round(spl(True, 8.08747792727554, 10.75), 4) == 0.7523
    assert spl(False, 8.08747792727554, 0.0) == 0.0


def test_e4_is_42_percent_of_the_parsed_and_7_of_the_designated():
    row = _sum(rates(_asked(["Order"] * 800, right=54, parsed=128)))
    assert (row["designated"], row["parsed"], row["correct"]) == (800, 128, 54)
    assert round(100 * row["accuracy_parsed"], 1) == 42.2
    assert row["accuracy"] == 0.0675  # printed as 6.8


def test_54_of_128_single_answers_leave_34_to_51_percent():
    interval = wilson(54 / 128, 128)
    assert (round(100 * interval.low, 1), round(100 * interval.high, 1)) == (34.0, 50.9)


def test_none_of_200_targets_leaves_up_to_two_percent():
    assert round(100 * wilson(0.0, 200).high, 1) == 1.9


def test_chance_is_the_mean_of_one_over_the_number_of_options():
    asked = pl.concat([_asked(["Order"] * n, 0, options=k) for k, n in ((2, 100), (3, 60), (4, 140))])
    row = _sum(rates(asked))
    assert row["chance"] == pytest.approx((100 / 2 + 60 / 3 + 140 / 4) / 300)


def test_a_pooled_chance_of_33_percent_needs_a_mix_of_options():
    # 33.02 % over 800 questions: 264.17 expected right ones, in twelfths a whole number of them.
    asked = pl.concat([_asked(["Order"] * n, 0, options=k) for k, n in ((2, 200), (3, 194), (4, 406))])
    assert round(100 * _sum(rates(asked))["chance"], 2) == pytest.approx(33.27)


def test_family_accuracies_average_to_the_printed_ones():
    for by_family, overall in ((E3_BY_FAMILY, 45.5), (E0_BY_FAMILY, 45.4)):
        right = [round(n * share / 100) for n, share in zip(A_TABLE_3.values(), by_family, strict=True)]
        for count, n, share in zip(right, A_TABLE_3.values(), by_family, strict=True):
            assert round(100 * count / n, 1) == pytest.approx(share, abs=0.051)
        assert 100 * sum(right) / 800 == pytest.approx(overall, abs=0.051)


def _rooms_visited(golds, counts):
    """Rooms-visited questions with these golds and numbers of cited frames."""
    number = range(len(golds))
    questions = pl.DataFrame(
        {
            "split": "test",
            "episode_id": [f"ep-{each}" for each in number],
            "question_id": [f"q-{each}" for each in number],
            "family": "Rooms-visited",
            "options": [["1", "2", "3", "4"]] * len(golds),
            "gold": golds,
            "frame_refs": [list(range(count)) for count in counts],
        }
    )
    episodes = pl.DataFrame(
        {
            "split": "test",
            "episode_id": questions["episode_id"],
            "house_id": [f"house-{each % 53}" for each in number],
            "stratum": [f"S{each % 4 + 1}" for each in number],
        }
    )
    return questions, episodes


def test_the_image_count_rule_is_right_in_69_of_116_and_the_usual_answer_in_46():
    golds = ["2"] * 46 + ["1"] * 24 + ["3"] * 24 + ["4"] * 22
    counts = [int(gold) if place < 69 else int(gold) % 4 + 1 for place, gold in enumerate(golds)]
    row = _sum(baselines(*_rooms_visited(golds, counts)))
    assert (round(100 * row["image_count"], 1), round(100 * row["majority"], 1)) == (59.5, 39.7)
    assert row["n_counted"] == 116


def test_as_the_notes_reckon_69_of_116_leaves_50_to_68_percent():
    interval = wilson(69 / 116, 116)
    assert (round(100 * interval.low), round(100 * interval.high)) == (50, 68)
