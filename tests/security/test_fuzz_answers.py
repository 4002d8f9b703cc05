"""What models say, and how servers and files bring it, is untrusted: it is read, or refused in a sentence, and soon."""
# ruff: noqa: PT017 - what raises is as good as what does not, so `pytest.raises` fits none of these

import json
import time

import pytest
from fuzzing import HOSTILE, fuzz, json_of, spoiled
from hypothesis import strategies as st

from schemas.errors import ConfigError
from schemas.tables import rows_frame
from schemas.values import PARSE_STATUSES
from tasks.models.answer_file import read_replies
from tasks.models.openai.wire import BrokenReplyError, completion_of
from tasks.models.parse import parse_answer
from tasks.rungs.ask import _whole

_PIECES = [
    *(
        "<think>",
        "</think>",
        "<answer>",
        "</answer>",
        "\\boxed{",
        "\\text{",
        "{",
        "}",
        "(",
        ")",
        "[",
        '"',
        "'",
        "*",
        "_",
    ),
    *(
        "A",
        "b",
        "A, ",
        "A) ",
        "A. ",
        "B\n",
        "answer is ",
        "Answer: ",
        "option ",
        "not ",
        "isn't ",
        "or ",
        "so ",
        "neither ",
    ),
    *(
        "Yes",
        "No ",
        "4 or more",
        "three",
        "1",
        "\n",
        " ",
        "\nquestion:",
        "<|",
        "|>",
        "答案是",
        "正解",
        "\ud800",
        "\x00",
        "I ",
    ),
]
_OPTIONS = st.sampled_from([("No", "Yes"), ("1", "2", "3", "4 or more"), ("Kitchen", "Living room"), ("A", "B"), ()])


@fuzz(
    pieces=st.lists(st.one_of(st.sampled_from(_PIECES), st.text(max_size=5)), max_size=30),
    times=st.sampled_from([1, 1, 1, 50]),
    options=_OPTIONS,
    reason=st.sampled_from([None, "stop", "length", "error"]),
)
def test_fuzz_a_reply_gets_a_status_and_a_letter_only_of_its_options(pieces, times, options, reason):
    parsed = parse_answer("".join(pieces) * times, options, reason)
    assert parsed.status in PARSE_STATUSES
    assert (parsed.letter is not None) == (parsed.status in {"letter", "text_match"})
    assert parsed.letter is None or parsed.letter in "ABCD"[: len(options)]


@fuzz(piece=st.lists(st.sampled_from(_PIECES), min_size=1, max_size=3).map("".join), options=_OPTIONS)
def test_fuzz_time_grows_with_the_length_of_a_reply_and_not_with_its_square(piece, options):
    """Twelve thousand characters of anything take well under a second; a square of them would take many."""
    reply = piece * (12_000 // len(piece))
    started = time.process_time()
    parse_answer(reply, options)
    assert time.process_time() - started < 3.0


@pytest.mark.parametrize("piece", ["(", "A, ", "<think>", "\\text{", "'"])
def test_a_model_that_repeats_itself_is_read_in_seconds(piece):
    started = time.process_time()
    parse_answer(piece * (100_000 // len(piece)), ("No", "Yes"))
    assert time.process_time() - started < 10.0


_BODY = {
    "id": "x",
    "choices": [{"index": 0, "message": {"role": "assistant", "content": "B"}, "finish_reason": "stop"}],
    "usage": {"prompt_tokens": 3, "completion_tokens": 1},
}


@fuzz(body=spoiled([_BODY, {**_BODY, "choices": [{"message": {"content": [{"type": "text", "text": "B"}]}}]}]))
def test_fuzz_a_servers_reply_becomes_a_row_or_is_broken(body):
    try:
        said = completion_of("1", json_of(body).encode())
    except BrokenReplyError as error:
        assert str(error)
        return
    row = {"raw": _whole(said.text), "finish_reason": said.finish_reason, "n_prompt_tokens": said.n_prompt_tokens}
    assert rows_frame("responses", [row]).height == 1


@fuzz(reply=st.binary(max_size=100))
def test_fuzz_bytes_of_a_server_are_broken_or_a_reply(reply):
    try:
        completion_of("1", reply)
    except BrokenReplyError as error:
        assert str(error)


_LINE = {"question_id": "ep_00000_q1", "raw": "B", "finish_reason": "stop"}


@fuzz(lines=st.lists(st.one_of(spoiled([_LINE]), HOSTILE, st.just(_LINE)), min_size=1, max_size=4))
def test_fuzz_an_answer_file_is_read_or_refused(lines, tmp_path):
    path = tmp_path / "answers.jsonl"
    path.write_text("\n".join(map(json_of, lines)), encoding="utf-8")
    _replies(path)


@fuzz(data=st.binary(max_size=120), ending=st.sampled_from([".jsonl", ".csv"]))
def test_fuzz_bytes_in_an_answer_file_are_read_or_refused(data, ending, tmp_path):
    path = tmp_path / f"answers{ending}"
    path.write_bytes(b"question_id,raw\n" * (ending == ".csv") + data)
    _replies(path)


def _replies(path):
    try:
        replies = read_replies(path, "mine").replies
    except ConfigError as error:
        assert str(error)
        return
    assert rows_frame("responses", [{"raw": reply.raw} for reply in replies.values()]).height == len(replies)


def test_a_reply_of_a_megabyte_is_refused_by_its_line(tmp_path):
    path = tmp_path / "answers.jsonl"
    path.write_text(json.dumps({**_LINE, "raw": "x" * 1_000_000}), encoding="utf-8")
    with pytest.raises(ConfigError, match=r"line 1: `raw` has 1000000 characters, and 200000 are the most"):
        read_replies(path, "mine")


def test_half_a_surrogate_pair_is_kept_as_the_sign_for_what_is_no_text():
    assert _whole("A \ud800") == "A \ufffd"
    assert _whole("naïve 🙂") == "naïve 🙂"
