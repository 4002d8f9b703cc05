import polars as pl
import pytest

from schemas.contract import check
from tasks.analysis.judge import judge


def test_a_response_is_parsed_and_held_against_gold(evaluation):
    predictions = judge(evaluation.responses, evaluation.questions)
    read = {row["question_id"]: (row["status"], row["parsed"], row["is_right"]) for row in predictions.to_dicts()}
    assert read == {
        "ep_00001_q1": ("letter", "B", True),
        "ep_00001_q2": ("letter", "A", False),
        "ep_00002_q1": ("text_match", "B", True),
        "ep_00002_q2": ("refusal", None, False),
        "ep_00003_q1": ("letter", "B", True),
        "ep_00004_q1": ("letter", "B", True),
    }


def test_a_response_that_ended_in_an_error_is_not_judged(evaluation, response, frame):
    responses = frame("responses", [response("ep_00001_q1", "B", finish_reason="error")])
    assert judge(responses, evaluation.questions).is_empty()


def test_the_same_words_are_read_by_each_questions_own_options(evaluation, response, frame):
    rows = [response("ep_00001_q1", "D"), response("ep_00001_q2", "D")]
    statuses = judge(frame("responses", rows), evaluation.questions).get_column("status").to_list()
    assert statuses == ["out_of_range", "letter"]


def test_what_was_cut_off_is_told_apart_from_what_was_said(evaluation, response, frame):
    rows = [response("ep_00001_q1", "Let me see: B", finish_reason="length"), response("ep_00002_q1", "Let me see: B")]
    statuses = judge(frame("responses", rows), evaluation.questions).get_column("status").to_list()
    assert statuses == ["truncated", "letter"]


def test_a_designated_question_to_which_nothing_came_has_a_null_answer_that_is_not_right(evaluation):
    predictions = judge(evaluation.responses, evaluation.questions, evaluation.designated)
    null = predictions.filter(pl.col("status") == "no_answer")
    assert predictions.height == evaluation.designated.height
    assert null.filter(pl.col("rung") == "E5")["question_id"].to_list() == ["ep_00003_q2", "ep_00004_q2"]
    assert null["parsed"].null_count() == null.height
    assert not null["parse_ok"].any()
    assert not null["is_right"].any()
    check("predictions", predictions)


@pytest.mark.parametrize(
    ("rung", "of_two", "of_four"),
    [("E2", "B", "C"), ("E2-rot1", "A", "B"), ("E2-rot2", "B", "A"), ("E2-rot3", "A", "D")],
)
def test_letters_mean_what_they_stood_for_in_the_turn_that_was_shown(
    evaluation, response, frame, rung, of_two, of_four
):
    rows = [response("ep_00001_q1", of_two, rung), response("ep_00001_q2", of_four, rung)]
    predictions = judge(frame("responses", rows), evaluation.questions)
    assert predictions["answer"].to_list() == [of_two, of_four]
    assert predictions["is_right"].all()


def test_words_are_read_the_same_however_options_are_turned(evaluation, response, frame):
    rows = [response("ep_00001_q2", "3", rung) for rung in ("E2", "E2-rot1", "E2-rot2", "E2-rot3")]
    predictions = judge(frame("responses", rows), evaluation.questions)
    assert predictions["parsed"].to_list() == ["C", "B", "A", "D"]
    assert predictions["is_right"].all()


def test_predictions_keep_their_contract(evaluation, frame):
    check("predictions", judge(evaluation.responses, evaluation.questions))
    check("predictions", judge(frame("responses", []), evaluation.questions))
