import json
import os
import socket
import subprocess
import sys

import polars as pl
import pytest

from expectations.gate import run_gate
from schemas.contract import check
from schemas.errors import ContractError
from schemas.tables import empty

_Q3 = pl.col("question_id") == "ep_00001_q3"


def statuses(result):
    return {(row["table"], row["expectation"]): row["status"] for row in result.rows.iter_rows(named=True)}


def test_a_clean_generation_passes_everything_and_fills_no_quarantine(generation, gate):
    result = gate(generation)
    assert set(statuses(result).values()) == {"passed"}
    assert result.passed
    assert result.quarantine.is_empty()
    assert result.summary == f"{result.rows.height} of {result.rows.height} expectations hold."


@pytest.mark.parametrize("table", ["houses", "episodes", "frames", "observations", "questions"])
def test_an_empty_table_fails(generation, gate, table):
    generation[table] = empty(table)
    result = gate(generation)
    assert not result.passed
    assert statuses(result)[table, "has_rows"] == "failed"


def test_a_generation_without_rejections_passes(generation, gate):
    generation["rejections"] = empty("rejections")
    assert gate(generation).passed


def test_a_generation_that_draws_no_frames_needs_no_images(generation, gate):
    generation["images"] = empty("images")
    generation["frames"] = generation["frames"].with_columns(pixel_hash=pl.lit(None, dtype=pl.String))
    assert gate(generation).passed


def test_a_generation_without_a_test_split_has_no_strata_to_balance(generation, gate):
    train = {table: frame.filter(split="train") for table, frame in generation.items()}
    assert gate(train).passed


def test_a_check_that_cannot_be_made_is_errored_and_not_failed(generation, gate):
    generation["questions"] = generation["questions"].drop("text")
    result = gate(generation)
    row = result.rows.filter(table="questions", expectation="no_target_mention").row(0, named=True)
    assert row["status"] == "errored"
    assert "text" in row["detail"]
    assert statuses(result)["questions", "evidence_count"] == "passed"
    assert not result.passed
    assert "questions: `no_target_mention` could not be checked: ColumnNotFoundError" in result.summary


def test_rows_that_cannot_be_grouped_are_errored(generation, gate):
    generation["questions"] = generation["questions"].drop("answer")
    assert statuses(gate(generation))["questions_by_letter", "letter_is_no_cue"] == "errored"


def test_a_null_where_a_check_needs_a_value_fails(generation, gate):
    generation["episodes"] = generation["episodes"].with_columns(spawn_distance_m=pl.lit(None, dtype=pl.Float64))
    result = gate(generation)
    row = result.rows.filter(table="episodes", expectation="spawn_is_far_enough").row(0, named=True)
    assert (row["status"], row["n_failed"]) == ("failed", 5)


def test_paper_is_excused_from_sufficiency_and_letter_balance_which_are_recorded(generation, gate):
    generation["question_checks"] = generation["question_checks"].with_columns(sufficient=pl.lit(False))
    generation["questions"] = generation["questions"].with_columns(answer=pl.lit("A"))
    result = gate(generation, "paper")
    recorded = {key for key, status in statuses(result).items() if status == "recorded"}
    assert recorded == {("questions", "sufficient"), ("questions_by_letter", "letter_is_no_cue")}
    assert result.passed
    assert "; 2 recorded and not enforced (questions: `sufficient`: 40 of 40 rows" in result.summary
    assert result.quarantine.filter(expectation="sufficient").height == 40


def test_paper_is_excused_from_nothing_else(generation, gate):
    generation["questions"] = generation["questions"].with_columns(
        text=pl.when(_Q3).then(pl.lit("Was a desk in view?")).otherwise("text")
    )
    assert not gate(generation, "paper").passed


def test_an_excuse_covers_no_error(generation, gate):
    generation["question_checks"] = generation["question_checks"].drop("sufficient")
    result = gate(generation, "paper")
    assert statuses(result)["questions", "sufficient"] == "errored"
    assert not result.passed


def test_paper_may_cite_one_frame_and_sound_may_not(generation, gate):
    generation["questions"] = generation["questions"].with_columns(frame_refs=pl.lit([0], dtype=pl.List(pl.Int32)))
    assert gate(generation, "paper").passed
    assert statuses(gate(generation, "sound"))["questions", "evidence_count"] == "failed"


def test_sufficiency_that_nobody_worked_out_is_an_error_in_sound_and_unasked_in_paper(generation, gate):
    del generation["question_checks"]
    assert ("questions", "sufficient") not in statuses(gate(generation, "paper"))
    assert statuses(gate(generation, "sound"))["questions", "sufficient"] == "errored"


def test_the_result_passes_the_contracts_of_its_tables(generation, gate):
    generation["questions"] = pl.concat([generation["questions"], generation["questions"].filter(_Q3)])
    result = gate(generation)
    assert check("validations", result.rows).height == result.rows.height
    assert check("quarantine", result.quarantine).height == result.quarantine.height > 0


def test_quarantine_holds_the_whole_row(generation, gate):
    generation["images"] = generation["images"].with_columns(pixel_hash=pl.lit("0" * 64))
    row = json.loads(gate(generation).quarantine.filter(table="images")["row"][0])
    images = generation["images"]
    assert row == {**images.drop("data").row(0, named=True), "data_bytes": 4}


def test_the_summary_names_the_expectation_how_many_rows_and_the_first_keys(generation, gate):
    generation["question_checks"] = generation["question_checks"].with_columns(sufficient=~_Q3)
    named = "1 of 40 rows (test/ep_00001/ep_00001_q3)"
    assert gate(generation).summary == f"questions: `sufficient` fails: {named}."


def test_data_docs_say_in_words_what_was_expected(generation, gate):
    index = gate(generation).docs_index
    pages = "\n".join(page.read_text(encoding="utf-8") for page in index.parent.rglob("*.html"))
    for words in (
        "The navigation target must be invisible at spawn",
        "No question may mention the navigation target",
        "Every question must cite exactly 6 frames",
        "The house serves one split only.",
    ):
        assert words in pages
    assert "questions" in index.read_text(encoding="utf-8")


def test_data_docs_say_what_a_recipe_is_excused_from(generation, gate):
    folder = gate(generation, "paper").docs_index.parent
    assert "the recipe is excused from it" in (folder / "expectations" / "questions.html").read_text(encoding="utf-8")


def test_a_second_gate_replaces_the_pages_of_the_first_and_no_other_file(generation, gate):
    folder = gate(generation).docs_index.parent
    note = folder / "note.txt"
    note.write_text("mine", encoding="utf-8")
    first = set(folder.rglob("validations/**/*.html"))
    gate(generation)
    second = set(folder.rglob("validations/**/*.html"))
    assert len(first) == len(second)
    assert first.isdisjoint(second)
    assert note.is_file()


def test_the_gate_calls_no_one(generation, gate, monkeypatch):
    calls = []
    monkeypatch.setattr(socket.socket, "connect", lambda _, address: calls.append(address))
    assert gate(generation).passed
    assert os.environ["GX_ANALYTICS_ENABLED"] == "false"
    assert calls == []


def test_a_table_that_was_not_handed_over_is_named(generation, tmp_path):
    del generation["frames"]
    with pytest.raises(ContractError, match="no `frames` among the tables"):
        run_gate(generation, "sound", "gen-0123456789ab", tmp_path)


def test_importing_the_gate_does_not_import_great_expectations():
    code = "import sys, expectations.gate, expectations.process; sys.exit('great_expectations' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
