import json

import pytest

from schemas.errors import ConfigError
from tasks.models.answer_file import Reply, check_ids, read_replies
from tasks.models.base import Prompt, PromptKey


@pytest.fixture
def write(tmp_path):
    def make(content, name="answers.jsonl"):
        path = tmp_path / name
        if isinstance(content, list):
            content = "\n".join(json.dumps(each, ensure_ascii=False) for each in content)
        path.write_text(content, encoding="utf-8")
        return path

    return make


def row(question_id, raw, **more):
    return {"question_id": question_id, "raw": raw, **more}


def test_the_same_answers_in_json_and_in_csv_are_the_same_answerer(write):
    texts = ["B", "The answer is:\nA, I think", 'He said "C"', "", "Ünïcode \u2028 and more"]
    as_json = write([row(f"q{number}", text) for number, text in enumerate(texts)])
    quoted = [f'q{number},"{text.replace(chr(34), chr(34) * 2)}"' for number, text in enumerate(texts)]
    as_csv = write("\n".join(["question_id,raw", *quoted]), "answers.csv")
    one, other = read_replies(as_json, "m"), read_replies(as_csv, "m")
    assert one == other
    assert [reply.raw for reply in one.replies.values()] == texts


def test_the_order_of_lines_does_not_matter_and_another_answer_does(write):
    one = read_replies(write([row("q1", "A"), row("q2", "B")]), "m").name
    assert read_replies(write([row("q2", "B"), row("q1", "A")]), "m").name == one
    assert read_replies(write([row("q1", "A"), row("q2", "C")]), "m").name != one
    assert read_replies(write([row("q1", "A"), row("q2", "B", finish_reason="length")]), "m").name != one
    assert one.startswith("m@")


def test_a_null_is_no_answer_and_an_empty_text_is_one(write):
    assert read_replies(write([row("q1", None), row("q2", "")]), "m").replies == {"q2": Reply("")}


def test_how_a_reply_ended_is_kept(write):
    replies = read_replies(
        write([row("q1", "<think>", finish_reason="length"), row("q2", "B", finish_reason=None)]), "m"
    )
    assert replies.replies == {"q1": Reply("<think>", "length"), "q2": Reply("B", "stop")}


def test_more_columns_and_a_byte_order_mark_do_no_harm(write):
    path = write("\ufeffquestion_id,image,raw\nq1,x,B\n", "answers.csv")
    assert read_replies(path, "m").replies == {"q1": Reply("B")}


def test_it_answers_what_it_is_asked_and_is_silent_where_it_has_nothing(write):
    replies = read_replies(write([row("q1", "A")]), "m")
    prompts = [Prompt(PromptKey("e1", each), "Existence", "", ("No", "Yes"), (), "none") for each in ("q1", "q2")]
    assert [(each.key.question_id, each.raw) for each in replies.answer(prompts)] == [("q1", "A")]


def test_questions_without_an_answer_are_told_and_strangers_are_refused(write):
    path = write([row("q1", "A"), row("q7", "B")])
    replies = read_replies(path, "m")
    assert check_ids(replies, ["q3", "q2", "q1", "q7"], path) == ["q2", "q3"]
    with pytest.raises(ConfigError, match=r"1 of its ids are no question of this generation and rung \(q7\)"):
        check_ids(replies, ["q1", "q2"], path)


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("answers.jsonl", [row("q1", "A"), row("q1", "B")], r"1 of its ids stand there more than once \(q1\)"),
        ("answers.jsonl", [row("q1", None), row("q1", "B")], "more than once"),
        ("answers.jsonl", [{"id": "q1", "raw": "A"}], "line 1: it has no `question_id`, only id, raw"),
        ("answers.jsonl", [row("q1", "A"), {"question_id": "q2"}], "line 2: it has no `raw`"),
        ("answers.jsonl", [row("q1", 3)], "line 1: `question_id` and `raw` must be texts"),
        (
            "answers.jsonl",
            [row("q1", "A", finish_reason="done")],
            "finish_reason `done` is none of stop, length, error",
        ),
        ("answers.jsonl", '{"question_id": "q1"', "line 1: it is no JSON"),
        ("answers.jsonl", "[1]", "line 1: it is no JSON object"),
        ("answers.jsonl", "", "there is no answer in it"),
        ("answers.csv", "question_id,raw\nq1,A,B\n", "line 2: it has another number of fields"),
        ("answers.csv", "question_id,raw\nq1\n", "line 2: it has another number of fields"),
        ("answers.csv", 'question_id,raw\nq1,"A', "it is no CSV"),
        ("answers.csv", "id,answer\nq1,A\n", "it has no `question_id`, only id, answer"),
        ("answers.xlsx", "", r"ends neither in .jsonl nor in .csv"),
    ],
)
def test_a_file_that_cannot_be_taken_is_refused_in_one_sentence(write, name, content, reason):
    with pytest.raises(ConfigError, match=reason) as refused:
        read_replies(write(content, name), "m")
    assert name in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_file_that_is_not_there_is_named(tmp_path):
    with pytest.raises(ConfigError, match=r"nowhere.jsonl can't be read"):
        read_replies(tmp_path / "nowhere.jsonl", "m")
