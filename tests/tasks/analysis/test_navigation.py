import numpy as np
import polars as pl
import pytest

from schemas.contract import check
from schemas.values import TERMINATIONS
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


def test_replays_of_tours_that_were_not_drawn_are_left_out_of_that_share(evaluation):
    def share(undrawn):
        walks = evaluation.navigation.with_columns(n_frames_identical=pl.when(~undrawn).then("n_frames_identical"))
        return _row(navigation_metrics(walks, evaluation.episodes, evaluation.designated))["frames_identical"]

    assert share(pl.col("episode_id") == "ep_00003") == 1.0
    assert share(pl.lit(True)) is None


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


def test_a_rung_without_questions_is_measured_over_every_episode(evaluation, frame, walk):
    walks = frame("navigation", [walk("ep_00001", "E1", policy="done", reached_target=False, termination="stuck")])
    rows = navigation_metrics(walks, evaluation.episodes, evaluation.designated).filter(pl.col("rung") == "E1")
    assert _row(rows)["designated"] == 4
    assert [_row(rows)[name] for name in ("executed", "reached", "ended_stuck")] == [1, 0, 1]


def test_a_rung_without_questions_and_without_walks_has_its_row_where_it_was_planned(evaluation, frame):
    rows = navigation_metrics(frame("navigation", []), evaluation.episodes, evaluation.designated, ["E1"])
    assert _row(rows.filter(pl.col("rung") == "E1"))["designated"] == 4


def test_a_control_that_shares_a_walk_has_no_row_of_its_own(evaluation, frame):
    shared = evaluation.designated.filter(pl.col("rung") == "E5").with_columns(rung=pl.lit("E5-even6"))
    assert navigation_metrics(frame("navigation", []), evaluation.episodes, shared)["rung"].unique().to_list() == ["E5"]


@pytest.fixture
def told(evaluation, frame, walk):
    """Three walks of a policy: one that arrived, one that was stuck and one whose last reply could not be read."""
    walks = [
        walk("ep_00001", "E3", n_decisions=20, n_compliant=20, target_type_visible_at_done=True,
             termination_lenient="reached_target"),
        walk("ep_00002", "E3", reached_target=False, termination="stuck", n_actions=8, n_decisions=8, n_compliant=6,
             termination_lenient="budget"),
        walk("ep_00003", "E3", reached_target=False, termination="done_too_far", n_actions=1, n_null_actions=1,
             n_decisions=2, n_compliant=0, immediate_done=True, target_type_visible_at_done=False),
    ]  # fmt: skip
    rows = frame("navigation", [{**each, "policy": "vlm:a"} for each in walks])
    return navigation_metrics(rows, evaluation.episodes, evaluation.designated).filter(pl.col("rung") == "E3")


def test_compliance_is_told_apart_from_the_exact_format(told):
    row = _row(told)
    assert row["n_null_actions"] == 1
    assert row["format_compliance"] == pytest.approx(29 / 30)
    assert row["exact_format"] == pytest.approx(26 / 30)


def test_ends_are_counted_one_by_one(told):
    row = _row(told)
    ended = {name: row[f"ended_{name}"] for name in TERMINATIONS if name != "reached_target"}
    assert ended == {**dict.fromkeys(ended, 0), "stuck": 1, "done_too_far": 1}
    assert row["immediate_done"] == pytest.approx(1 / 3)
    assert row["type_visible_at_done"] == pytest.approx(1 / 2)


def test_the_other_stuck_rule_is_counted_over_the_walks_that_were_followed(told):
    row = _row(told)
    assert [row[name] for name in ("reached_lenient", "stuck_lenient", "known_lenient")] == [1, 0, 2]


def test_frames_of_a_policys_walk_are_not_held_against_the_stored_ones(told):
    assert _row(told)["frames_identical"] is None
