"""`transformers serve` over a folder: a real OpenAI-compatible server, in a process of its own."""

import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

_START_S = 180.0
_ATTEMPTS = 3
"""Another process may take the port between our asking for a free one and the server's start."""
_direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))


class TinyServer:
    """Started with the block and killed, with all its children, at its end."""

    def __init__(self, model: Path, folder: Path) -> None:
        self.model = str(model)
        """The name by which the server knows the model."""
        self._folder = folder
        self._process: subprocess.Popen[bytes] | None = None
        self.url = ""

    def __enter__(self) -> "TinyServer":
        try:
            for _ in range(_ATTEMPTS):
                if self._start():
                    return self
        except BaseException:
            self.__exit__()
            raise
        raise RuntimeError(f"`transformers serve` did not start: {self._log.read_text(errors='replace')[-2000:]}")

    def __exit__(self, *_: object) -> None:
        process = self._process
        if process is None:
            return
        with contextlib.suppress(ProcessLookupError):  # it may have ended by itself
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        self._process = None

    @property
    def _log(self) -> Path:
        return self._folder / "serve.log"

    def _start(self) -> bool:
        """Whether it answers; False where it ended."""
        port = _free_port()
        command = [sys.executable, "-m", "transformers.cli.transformers", "serve", self.model]
        command += ["--host", "127.0.0.1", "--port", str(port), "--device", "cpu", "--dtype", "float32"]
        with self._log.open("wb") as log:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                env=os.environ | _environment(self._folder),
                start_new_session=True,
            )
        deadline = time.monotonic() + _START_S
        while time.monotonic() < deadline:
            if self._process.poll() is not None:
                return False
            try:
                _direct.open(f"http://127.0.0.1:{port}/health", timeout=5).close()
            except OSError:
                time.sleep(0.1)
                continue
            self.url = f"http://127.0.0.1:{port}/v1"
            return True
        raise TimeoutError(f"`transformers serve` did not answer within {_START_S:.0f} s")


def _environment(folder: Path) -> dict[str, str]:
    """No hub, no home of the user's, and no threads that wait for each other."""
    return {
        "HF_HUB_OFFLINE": "1",
        "HF_HOME": str(folder / "home"),
        "DO_NOT_TRACK": "1",
        "OMP_NUM_THREADS": "1",
        "PYTHONWARNINGS": "ignore",
    }


def _free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])
