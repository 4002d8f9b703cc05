"""What happens in a run as JSON lines: `--log-json FILE`."""

import json
import logging
import os
import sys
import weakref
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from flows.logs import about, event, tell_gate, told_run, told_stage, write_events
from schemas.errors import ConfigError

sys.path.insert(0, str(Path(__file__).parent))
from ladder_command import ladder  # a helper beside the tests

COMMANDS = ("run", "generate", "evaluate", "render")


@pytest.fixture
def file(tmp_path: Path) -> Iterator[Path]:
    path = tmp_path / "run.jsonl"
    write_events(path)
    yield path
    write_events(None)


def lines(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def test_an_event_is_a_line_with_its_time_level_process_and_fields(file: Path) -> None:
    event("shard_done", split="test", shard="E2-reader", rows={"responses": 16}, worker=None)
    (line,) = lines(file)
    assert line.pop("time").endswith("+00:00")
    assert line == {
        "level": "INFO",
        "event": "shard_done",
        "pid": os.getpid(),
        "split": "test",
        "shard": "E2-reader",
        "rows": {"responses": 16},
    }


def test_times_are_those_of_now(file: Path) -> None:
    event("gate_passed")
    now = datetime.now().astimezone()
    assert timedelta(0) <= now - datetime.fromisoformat(lines(file)[0]["time"]) < timedelta(minutes=1)


def test_events_inside_a_block_have_its_fields_and_those_after_it_have_not(file: Path) -> None:
    with about(run_id="gen-1"), about(stage="gate"):
        event("inside")
    event("after")
    inside, after = lines(file)
    assert (inside["run_id"], inside["stage"]) == ("gen-1", "gate")
    assert not {"run_id", "stage"} & after.keys()


@pytest.mark.parametrize(("begun", "name"), [(False, "run_started"), (True, "run_taken_up")])
def test_a_run_that_was_begun_before_is_taken_up(begun: bool, name: str, file: Path) -> None:
    with told_run("gen-1", begun=begun):
        event("run_published")
    assert [(line["event"], line["run_id"]) for line in lines(file)] == [(name, "gen-1"), ("run_published", "gen-1")]


@pytest.mark.parametrize(
    ("error", "name", "level", "reason"),
    [
        (ConfigError("no house."), "run_failed", "ERROR", "ConfigError: no house."),
        (KeyboardInterrupt(), "run_stopped", "WARNING", "SIGINT"),
    ],
)
def test_a_run_that_ends_otherwise_says_why(
    error: BaseException, name: str, level: str, reason: str, file: Path
) -> None:
    with pytest.raises(type(error)), told_run("gen-1", begun=False), told_stage("episodes"):
        raise error
    stage, run = lines(file)[-2:]
    assert (stage["event"], stage["stage"]) == ("stage_failed", "episodes")
    assert stage["seconds"] >= 0
    assert (run["event"], run["level"], run["reason"]) == (name, level, reason)


def test_a_gate_says_how_it_found_the_generation(file: Path) -> None:
    tell_gate(passed=True, summary="all well")
    tell_gate(passed=False, summary="evidence_count: 3 rows")
    passed, failed = lines(file)
    assert (passed["event"], passed["level"]) == ("gate_passed", "INFO")
    assert (failed["event"], failed["level"], failed["reason"]) == ("gate_failed", "ERROR", "evidence_count: 3 rows")


def test_no_key_and_no_password_enters_a_log(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    secrets = {
        "AWS_ACCESS_KEY_ID": "AKIA1234",
        "AWS_SECRET_ACCESS_KEY": 's3cr"et/+\\key',
        "OPENAI_API_KEY": "sk-123456",
        "PREFECT_API_AUTH_STRING": "admin:pass1",
    }
    for name, secret in secrets.items():
        monkeypatch.setenv(name, secret)
    said = " ".join(secrets.values())
    event("shard_failed", reason=f"refused: {said} at http://ann:pw-7@host/v1", rows={"a": [said]}, shard=said)
    text = file.read_text(encoding="utf-8")
    assert not [secret for secret in (*secrets.values(), "pw-7", "ann") if json.dumps(secret)[1:-1] in text]
    (line,) = lines(file)
    assert line["reason"] == "refused: *** *** *** *** at http://***@host/v1"


def test_lines_are_added_to_those_of_earlier_calls_also_when_logging_is_set_up_anew(file: Path) -> None:
    event("one")
    write_events(file)
    event("two")
    logging.shutdown([weakref.ref(each) for each in logging.getLogger("ladder").handlers])  # as dictConfig does
    event("three")
    assert [line["event"] for line in lines(file)] == ["one", "two", "three"]


def test_without_a_file_nothing_is_written_anywhere(capfd: pytest.CaptureFixture[str]) -> None:
    write_events(None)
    with told_run("gen-1", begun=False):
        event("worker_died", level=logging.ERROR)
    assert capfd.readouterr() == ("", "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no full device")
def test_a_full_disk_under_the_log_is_said_once_and_stops_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    write_events(Path("/dev/full"))
    try:
        event("one")
        event("two")
    finally:
        write_events(None)
    (said,) = capsys.readouterr().err.splitlines()
    assert said.startswith("--log-json /dev/full: events are lost")
    assert "No space left" in said


@pytest.mark.slow
@pytest.mark.parametrize(("name", "by"), [*((name, "flag") for name in COMMANDS), ("run", "variable")])
def test_a_file_that_cannot_be_written_is_refused_before_work_starts(name: str, by: str, tmp_path: Path) -> None:
    log = str(tmp_path / "nowhere" / "run.jsonl")
    run = () if name in ("run", "generate") else ("gen-000000000000",)
    flag, variable = (("--log-json", log), {}) if by == "flag" else ((), {"LADDER_LOG_JSON": log})
    ran = ladder(name, *run, "--lake", tmp_path / "lake", *flag, **variable)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.count("\n") == 1
    assert ran.err.startswith(f"ConfigError: --log-json {log}: the file can't be written (No such file or directory)")
    assert not (tmp_path / "lake").exists()
