"""However the parent ends, nothing of it is left: the server, the workers, Python's own helpers."""

import json
import signal
import time

import psutil
import pytest


@pytest.mark.slow
def test_a_worker_that_died_in_the_midst_of_a_message_does_not_keep_the_parent_from_ending(script):
    process = script("demo.py", "locked")
    out, _ = process.communicate(timeout=240)
    assert process.returncode == 0
    assert json.loads(out)["squares"] == {"0": 0, "1": 1, "2": 4, "3": 9}


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["idle", "busy"])
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT], ids=lambda how: how.name)
def test_nothing_is_left_when_the_parent_ends(script, mode, how):
    process = script("demo.py", mode)
    assert process.stdout.readline().strip() == mode
    family = psutil.Process(process.pid).children(recursive=True)
    commands = [" ".join(child.cmdline()) for child in family]
    for part in ("flows.server_process", "spawn_main", "resource_tracker"):
        assert any(part in command for command in commands), commands
    assert len(family) >= 4  # the server, two workers, the tracker
    process.send_signal(how)
    # Who ends must be waited for, or it stays in the table of processes.
    start = time.monotonic()
    process.wait(15)
    _, alive = psutil.wait_procs(family, timeout=15 - (time.monotonic() - start))
    assert alive == []
