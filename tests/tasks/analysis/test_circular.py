import polars as pl
import pytest

from schemas.contract import check
from tasks.analysis.circular import circular_metrics


def _fate(question, rung, right, n_options):
    return {
        "run_id": "eval-000000000000",
        "split": "test",
        "rung": rung,
        "answerer": "a model",
        "episode_id": f"ep_0000{question}",
        "question_id": f"ep_0000{question}_q1",
        "family": "Counting" if n_options == 4 else "Existence",
        "house_id": f"house-{question}",
        "stratum": "S1",
        "chance": 1 / n_options,
        "correct": right,
    }


def _turns(question, *rights):
    rungs = ["E2", "E2-rot1", "E2-rot2", "E2-rot3"]
    return [_fate(question, rung, right, len(rights)) for rung, right in zip(rungs, rights, strict=False)]


@pytest.fixture
def metrics():
    asked = [
        *_turns(1, True, True),
        *_turns(2, True, False),
        *_turns(3, True, False, False, False),
        *_turns(4, True, True, True, True),
    ]
    return check("circular_metrics", circular_metrics(pl.DataFrame(asked)))


def _all(metrics):
    return metrics.row(by_predicate=(pl.col("family") == "all") & (pl.col("stratum") == "all"), named=True)


def test_the_mean_is_over_a_questions_turns_and_then_over_questions(metrics):
    row = _all(metrics)
    assert (row["rung"], row["n"], row["n_houses"]) == ("E2", 4, 4)
    assert row["accuracy"] == 1.0
    assert row["mean_accuracy"] == pytest.approx((1 + 1 / 2 + 1 / 4 + 1) / 4)
    assert row["chance"] == pytest.approx((1 / 2 + 1 / 2 + 1 / 4 + 1 / 4) / 4)


def test_right_in_all_asks_for_every_turn(metrics):
    assert _all(metrics)["right_in_all"] == 0.5


def test_intervals_hold_their_figures(metrics):
    row = _all(metrics)
    assert row["mean_low"] <= row["mean_accuracy"] <= row["mean_high"]
    assert row["all_low"] <= row["right_in_all"] <= row["all_high"]


def test_a_question_that_was_not_asked_in_every_turn_is_left_out():
    asked = [*_turns(1, True, True), *_turns(2, True, True, True, True)[:3]]
    assert _all(circular_metrics(pl.DataFrame(asked)))["n"] == 1


def test_without_turned_options_there_is_nothing_to_say():
    assert circular_metrics(pl.DataFrame([_fate(1, "E0", True, 2)])).is_empty()
