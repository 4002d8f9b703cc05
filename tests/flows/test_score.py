"""Answers from elsewhere, scored; and stored answers, read again."""

import json
import shutil
import sys
from pathlib import Path

import polars as pl
import pytest

from flows.export import ExportRequest, export
from flows.rescore import rescore
from flows.score import ScoreRequest, score
from lake.digest import digest
from lake.publish import record_of
from lake.runs import published
from lake.scan import scan
from lake.store import open_lake
from schemas.errors import ConfigError, ContractError
from tasks.models.parse import PARSER_VERSION, Parsed
from tasks.models.prompting import built_in

sys.path.insert(0, str(Path(__file__).parent))
from ladder_command import ladder  # helpers beside the tests
from stored_lake import RUN


@pytest.fixture
def lake(stored, tmp_path):
    """A copy of its own for each test."""
    return open_lake(str(shutil.copytree(stored.root, tmp_path / "lake")), create=False)


@pytest.fixture(scope="module")
def questions(stored, tmp_path_factory):
    """As they were exported."""
    path = tmp_path_factory.mktemp("score") / "e2.jsonl"
    export(ExportRequest(RUN, "E2", path), stored.root)
    return [json.loads(line) for line in path.read_text(encoding="utf-8").split("\n")[:-1]]


@pytest.fixture
def answers(tmp_path):
    def write(rows, name="my-model.jsonl"):
        path = tmp_path / name
        path.write_text("\n".join(json.dumps(row) for row in rows), encoding="utf-8")
        return path

    return write


def said(questions, word=lambda question: question["answer"]):
    return [{"question_id": each["question_id"], "raw": word(each)} for each in questions]


def all_of(lake, evaluation, table):
    return scan(lake, table, run_id=evaluation).collect()


def total(lake, evaluation):
    whole = (pl.col("family") == "all") & (pl.col("stratum") == "all")
    return all_of(lake, evaluation, "rung_metrics").filter(whole).row(0, named=True)


def test_answers_become_an_evaluation_with_every_denominator(lake, questions, answers):
    rows = said(questions)
    rows[0]["raw"] = "I cannot tell."
    rows[1] |= {"raw": "<think>Let me", "finish_reason": "length"}
    rows[2]["finish_reason"] = "error"
    told = score(ScoreRequest(answers(rows[:-2]), "E2", RUN), lake.root)
    found = total(lake, told["evaluation"])
    n = len(questions)
    assert (told["questions"], told["without an answer"]) == (n, 2)
    assert [found[name] for name in ("designated", "executed", "answered", "parsed", "correct")] == [
        n,
        n,
        n - 3,
        n - 5,
        n - 5,
    ]
    statuses = all_of(lake, told["evaluation"], "predictions").group_by("status").len().rows()
    assert {"refusal", "truncated", "letter"} <= {status for status, _ in statuses}


def test_each_answer_is_stored_with_the_evidence_that_was_exported(lake, questions, answers):
    told = score(ScoreRequest(answers(said(questions)), "E2", RUN), lake.root)
    stored = all_of(lake, told["evaluation"], "responses").sort("question_id")
    assert stored["evidence_frames"].to_list() == [each["frames"] for each in questions]
    assert stored["evidence_hashes"].to_list() == [each["pixel_hashes"] for each in questions]
    assert stored["answerer"].unique().to_list() == [told["answerer"]]


def test_the_report_is_written_and_the_manifest_names_the_file(lake, questions, answers):
    path = answers(said(questions), "tuned-7b.jsonl")
    told = score(ScoreRequest(path, "E2", RUN), lake.root)
    assert told["answerer"].startswith("tuned-7b@")
    assert told["answerer"] in Path(told["report"]).read_text(encoding="utf-8")
    manifest = json.loads(record_of(lake, told["evaluation"]).manifest)
    assert manifest["answers"]["file"] == "tuned-7b.jsonl"
    assert manifest["settings"]["parser"] == PARSER_VERSION


def test_the_same_answers_are_one_run_and_others_under_that_name_another(lake, questions, answers):
    first = score(ScoreRequest(answers(said(questions)), "E2", RUN, "m"), lake.root)
    n_runs = len(published(lake))
    assert score(ScoreRequest(answers(said(questions)[::-1]), "E2", RUN, "m"), lake.root) == first
    assert len(published(lake)) == n_runs
    other = score(ScoreRequest(answers(said(questions, lambda each: "A")), "E2", RUN, "m"), lake.root)
    assert other["evaluation"] != first["evaluation"]


def test_a_turned_rung_is_scored_by_its_own_letters(lake, tmp_path, answers):
    export(ExportRequest(RUN, "E2-rot1", tmp_path / "rot.jsonl"), lake.root)
    turned = [json.loads(line) for line in (tmp_path / "rot.jsonl").read_text(encoding="utf-8").splitlines()]
    told = score(ScoreRequest(answers(said(turned)), "E2-rot1", RUN), lake.root)
    assert total(lake, told["evaluation"])["accuracy"] == 1.0


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda rows: rows.append({"question_id": "ep_99999_q1", "raw": "A"}), r"no question of .* \(ep_99999_q1\)"),
        (lambda rows: rows.append(rows[0]), "more than once"),
        (lambda rows: rows[3].pop("raw"), "line 4: it has no `raw`"),
        (lambda rows: rows.clear(), "there is no answer in it"),
    ],
)
def test_answers_that_do_not_fit_are_refused_and_no_run_is_begun(lake, questions, answers, change, reason):
    rows = said(questions)
    change(rows)
    with pytest.raises(ConfigError, match=reason):
        score(ScoreRequest(answers(rows), "E2", RUN), lake.root)
    assert [record.run_id for record in published(lake)] == [RUN]


@pytest.mark.parametrize("name", ["reader", "uniform:3", "my@model"])
def test_a_name_of_one_of_our_own_is_refused(lake, questions, answers, name):
    with pytest.raises(ConfigError, match="Choose another name"):
        score(ScoreRequest(answers(said(questions)), "E2", RUN, name), lake.root)


@pytest.fixture
def read_long_ago(lake, questions, answers, monkeypatch):
    """An evaluation that was read by a parser that knew nothing but bare letters."""

    def strict(raw, options, finish_reason=None):
        return Parsed("letter", raw) if raw in "ABCD"[: len(options)] else Parsed("ambiguous")

    words = answers(said(questions, lambda each: f"The answer is {each['answer']}."))
    with monkeypatch.context() as then:
        then.setattr("flows.score.PARSER_VERSION", "0")
        then.setattr("tasks.analysis.judge.parse_answer", strict)
        return score(ScoreRequest(words, "E2", RUN), lake.root)["evaluation"]


def test_reading_again_makes_a_new_evaluation_and_leaves_the_old_one_as_it_was(lake, read_long_ago, questions):
    before = digest(lake, read_long_ago)
    told = rescore(read_long_ago, lake.root)
    assert told["read otherwise"] == len(questions)
    assert told["parser"] == f"0 -> {PARSER_VERSION}"
    assert told["ambiguous -> letter"] == len(questions)
    assert digest(lake, read_long_ago) == before
    assert total(lake, read_long_ago)["accuracy"] == 0.0
    assert total(lake, told["evaluation"])["accuracy"] == 1.0


def test_the_new_one_cites_the_old_one_and_holds_the_very_answers(lake, read_long_ago):
    evaluation = rescore(read_long_ago, lake.root)["evaluation"]
    manifest = json.loads(record_of(lake, evaluation).manifest)
    assert manifest["rescored_from"] == read_long_ago
    assert manifest["answers"]["file"] == "my-model.jsonl"
    now, then = (all_of(lake, run, "responses").sort("question_id") for run in (evaluation, read_long_ago))
    assert now["cached_from"].unique().to_list() == [read_long_ago]
    assert now.drop("run_id", "cached_from").equals(then.drop("run_id", "cached_from"))


def test_its_name_is_that_of_the_same_evaluation_asked_today(lake, read_long_ago, questions, answers):
    told = rescore(read_long_ago, lake.root)
    words = answers(said(questions, lambda each: f"The answer is {each['answer']}."))
    assert score(ScoreRequest(words, "E2", RUN), lake.root)["evaluation"] == told["evaluation"]
    assert rescore(read_long_ago, lake.root) == told


def test_todays_readings_are_held_against_what_is_stored(lake, questions, answers):
    evaluation = score(ScoreRequest(answers(said(questions)), "E2", RUN), lake.root)["evaluation"]
    n_runs = len(published(lake))
    told = rescore(evaluation, lake.root)
    assert (told["evaluation"], told["read otherwise"]) == (evaluation, 0)
    assert len(published(lake)) == n_runs


def test_a_parser_that_changed_under_its_version_is_found_out(lake, questions, answers, monkeypatch):
    evaluation = score(ScoreRequest(answers(said(questions)), "E2", RUN), lake.root)["evaluation"]
    monkeypatch.setattr("tasks.analysis.judge.parse_answer", lambda raw, options, reason: Parsed("ambiguous"))
    with pytest.raises(ContractError, match=r"read otherwise than they are stored, by a parser of the same version"):
        rescore(evaluation, lake.root)


@pytest.mark.slow
def test_a_scoring_that_was_killed_is_ended_by_the_same_command(lake, questions, answers, tmp_path):
    spare = open_lake(str(shutil.copytree(lake.root, tmp_path / "spare")), create=False)
    path = answers(said(questions))
    command = ("score", path, "--rung", "E2", "--run", RUN, "--name", "m", "--lake", lake.root, "--json")
    assert ladder(*command, LADDER_FAILPOINT="before_publish").code < 0
    assert [record.run_id for record in published(lake)] == [RUN]
    ended = ladder(*command)
    assert ended.code == 0, ended.err
    at_once = score(ScoreRequest(path, "E2", RUN, "m"), spare.root)["evaluation"]
    assert ended.result["evaluation"] == at_once
    assert digest(lake, at_once) == digest(spare, at_once)


@pytest.mark.parametrize("run", [RUN, "eval-000000000000"])
def test_only_an_evaluation_can_be_read_again(lake, run):
    with pytest.raises(ConfigError, match=f"no evaluation `{run}`"):
        rescore(run, lake.root)


def test_prompts_of_ones_own_stand_in_the_manifest_word_for_word(lake, questions, answers, tmp_path):
    folder = tmp_path / "prompts"
    folder.mkdir()
    own = built_in().text("frames_closed.txt") + "\nBe brief.\n"
    (folder / "frames_closed.txt").write_text(own, encoding="utf-8")
    for prompts, told in ((None, {}), (folder, {"frames_closed.txt": own})):
        request = ScoreRequest(answers(said(questions)), "E2", RUN, "me", prompts=prompts)
        record = record_of(lake, score(request, lake.root)["evaluation"])
        assert json.loads(record.manifest)["own_prompts"] == told
