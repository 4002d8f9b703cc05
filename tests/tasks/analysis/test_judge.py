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


def test_predictions_keep_their_contract(evaluation, frame):
    check("predictions", judge(evaluation.responses, evaluation.questions))
    check("predictions", judge(frame("responses", []), evaluation.questions))
