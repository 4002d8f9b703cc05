"""A server of our own: `vllm serve` in a process of its own, waited for until it is healthy, gone when we are."""

import json
import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

from schemas.errors import AnswererError
from schemas.settings import DecoderSettings
from tasks.models.vllm import supervise
from tasks.models.vllm.command import ARGUMENTS_VARIABLE, LOOPBACK, serve_command
from tasks.models.vllm.weights import Weights

START_DEADLINE_S = 3600.0
"""Weights may have to be downloaded first."""
_END_DEADLINE_S = 30.0
_TELL_EVERY_S = 10.0
_LOOK_EVERY_S = 0.2
_MOST_STARTS = 3
_TAKEN = ("address already in use", "errno 98")
_MOST_WORDS = 160

_direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
"""Loopback is never behind a proxy, whatever HTTP_PROXY says."""


class _PortTakenError(Exception):
    pass


def on_stderr(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


@dataclass
class VllmServer:
    """Started by `start` or on entering a `with` block, ended by `stop` or on leaving it.

    With a port of its own choosing it also has a key of its own, so that we never take another's server for ours and
    nobody else on this machine can use ours.
    """

    vllm: Path
    weights: Weights
    decoder: DecoderSettings = field(default_factory=DecoderSettings)
    seed: int = 0
    further: tuple[str, ...] = ()
    port: int = 0
    """0 takes a free one."""
    tell: Callable[[str], None] = on_stderr
    """Hears how the start gets on."""

    def __post_init__(self) -> None:
        self.key = "" if self.port else secrets.token_urlsafe(24)
        self._process: subprocess.Popen[str] | None = None
        self._pid = 0
        self._folder: Path | None = None

    @property
    def base_url(self) -> str:
        return f"http://{LOOPBACK}:{self.port}/v1"

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def start(self) -> None:
        """Start it and wait until it is healthy.

        Raises:
            AnswererError: It ended instead, with the last words of its log.
        """
        chosen = self.port
        for attempt in range(1, _MOST_STARTS + 1):
            self.port = chosen or _free_port()
            try:
                self._start()
                return
            except _PortTakenError:
                self.stop()
                if chosen or attempt == _MOST_STARTS:
                    raise AnswererError(
                        f"port {self.port} is taken by another server. End that one, or choose another with --port."
                    ) from None
            except BaseException:
                self._end()  # its log stays for whoever reads the message
                raise

    def stop(self) -> None:
        """End it and all that it started."""
        self._end()
        if self._folder:
            shutil.rmtree(self._folder, ignore_errors=True)
            self._folder = None

    def gone(self) -> str:
        """How it ended and where its log is, as a clause; empty as long as it runs."""
        code = self._process.poll() if self._process else None
        if code is None:
            return ""
        return f"ended with exit code {code} (`{self._last_words()}`; the whole log is in `{self._log}`)"

    @property
    def _log(self) -> Path:
        assert self._folder is not None
        return self._folder / "vllm.log"

    def _start(self) -> None:
        self._folder = self._folder or Path(tempfile.mkdtemp(prefix="ladder-vllm-"))
        command = serve_command(
            self.vllm, self.weights, self.decoder, port=self.port, seed=self.seed, further=self.further
        )
        self._process = subprocess.Popen(
            [sys.executable, "-P", supervise.__file__, str(self._log), *command],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=self._environment(),
            text=True,
            start_new_session=True,  # Ctrl-C is for us; the server ends when we have handed over what it said
        )
        assert self._process.stdout is not None
        with self._process.stdout as first_line:
            pid = first_line.readline().strip()
        if not pid:
            raise self._failure()
        self._pid = int(pid)
        self._await_health()

    def _environment(self) -> dict[str, str]:
        ours = {"VLLM_NO_USAGE_STATS": "1", "DO_NOT_TRACK": "1"}
        if self.key:
            ours["VLLM_API_KEY"] = self.key
        return {name: value for name, value in os.environ.items() if name != "OPENAI_API_KEY"} | ours

    def _await_health(self) -> None:
        start = told = time.monotonic()
        while (now := time.monotonic()) < start + START_DEADLINE_S:
            if self.gone():
                raise self._failure()
            if self._healthy():
                self._require_ours()
                self.tell(f"vllm: {self.weights.text} is ready after {now - start:.0f} s")
                return
            if now - told >= _TELL_EVERY_S:
                told = now
                self.tell(f"vllm: starting {self.weights.text}, {now - start:.0f} s: {self._last_words()}")
            time.sleep(_LOOK_EVERY_S)
        raise AnswererError(
            f"`vllm serve {self.weights.text}` is not healthy after {START_DEADLINE_S:.0f} s. Its log is in `{self._log}`."
        )

    def _healthy(self) -> bool:
        try:
            with _direct.open(f"http://{LOOPBACK}:{self.port}/health", timeout=5):
                return True
        except (OSError, urllib.error.URLError):
            return False

    def _require_ours(self) -> None:
        """Whoever answers there must know our key and our model."""
        request = urllib.request.Request(f"{self.base_url}/models")
        if self.key:
            request.add_header("Authorization", f"Bearer {self.key}")
        try:
            with _direct.open(request, timeout=30) as reply:
                listed = json.load(reply)
            if any(model.get("id") == self.weights.model for model in listed.get("data", [])):
                return
        except (OSError, ValueError, AttributeError):
            pass
        raise _PortTakenError

    def _failure(self) -> Exception:
        self._wait(_END_DEADLINE_S)
        log = self._log.read_text(encoding="utf-8", errors="replace") if self._log.is_file() else ""
        if any(sign in log.lower() for sign in _TAKEN):
            return _PortTakenError()
        code = self._process.returncode if self._process else None
        return AnswererError(
            f"`vllm serve {self.weights.text}` ended with exit code {code} before it was healthy: {self._last_words()}. "
            f"The whole log is in `{self._log}`; further arguments for it go into {ARGUMENTS_VARIABLE}."
        )

    def _last_words(self) -> str:
        """The last line of the log that says something."""
        if not self._log.is_file():
            return "its log is empty"
        with self._log.open("rb") as log:
            log.seek(max(0, self._log.stat().st_size - 8192))
            lines = log.read().decode("utf-8", errors="replace").splitlines()
        spoken = [line.strip() for line in lines if any(character.isalpha() for character in line)]
        return spoken[-1][:_MOST_WORDS] if spoken else "its log is empty"

    def _end(self) -> None:
        if self._process is None:
            return
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._wait(_END_DEADLINE_S)
        if self._process.returncode < 0 and self._pid:  # the supervisor was killed before it could see to the rest
            with suppress(ProcessLookupError):
                os.killpg(self._pid, signal.SIGKILL)
        self._process, self._pid = None, 0

    def _wait(self, seconds: float) -> None:
        if self._process is None:
            return
        try:
            self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            self._process.kill()  # the kernel takes the server along
            self._process.wait()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind((LOOPBACK, 0))
        return int(probe.getsockname()[1])
