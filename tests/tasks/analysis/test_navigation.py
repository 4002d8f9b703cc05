import numpy as np
import polars as pl
import pytest

from schemas.contract import check
from tasks.analysis.bootstrap import bootstrap_bounds
from tasks.analysis.intervals import clustered
from tasks.analysis.navigation import navigation_metrics, spl


@pytest.mark.parametrize(
    ("reached", "shortest", "walked", "value"),
    [
        (True, 8.08747792727554, 10.75, 0.7523),  # A's worked episode (Appendix J.3)
        (True, 5.0, 5.0, 1.0),
        (True, 5.0, 4.0, 1.0),
        (False, 5.0, 5.0, 0.0),
        (True, 0.0, 0.0, 1.0),
        (True, 0.0, 2.0, 0.0),
    ],
)
def test_spl_of_one_episode(reached, shortest, walked, value):
    assert spl(reached, shortest, walked) == pytest.approx(value, abs=5e-5)


@pytest.fixture
def metrics(evaluation):
    return navigation_metrics(evaluation.navigation, evaluation.episodes, evaluation.designated)


def _row(metrics, stratum="all"):
    return metrics.row(by_predicate=pl.col("stratum") == stratum, named=True)


def test_success_and_spl_are_over_designated_episodes(metrics):
    row = _row(metrics)
    assert [row[name] for name in ("designated", "executed", "reached")] == [4, 3, 2]
    assert row["success_rate"] == pytest.approx(2 / 4)
    assert row["spl"] == pytest.approx((0.75 + 1.0) / 4)
    assert row["spl_reference"] == pytest.approx((0.875 + 1.0) / 4)


def test_lengths_and_actions_are_over_the_walks_that_ran(metrics):
    row = _row(metrics)
    assert row["path_length_m"] == pytest.approx(8.0)
    assert row["distance_reduction_m"] == pytest.approx(5.0)
    assert row["mean_actions"] == pytest.approx(20.0)
    assert row["median_actions"] == pytest.approx(20.0)


def test_identical_frames_are_a_share_of_all_replayed_frames(metrics):
    assert _row(metrics)["frames_identical"] == pytest.approx(50 / 60)


def test_the_success_interval_is_clustered_by_house(metrics):
    row, interval = _row(metrics), clustered([1, 1, 0], [2, 1, 1])
    assert (row["success_low"], row["success_high"]) == (pytest.approx(interval.low), pytest.approx(interval.high))


def test_strata_are_counted_by_themselves(metrics):
    assert [_row(metrics, stratum)["reached"] for stratum in ("S1", "S2")] == [2, 0]


def test_a_rung_none_of_whose_walks_ran_still_has_its_row(evaluation, frame):
    row = _row(navigation_metrics(frame("navigation", []), evaluation.episodes, evaluation.designated))
    assert [row[name] for name in ("designated", "executed", "reached", "success_rate")] == [4, 0, 0, 0.0]
    assert row["path_length_m"] is None
    assert row["frames_identical"] is None


def test_rungs_that_walk_nothing_have_no_row(metrics):
    assert metrics.get_column("rung").unique().to_list() == ["E5"]


def test_metrics_keep_their_contract(metrics):
    check("navigation_metrics", metrics)


def test_the_spl_interval_comes_from_drawing_houses_again(metrics):
    row = _row(metrics)
    drawn = bootstrap_bounds(np.array([[0.75, 1.0, 0.0]]), np.array([[2, 1, 1]]))
    assert row["spl"] == pytest.approx((0.75 + 1.0) / 4)
    assert (row["spl_low"], row["spl_high"]) == (pytest.approx(drawn.low[0]), pytest.approx(drawn.high[0]))
