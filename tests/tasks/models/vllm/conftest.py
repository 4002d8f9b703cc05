import os
import sys
import tempfile
from pathlib import Path

import psutil
import pytest

from tasks.models.vllm import supervise

_WHO_TESTS = "PYTEST_XDIST_WORKER"


@pytest.fixture
def stand_in(tmp_path, monkeypatch) -> Path:
    """An environment with a `vllm` in it, named by LADDER_VLLM; it writes down its arguments where the test runs."""
    script = Path(__file__).parent / "stand_in.py"
    command = tmp_path / "environment" / "bin" / "vllm"
    command.parent.mkdir(parents=True)
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{script}" "$@"\n', encoding="utf-8")
    command.chmod(0o755)
    monkeypatch.setenv("LADDER_VLLM", str(tmp_path / "environment"))
    monkeypatch.delenv("LADDER_VLLM_ARGS", raising=False)
    monkeypatch.setenv("TMPDIR", str(tmp_path))  # logs of servers that fail stay for whoever reads the message
    monkeypatch.setattr(tempfile, "tempdir", None)
    monkeypatch.chdir(tmp_path)
    return command


@pytest.fixture
def nothing_left():
    """Every process that was started is gone at the end."""
    before = {process.pid for process in psutil.process_iter()}
    yield
    _, alive = psutil.wait_procs([each for each in psutil.process_iter() if _ours(each, before)], timeout=15)
    assert alive == []


def _ours(process: psutil.Process, before: set[int]) -> bool:
    if process.pid in before:
        return False
    try:
        words, told = " ".join(process.cmdline()), process.environ()
    except psutil.Error:
        return False
    if told.get(_WHO_TESTS) != os.environ.get(_WHO_TESTS):  # another process of the same tests
        return False
    return "stand_in.py" in words or supervise.__file__ in words or "time.sleep(600)" in words
