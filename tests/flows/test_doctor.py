import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from flows.doctor import check_lake, check_prefect, fails, rendered
from lake.store import open_lake
from tasks.doctor.finding import Finding

ROOT = Path(__file__).parents[2]


def test_a_lake_that_is_there_is_read_and_written(tmp_path):
    open_lake(str(tmp_path / "lake"), create=True)
    found = check_lake(str(tmp_path / "lake"))
    assert found.state == "ok"
    assert "can be read and written: 0 runs" in found.words


def test_a_lake_that_is_not_there_yet_is_missing_and_not_made(tmp_path):
    found = check_lake(str(tmp_path / "lake"))
    assert found.state == "missing"
    assert f"ladder run --lake {tmp_path / 'lake'}" in found.remedy
    assert not (tmp_path / "lake").exists()


@pytest.mark.parametrize("uri", ["file", "file/below", "gs://bucket/lake", ""])
def test_a_place_that_can_be_no_lake_is_broken(tmp_path, monkeypatch, uri):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").write_text("")
    assert check_lake(uri).state == "broken"


def test_a_lake_that_this_version_cannot_read_is_broken(tmp_path):
    open_lake(str(tmp_path), create=True)
    (tmp_path / "_lake.json").write_text('{"format": 99}')
    found = check_lake(str(tmp_path))
    assert found.state == "broken"
    assert "layout 99" in found.words
    assert found.remedy


def test_a_prefect_server_that_does_not_answer_is_broken(monkeypatch):
    monkeypatch.setenv("PREFECT_API_URL", "http://127.0.0.1:9/api")
    found = check_prefect()
    assert found.state == "broken"
    assert "no server answers there" in found.words
    assert "unset the variable" in found.remedy


def test_a_prefect_server_that_answers_is_well(server, monkeypatch):
    monkeypatch.setenv("PREFECT_API_URL", server)
    assert (check_prefect().state, check_prefect().words) == ("ok", f"a server answers at {server}")


def test_without_a_prefect_server_one_of_our_own_is_promised(monkeypatch, tmp_path):
    monkeypatch.delenv("PREFECT_API_URL", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert check_prefect().state == "ok"
    assert str(tmp_path) in check_prefect().words
    assert list(tmp_path.iterdir()) == [], "nothing is started and nothing is written"


def test_what_is_well_needs_no_remedy_and_the_rest_has_it_below():
    text = rendered([Finding("a", "ok", "well", "unsaid"), Finding("b", "missing", "not there", "Put it there.")])
    assert [line.split() for line in text.splitlines()] == [
        ["ok", "a", "well"],
        ["missing", "b", "not", "there"],
        ["Put", "it", "there."],
    ]


def test_the_command_fails_only_over_what_a_flag_asks_for():
    assert not fails([Finding("a", "broken", "")])
    assert fails([Finding("a", "broken", "").asked_for()])


def _doctor(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "HF_HOME": str(folder / "hf"), "HF_HUB_OFFLINE": "1"}
    environment.pop("PREFECT_API_URL", None)
    command = [sys.executable, "-W", "error::ResourceWarning", "-m", "flows", "doctor", *arguments]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=300)


@pytest.mark.slow
def test_the_command_says_all_of_it_as_json_and_leaves_nothing_behind(tmp_path):
    done = _doctor(tmp_path, "--json")
    assert done.returncode == 0, done.stderr
    subjects = [finding["subject"] for finding in json.loads(done.stdout)]
    assert {"machine", "packages: core", "GPU", "model cache", "vllm", "AI2-THOR", "Prefect API", "lake"} <= set(
        subjects
    )
    assert "server" not in subjects
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_the_command_exits_1_where_a_server_that_is_asked_for_does_not_answer(tmp_path):
    done = _doctor(tmp_path, "--url", "http://127.0.0.1:9/v1")
    assert done.returncode == 1
    assert "no server answers at http://127.0.0.1:9/v1" in done.stdout
