import polars as pl
import pytest

from schemas.contract import check
from schemas.errors import ContractError
from tasks.analysis.answers import episode_metrics, rung_metrics
from tasks.analysis.intervals import clustered
from tasks.analysis.judge import judge


def _inputs(evaluation):
    predictions = judge(evaluation.responses, evaluation.questions)
    return (
        evaluation.designated,
        evaluation.navigation,
        evaluation.responses,
        predictions,
        evaluation.questions,
        evaluation.episodes,
    )


@pytest.fixture
def metrics(evaluation):
    return rung_metrics(*_inputs(evaluation))


def _row(metrics, rung="E5", family="all", stratum="all"):
    return metrics.row(
        by_predicate=(pl.col("rung") == rung) & (pl.col("family") == family) & (pl.col("stratum") == stratum),
        named=True,
    )


def test_each_denominator_is_counted_by_itself(metrics):
    row = _row(metrics)
    names = ("designated", "executed", "answered", "scored", "parsed", "correct")
    # Of 8: ep_00004 ran not (2), ep_00003_q2 ended in an error, ep_00002_q2 could not be read, ep_00001_q2 wrong.
    assert [row[name] for name in names] == [8, 6, 5, 5, 4, 3]


def test_a_response_that_was_not_judged_is_answered_and_not_scored(evaluation):
    designated, navigation, responses, predictions, questions, episodes = _inputs(evaluation)
    unjudged = predictions.filter(pl.col("question_id") != "ep_00001_q1")
    row = _row(rung_metrics(designated, navigation, responses, unjudged, questions, episodes))
    assert [row[name] for name in ("answered", "scored", "parsed", "correct")] == [5, 4, 3, 2]


def test_accuracy_counts_missing_answers_as_wrong_and_says_what_the_parsed_ones_score(metrics):
    row = _row(metrics)
    assert row["accuracy"] == pytest.approx(3 / 8)
    assert row["accuracy_parsed"] == pytest.approx(3 / 4)


def test_chance_is_the_mean_of_one_over_the_number_of_options(metrics):
    assert _row(metrics)["chance"] == pytest.approx((1 / 2 + 1 / 4) / 2)
    assert _row(metrics, family="Counting")["chance"] == pytest.approx(1 / 4)


def test_families_and_strata_add_up_to_the_sum(metrics):
    e5 = metrics.filter(pl.col("rung") == "E5")
    for column in ("designated", "executed", "answered", "scored", "parsed", "correct"):
        families = e5.filter((pl.col("family") != "all") & (pl.col("stratum") == "all"))
        strata = e5.filter((pl.col("family") == "all") & (pl.col("stratum") != "all"))
        assert families[column].sum() == strata[column].sum() == _row(metrics)[column]


def test_a_family_within_a_stratum_has_its_own_row(metrics):
    row = _row(metrics, family="Counting", stratum="S1")
    assert [row[name] for name in ("designated", "executed", "parsed", "correct", "n_houses")] == [2, 2, 1, 0, 2]


def test_the_interval_is_clustered_by_house(metrics):
    # house-a 2 of 4, house-b 1 of 2, house-c 0 of 2.
    row, interval = _row(metrics), clustered([2, 1, 0], [4, 2, 2])
    assert row["n_houses"] == 3
    assert (row["low"], row["high"]) == (pytest.approx(interval.low), pytest.approx(interval.high))


def test_a_rung_that_walks_nothing_executes_all_and_scores_nothing_when_nothing_came(metrics):
    row = _row(metrics, rung="E0")
    assert [row[name] for name in ("designated", "executed", "answered", "scored", "parsed")] == [8, 8, 0, 0, 0]
    assert row["accuracy"] == 0
    assert row["accuracy_parsed"] is None
    assert row["high"] > 0.5


def test_a_null_answer_is_neither_scored_nor_parsed_and_counts_as_wrong(evaluation):
    nulls = judge(evaluation.responses, evaluation.questions, evaluation.designated)
    designated, navigation, responses, _, questions, episodes = _inputs(evaluation)
    row = _row(rung_metrics(designated, navigation, responses, nulls, questions, episodes))
    names = ("designated", "executed", "answered", "scored", "parsed", "correct")
    assert [row[name] for name in names] == [8, 6, 5, 5, 4, 3]


def test_a_control_ran_where_the_walk_ran_that_it_shares(evaluation, walk, frame):
    designated, _, responses, predictions, questions, episodes = _inputs(evaluation)
    blank = designated.filter(pl.col("rung") == "E5").with_columns(rung=pl.lit("E3-blank"))
    navigation = frame("navigation", [walk("ep_00001", "E3"), walk("ep_00002", "E3", termination="error")])
    row = _row(rung_metrics(blank, navigation, responses, predictions, questions, episodes), rung="E3-blank")
    assert [row[name] for name in ("designated", "executed", "answered")] == [8, 2, 0]


def test_a_designated_question_that_is_unknown_is_an_error_and_not_a_smaller_denominator(evaluation):
    designated, *rest = _inputs(evaluation)
    stray = designated.head(1).with_columns(question_id=pl.lit("ep_00099_q1"))
    with pytest.raises(ContractError, match=r"1 questions are not in the evaluated generation \(ep_00099_q1\)"):
        rung_metrics(pl.concat([designated, stray]), *rest)


def test_a_response_that_came_twice_is_refused(evaluation):
    designated, navigation, responses, *rest = _inputs(evaluation)
    with pytest.raises(pl.exceptions.ComputeError):
        rung_metrics(designated, navigation, pl.concat([responses, responses]), *rest)


def test_episodes_count_what_their_questions_came_to(evaluation):
    episodes = episode_metrics(*_inputs(evaluation)).filter(pl.col("rung") == "E5")
    counts = episodes.select("episode_id", "n_total", "n_scored", "n_parsed", "n_correct").rows()
    assert counts == [
        ("ep_00001", 2, 2, 2, 1),
        ("ep_00002", 2, 2, 1, 1),
        ("ep_00003", 2, 1, 1, 1),
        ("ep_00004", 2, 0, 0, 0),
    ]


def test_metrics_keep_their_contracts(evaluation, metrics):
    check("rung_metrics", metrics)
    check("episode_metrics", episode_metrics(*_inputs(evaluation)))
