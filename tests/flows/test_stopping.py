"""How a command is stopped by Ctrl-C and SIGTERM; in the midst of a run: test_kills.py."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

# What a library does with whatever comes up in it: pydantic, of the settings that Prefect sends to a worker.
WRAPPED = """
import os, signal, sys
from pydantic import BaseModel, model_serializer
from flows.stopping import stop_on_sigterm, stopped_by

class Inner(BaseModel):
    @model_serializer(mode="wrap")
    def write(self, handler):
        os.kill(os.getpid(), getattr(signal, sys.argv[1]))
        return handler(self)

class Outer(BaseModel):
    inner: Inner = Inner()

stop_on_sigterm()
try:
    Outer().model_dump()
except BaseException as error:
    print(type(error).__name__, stopped_by(error).name)
"""

UNTOUCHED = """
from flows.stopping import stop_on_sigterm, stopped_by
stop_on_sigterm()
print(stopped_by(ValueError("no")), stopped_by(SystemExit(0)))
"""


def said(script: str, *arguments: str) -> str:
    ran = subprocess.run(
        [sys.executable, "-W", "error", "-c", script, *arguments],
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=60,
        check=True,
    )
    assert ran.stderr == ""
    return ran.stdout.strip()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT], ids=lambda each: each.name)
def test_a_signal_is_known_behind_an_error_that_a_library_made_of_it(number: signal.Signals) -> None:
    assert said(WRAPPED, number.name) == f"PydanticSerializationError {number.name}"


def test_an_error_without_a_signal_is_an_error() -> None:
    assert said(UNTOUCHED) == "None None"
