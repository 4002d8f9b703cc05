"""A's printed figures, reckoned again from A's printed counts by the code that makes our own."""

import polars as pl
import pytest

from tasks.analysis.baselines import baselines
from tasks.analysis.contrast_table import contrast_table
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
    assert (100 * interval.low, 100 * interval.high) == pytest.approx((34.0, 50.9), abs=0.06)


def test_none_of_200_targets_leaves_up_to_two_percent():
    assert round(100 * wilson(0.0, 200).high, 1) == 1.9


def test_chance_is_the_mean_of_one_over_the_number_of_options():
    asked = pl.concat([_asked(["Order"] * n, 0, options=k) for k, n in ((2, 100), (3, 60), (4, 140))])
    row = _sum(rates(asked))
    assert row["chance"] == pytest.approx((100 / 2 + 60 / 3 + 140 / 4) / 300)


def test_the_pooled_chance_of_33_02_percent_is_that_of_a_mix_of_two_three_and_four_options():
    # 800 questions whose twelfths sum to 3,170 are the only ones to print so; 100, 470 and 230 of a kind are some.
    asked = pl.concat([_asked(["Order"] * n, 0, options=k) for k, n in ((2, 100), (3, 470), (4, 230))])
    assert round(100 * _sum(rates(asked))["chance"], 2) == 33.02


@pytest.mark.parametrize(("by_family", "overall"), [(E3_BY_FAMILY, 45.5), (E0_BY_FAMILY, 45.4)], ids=["E3", "E0"])
def test_the_printed_family_accuracies_add_up_to_the_printed_sum(by_family, overall):
    parts = []
    for (family, n), share in zip(A_TABLE_3.items(), by_family, strict=True):
        right = round(n * share / 100)
        assert 100 * right / n == pytest.approx(share, abs=0.051)
        parts.append(_asked([family] * n, right))
    table = rates(pl.concat(parts))
    assert 100 * _sum(table)["accuracy"] == pytest.approx(overall, abs=0.051)


def _by_stratum(rung, right):
    """200 questions a stratum, of which the first few are right."""
    parts = [
        _asked(["Order"] * 200, count).with_columns(
            stratum=pl.lit(f"S{number}"),
            rung=pl.lit(rung),
            question_id=pl.format("S{}-{}", pl.lit(number), pl.int_range(pl.len())),
            content=pl.lit(None, pl.UInt64),
        )
        for number, count in enumerate(right, 1)
    ]
    return pl.concat(parts)


def test_replay_minus_closed_loop_is_12_points_and_17_in_the_longest_routes():
    # Table 5: 49.5, 44.5, 50.0, 38.0 and 61.5, 52.5, 60.0, 55.5 percent of 200 questions a stratum.
    asked = pl.concat([_by_stratum("E3", (99, 89, 100, 76)), _by_stratum("E5", (123, 105, 120, 111))])
    table = contrast_table(asked).filter((pl.col("rung") == "E5") & (pl.col("against") == "E3"))
    by_stratum = dict(table.filter(pl.col("family") == "all").select("stratum", "difference").iter_rows())
    printed = {stratum: round(100 * difference, 1) for stratum, difference in by_stratum.items()}
    assert printed == {"S1": 12.0, "S2": 8.0, "S3": 10.0, "S4": 17.5, "all": 11.9}
    assert round(100 * _sum(table)["accuracy_against"], 1) == 45.5
    assert round(100 * _sum(table)["accuracy"], 1) == 57.4


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
