import os
import subprocess
import sys
import time
from pathlib import Path

import polars as pl
import psutil
import pytest
from polars.testing import assert_frame_equal

import expectations
from expectations.process import run_in_subprocess
from schemas.errors import GateError

RUN = "gen-0123456789ab"
_PACKAGES = str(Path(expectations.__file__).parents[1])


@pytest.fixture
def stored(generation, tmp_path) -> Path:
    folder = tmp_path / "in"
    folder.mkdir()
    for table, frame in generation.items():
        frame.write_parquet(folder / f"{table}.parquet")
    return folder


def test_a_process_of_its_own_gives_the_same_result_and_writes_only_where_it_is_told(
    stored, generation, gate, tmp_path, monkeypatch
):
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("TMPDIR", str(home))
    monkeypatch.chdir(home)
    pl.read_parquet(stored / "question_checks.parquet").with_columns(sufficient=False).write_parquet(
        stored / "question_checks.parquet"
    )
    apart = run_in_subprocess(stored, tmp_path / "out", "sound", RUN, tmp_path / "apart")
    generation["question_checks"] = generation["question_checks"].with_columns(sufficient=pl.lit(False))
    here = gate(generation)
    assert_frame_equal(apart.rows, here.rows)
    assert_frame_equal(apart.quarantine, here.quarantine)
    assert (apart.passed, apart.summary) == (False, here.summary)
    assert apart.docs_index == tmp_path / "apart" / "index.html"
    assert apart.docs_index.is_file()
    assert list(home.iterdir()) == []


def test_a_process_that_ends_without_a_verdict_says_why(stored, tmp_path):
    (stored / "frames.parquet").unlink()
    with pytest.raises(GateError, match=r"ended with code 1 and no verdict; it said: ContractError: .*no `frames`"):
        run_in_subprocess(stored, tmp_path / "out", "sound", RUN, tmp_path / "docs")


@pytest.mark.slow
def test_the_process_ends_when_its_starter_is_killed(stored, tmp_path):
    os.mkfifo(stored / "zzz.parquet")  # the child waits here for a writer that never comes
    places = ", ".join(f"Path({str(folder)!r})" for folder in (stored, tmp_path / "out"))
    code = (
        "from pathlib import Path; from expectations.process import run_in_subprocess; "
        f"run_in_subprocess({places}, 'sound', {RUN!r}, Path({str(tmp_path / 'docs')!r}))"
    )
    starter = subprocess.Popen([sys.executable, "-c", code], env={**os.environ, "PYTHONPATH": _PACKAGES})
    child = _wait_for(lambda: psutil.Process(starter.pid).children())[0]
    starter.kill()
    starter.wait()
    psutil.wait_procs([child], timeout=15)
    assert not child.is_running()


def _wait_for(children, seconds=15.0):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if found := children():
            return found
        time.sleep(0.05)
    raise AssertionError("no child was started")
