"""The process between us and a server that we start: it ends the server, and all of its children, when we end.

It holds one end of a pipe (its standard input) whose other end only we hold. The system closes that end however we end,
also by kill -9; then the server is told to end and, where it does not, killed. Should this process itself be killed, the
kernel kills the server (Linux).

    python supervise.py LOG COMMAND...

Writes the server's process id to standard output, and ends with the server's own exit code. It imports nothing of ours, so
that it needs no path to find us, and the server gets no path of ours: packages of two environments must not mix.
"""

import os
import signal
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path

import psutil

_GRACE_S = 5.0
_OURS = frozenset({"PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV"})
"""Variables that lead a Python to packages of ours."""
_PR_SET_PDEATHSIG = 1
_PR_SET_CHILD_SUBREAPER = 36


def supervise(log: Path, command: list[str]) -> int:
    """Run the command until it ends or standard input is closed; returns its exit code."""
    _adopt_orphans()
    with log.open("wb") as sink:
        child = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=sink,
            stderr=subprocess.STDOUT,
            env={name: value for name, value in os.environ.items() if name not in _OURS},
            start_new_session=True,  # a group of its own, so that one signal reaches all that it started
            preexec_fn=_end_with_parent,
        )
    end = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: end.set())
    threading.Thread(target=_set_when_closed, args=(end,), daemon=True).start()
    print(child.pid, flush=True)
    while not end.is_set() and child.poll() is None:
        end.wait(0.1)
    _end(child)
    return child.returncode


def _set_when_closed(end: threading.Event) -> None:
    with suppress(OSError):  # a pipe that broke is a pipe that was closed
        while os.read(sys.stdin.fileno(), 1):
            pass
    end.set()


def _end(child: "subprocess.Popen[bytes]") -> None:
    """Ask all of them to end, then see to it. A server that died by itself may have left some behind."""
    with suppress(ProcessLookupError):
        os.killpg(child.pid, signal.SIGTERM)
    with suppress(subprocess.TimeoutExpired):
        child.wait(_GRACE_S)
    for process in psutil.Process().children(recursive=True):  # also those that made a group of their own
        with suppress(psutil.Error):
            process.kill()
    child.wait()


def _adopt_orphans() -> None:
    """Let descendants whose parent ends become our children, so that none gets out of sight (Linux)."""
    _prctl(_PR_SET_CHILD_SUBREAPER, 1)


def _end_with_parent() -> None:
    _prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def _prctl(option: int, value: int) -> None:
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(option, value)


if __name__ == "__main__":
    code = supervise(Path(sys.argv[1]), sys.argv[2:])
    sys.exit(code if code >= 0 else 128 - code)
