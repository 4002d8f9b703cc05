"""A `ladder` command that is watched through its log and its lake, and killed at a chosen moment."""

import json
import os
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psutil
from ladder_command import Ran, command

_DEADLINE_S = 400.0


class Watched:
    """The command, started with `--log-json`; events of earlier commands in the same file are passed over."""

    def __init__(self, log: Path, *arguments: str | Path) -> None:
        self._log = log
        self._skip = log.stat().st_size if log.exists() else 0
        self._process = subprocess.Popen(
            command(*arguments, "--log-json", log),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=os.environ,
        )
        self.pid = self._process.pid

    def events(self, name: str, **fields: str) -> list[dict[str, Any]]:
        """Those of a name, with these fields, that this command has told so far."""
        if not self._log.exists():
            return []
        whole = self._log.read_bytes()[self._skip :].rpartition(b"\n")[0]
        told = [json.loads(line) for line in whole.splitlines()]
        return [each for each in told if each["event"] == name and fields.items() <= each.items()]

    def wait_for(self, condition: Callable[[], object]) -> None:
        """Returns when the condition holds; the command must not end before."""
        deadline = time.monotonic() + _DEADLINE_S
        while not condition():
            if self._process.poll() is not None:
                raise AssertionError(f"it ended first, with {self._process.communicate()}")
            assert time.monotonic() < deadline
            time.sleep(0.002)

    def workers(self) -> list[psutil.Process]:
        """Its worker processes, oldest first."""
        children = psutil.Process(self.pid).children()
        return sorted((each for each in children if _is_worker(each)), key=lambda each: each.create_time())

    def send(self, number: signal.Signals) -> None:
        self._process.send_signal(number)

    def kill(self, *others: psutil.Process) -> list[psutil.Process]:
        """Kill the command and some of its workers at once; what of its family still lives twenty seconds later."""
        family = [psutil.Process(self.pid), *psutil.Process(self.pid).children(recursive=True)]
        self._process.kill()
        for other in others:
            other.kill()
        self._process.communicate()
        assert self._process.returncode == -signal.SIGKILL
        return psutil.wait_procs(family, timeout=20)[1]

    def end(self) -> Ran:
        """How the command ends by itself."""
        out, err = self._process.communicate(timeout=_DEADLINE_S)
        return Ran(self._process.returncode, out, err)

    def close(self) -> None:
        if self._process.poll() is None:
            self._process.kill()
        self._process.communicate()


def _is_worker(process: psutil.Process) -> bool:
    try:
        return any("spawn_main" in part for part in process.cmdline())
    except psutil.Error:
        return False
