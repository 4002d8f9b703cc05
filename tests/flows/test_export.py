"""Questions exported from a lake, with pictures; and what other programs make of them."""

import csv
import hashlib
import importlib.util
import json
import subprocess
import sys
from pathlib import Path

import imagecodecs
import polars as pl
import pytest

from flows.export import ExportRequest, export
from lake.scan import scan
from schemas.errors import ConfigError
from tasks.episodes.rows import pixel_hash
from tasks.models.prompting import built_in

sys.path.insert(0, str(Path(__file__).parent))
from stored_lake import RUN, stored_lake  # a helper beside the tests


@pytest.fixture
def lake(stored):
    return stored


def exported(lake, to, rung="E2", **more):
    told = export(ExportRequest(RUN, rung, to, **more), lake.root)
    return told, [json.loads(line) for line in to.read_text(encoding="utf-8").split("\n")[:-1]]


def test_every_question_is_there_once_with_the_keys_of_the_lake(lake, tmp_path):
    told, rows = exported(lake, tmp_path / "e2.jsonl")
    stored = scan(lake, "questions", run_id=RUN, split="test").sort("question_id").collect()
    episodes = scan(lake, "episodes", run_id=RUN, split="test").collect()
    assert told["questions"] == stored.height
    assert [row["question_id"] for row in rows] == stored["question_id"].to_list()
    assert [row["answer"] for row in rows] == stored["answer"].to_list()
    assert [row["frames"] for row in rows] == stored["frame_refs"].to_list()
    homes = dict(episodes.select("episode_id", "house_id").iter_rows())
    assert all(row["house_id"] == homes[row["episode_id"]] for row in rows)


def test_exported_pictures_have_the_stored_pixels_bit_for_bit(lake, tmp_path):
    _, rows = exported(lake, tmp_path / "e2.jsonl")
    stored = {
        (episode, t): hash_
        for episode, t, hash_ in scan(lake, "images", run_id=RUN)
        .select("episode_id", "t", "pixel_hash")
        .collect()
        .rows()
    }
    for row in rows:
        for t, image, hash_ in zip(row["frames"], row["images"], row["pixel_hashes"], strict=True):
            assert hash_ == stored[row["episode_id"], t]
            assert pixel_hash(imagecodecs.png_decode((tmp_path / image).read_bytes())) == hash_


def test_an_export_of_the_same_rung_is_the_same_file(lake, tmp_path):
    digests = set()
    for name in ("one", "other"):
        exported(lake, tmp_path / f"{name}.jsonl", rung="E2-shuffled", images="inline")
        digests.add(hashlib.sha256((tmp_path / f"{name}.jsonl").read_bytes()).hexdigest())
    assert len(digests) == 1


def test_questions_that_a_rung_cannot_put_are_counted(lake, tmp_path):
    told, rows = exported(lake, tmp_path / "e2.jsonl", rung="E0-rot3")
    assert all(row["n_options"] == 4 for row in rows)
    questions = scan(lake, "questions", run_id=RUN).select(pl.col("options").list.len()).collect().to_series()
    assert told["not put by this rung"] == questions.filter(questions < 4).len()


def test_words_and_letters_of_ones_own_are_in_the_export(lake, tmp_path):
    folder = tmp_path / "prompts"
    folder.mkdir()
    (folder / "text_only.txt").write_text("{target_room}: {question}\n{options}\n{letters}!", encoding="utf-8")
    _, rows = exported(lake, tmp_path / "e0.jsonl", rung="E0", prompts=folder, letters="as many as options")
    assert {row["prompt"].splitlines()[-1] for row in rows} <= {"A or B!", "A, B or C!", "A, B, C or D!"}
    _, ours = exported(lake, tmp_path / "ours.jsonl", rung="E0")
    assert all(row["prompt"].endswith("(A, B, C or D).") for row in ours)  # as the recipe `paper` has it


@pytest.mark.slow
def test_inspect_ai_loads_the_export_and_answers_it(lake, tmp_path):
    if not importlib.util.find_spec("inspect_ai"):
        pytest.skip("inspect_ai is not installed")
    _, samples = exported(lake, tmp_path / "e2.jsonl", format="inspect")
    script = Path(__file__).with_name("inspect_export.py")
    ran = subprocess.run(
        [sys.executable, script, tmp_path / "e2.jsonl", tmp_path / "logs"],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        timeout=300,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    seen = json.loads(ran.stdout.splitlines()[-1])
    assert (seen["status"], seen["accuracy"]) == ("success", 1.0), seen["error"]
    for told, sample in zip(seen["samples"], samples, strict=True):
        content = sample["input"][0]["content"]
        assert told["id"] == sample["id"]
        assert told["images"] == [True] * (len(content) - 1)
        assert told["text"] == content[-1]["text"]
        assert told["house"] == sample["metadata"]["house_id"]


def test_a_table_for_vlmevalkit_has_a_row_a_question(lake, tmp_path):
    csv.field_size_limit(2**31 - 1)
    export(ExportRequest(RUN, "E2", tmp_path / "e2.tsv", "vlmeval-tsv"), lake.root)
    with (tmp_path / "e2.tsv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    assert [row["index"] for row in rows] == [str(number) for number in range(len(rows))]
    assert len(rows) == scan(lake, "questions", run_id=RUN).collect().height
    assert list(tmp_path.iterdir()) == [tmp_path / "e2.tsv"]


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"rung": "E9"}, "no rung `E9`"),
        ({"rung": "E5"}, "rung E5 shows what its own walk saw, which no generation holds"),
        ({"rung": "E1"}, "rung E1 asks nothing"),
        ({"format": "xml"}, "--format xml: it is one of jsonl, vlmeval-tsv, inspect"),
        ({"split": "train"}, "--split train: generation `gen-0123456789ab` has test"),
        ({"images": "none"}, "--images none"),
        ({"letters": "five"}, "--letters five: it is one of `as many as options`, `four`"),
        ({"generation": "gen-000000000000"}, "no generation `gen-000000000000`"),
        ({"to": Path("/nowhere/at/all.jsonl")}, "there is no folder"),
        ({"prompts": Path("/nowhere")}, "there is no such folder"),
    ],
)
def test_what_cannot_be_exported_is_refused_and_nothing_is_written(lake, tmp_path, changes, reason):
    asked = {"generation": RUN, "rung": "E2", "to": tmp_path / "e2.jsonl"} | changes
    with pytest.raises(ConfigError, match=reason):
        export(ExportRequest(**asked), lake.root)
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_is_there_is_left_alone(lake, tmp_path):
    there = tmp_path / "e2.jsonl"
    there.write_text("mine", encoding="utf-8")
    with pytest.raises(ConfigError, match="it is there already"):
        export(ExportRequest(RUN, "E2", there), lake.root)
    assert there.read_text(encoding="utf-8") == "mine"


def test_a_file_where_the_pictures_folder_is_to_be_is_named(lake, tmp_path):
    (tmp_path / "e2_images").write_text("mine", encoding="utf-8")
    with pytest.raises(ConfigError, match=r"--to .*e2.jsonl: it can't be written \(File exists, at .*e2_images\)"):
        export(ExportRequest(RUN, "E2", tmp_path / "e2.jsonl"), lake.root)
    assert [path.name for path in tmp_path.iterdir()] == ["e2_images"]


@pytest.mark.parametrize("length", [250, 300])  # too long for what the unfinished file is called, and at all
def test_a_name_that_is_too_long_is_refused(lake, tmp_path, length):
    with pytest.raises(ConfigError, match=r"\(File name too long"):
        export(ExportRequest(RUN, "E0", tmp_path / f"{'n' * (length - 6)}.jsonl"), lake.root)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("images", ["files", "inline"])
def test_a_disk_that_takes_no_more_ends_in_a_sentence_and_leaves_nothing_that_is_cut(
    lake, tmp_path, largest_file, images
):
    with largest_file(4000), pytest.raises(ConfigError, match=r"it can't be written .*File too large"):
        export(ExportRequest(RUN, "E2", tmp_path / "e2.jsonl", images=images), lake.root)
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


def test_prompts_are_written_to_a_new_folder_and_serve_again_from_there(lake, tmp_path):
    from flows.prompts import write_prompts
    from tasks.models.prompting import prompts_in

    assert [path.name for path in write_prompts(tmp_path / "mine")] == list(built_in().names)
    assert prompts_in(tmp_path / "mine").digest == built_in().digest
    with pytest.raises(ConfigError, match="it is there already"):
        write_prompts(tmp_path / "mine")


def test_a_split_without_pictures_is_refused_where_the_rung_shows_some(houses, tmp_path):
    undrawn = stored_lake(tmp_path / "lake", houses[4], draw=False)
    with pytest.raises(ConfigError, match=r"no pictures of split test, and rung E2 shows some.*`ladder render"):
        export(ExportRequest(RUN, "E2", tmp_path / "e2.jsonl"), undrawn.root)
    assert export(ExportRequest(RUN, "E0", tmp_path / "e0.jsonl"), undrawn.root)["questions"] > 0
