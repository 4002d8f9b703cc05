"""AI2-THOR's own `Controller`, started and stopped so that no wait is without end and no process is left behind.

Three things are ours, all at the edge: the pipes are opened, read and written against a deadline and the player's
death (the original waits for ever on a player that never opened its pipe, and spins on one that is gone); the player
runs in a process group that is ended whole; and a watcher ends it where this process is killed. What is said over the
pipes, and what becomes of it, is the original's.
"""

import os
import select
import signal
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import ai2thor.controller
import ai2thor.fifo_server
import ai2thor.platform

from tasks.worlds.thor.settings import ThorSettings

_LOOK_EVERY_S = 0.2
"""How often a wait looks whether the player still lives."""
_WATCHER = "import os,signal,sys\nos.read(0,1)\ntry: os.killpg(int(sys.argv[1]),signal.SIGKILL)\nexcept OSError: pass"


class PlayerGoneError(Exception):
    """The player ended, or closed its end of a pipe."""


class BoundedServer(ai2thor.fifo_server.FifoServer):  # type: ignore[misc]  # the package has no types
    """The FIFO server whose every wait ends: with the answer, at its deadline, or with the player."""

    server_pipe: Any
    client_pipe: Any
    unity_proc: Any
    far_plane_m = 20.0
    """Depth of what is further than the camera draws, as the player reports it on Initialize."""

    def receive(self, timeout: float | None = None) -> Any:
        """The next event. Raises TimeoutError, PlayerGoneError, or ValueError for an answer to another question."""
        if self.server_pipe is None:
            pipe = os.open(self.server_pipe_path, os.O_RDONLY | os.O_NONBLOCK)
            self.server_pipe = open(pipe, "rb", buffering=0)  # noqa: SIM115  closed when the player is ended
        return super().receive(timeout)

    def create_event(self, metadata: Any, files: Any) -> Any:
        for agent in metadata["agents"]:
            returned = agent.get("actionReturn")
            if agent.get("lastAction") == "Initialize" and isinstance(returned, dict):
                self.far_plane_m = float(returned.get("cameraFarPlane", self.far_plane_m))
        return super().create_event(metadata, files)

    def _read_with_timeout(self, server_pipe: Any, message_size: int, timeout: float | None) -> bytes:
        patience, deadline = timeout or self.timeout, _deadline(timeout or self.timeout)
        message = bytearray()
        while len(message) < message_size:
            ready, _, _ = select.select([server_pipe], [], [], _LOOK_EVERY_S)
            if ready:
                part = os.read(server_pipe.fileno(), message_size - len(message))
                if not part:
                    raise PlayerGoneError(self._last_words("it closed its pipe"))
                message += part
            elif self._has_ended():
                raise PlayerGoneError(self._last_words("it ended"))
            if time.monotonic() > deadline and len(message) < message_size:
                raise TimeoutError(f"it said nothing for {patience:g} s")
        return bytes(message)

    def _send_message(self, message_type: Any, body: bytes) -> None:
        deadline = _deadline(self.timeout)
        while self.client_pipe is None:
            try:
                pipe = os.open(self.client_pipe_path, os.O_WRONLY | os.O_NONBLOCK)
                self.client_pipe = open(pipe, "wb", buffering=0)  # noqa: SIM115
            except OSError:  # nobody reads there yet
                self._check_alive(deadline)
                time.sleep(0.01)
        rest = memoryview(self._create_header(message_type, body) + body + self.eom_header)
        while rest:
            _, ready, _ = select.select([], [self.client_pipe], [], _LOOK_EVERY_S)
            if ready:
                try:
                    rest = rest[os.write(self.client_pipe.fileno(), rest) :]
                except BrokenPipeError:
                    raise PlayerGoneError(self._last_words("it closed its pipe")) from None
            else:
                self._check_alive(deadline)

    def _check_alive(self, deadline: float) -> None:
        if self._has_ended():
            raise PlayerGoneError(self._last_words("it ended"))
        if time.monotonic() > deadline:
            raise TimeoutError(f"it took nothing for {self.timeout:g} s")

    def _has_ended(self) -> bool:
        return self.unity_proc is not None and self.unity_proc.poll() is not None

    def _last_words(self, what: str) -> str:
        """What happened, with how the player ended where it has."""
        with suppress(AttributeError, subprocess.TimeoutExpired):
            self.unity_proc.wait(timeout=1.0)
        code = self.unity_proc.returncode if self.unity_proc is not None else None
        return what if code is None else f"{what} (exit code {code})"


class BoundedController(ai2thor.controller.Controller):  # type: ignore[misc]
    """A controller whose player ends with it, also where it never came up."""

    server: Any

    def __init__(self, settings: ThorSettings, scene: Mapping[str, Any], image_size: int, **initialize: Any) -> None:
        """Start a player and enter a house. Raises whatever the engine raises; the player is gone then."""
        self._settings = settings
        self._watcher: subprocess.Popen[bytes] | None = None
        local = {"local_executable_path": _quoted(settings.executable)} if settings.executable else {}
        try:
            with _original_quirks():
                super().__init__(
                    **local,
                    platform=ai2thor.platform.CloudRendering,
                    scene=scene,
                    quality=settings.quality,
                    width=image_size,
                    height=image_size,
                    gpu_device=settings.gpu,
                    server_timeout=settings.step_timeout_s,
                    server_start_timeout=settings.start_timeout_s,
                    **initialize,
                )
        except BaseException:
            self.end()
            raise

    @property
    def log(self) -> Path:
        """What the player wrote to its stdout and stderr."""
        return Path(self.log_dir) / "unity.log"

    def end(self) -> None:
        """End the player with all that it started, and give back pipes and folders; harmless to repeat."""
        server = getattr(self, "server", None)
        if server is None:
            return
        for pipe in (server.client_pipe, server.server_pipe):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()
        if server.unity_proc is not None:
            with suppress(ProcessLookupError):
                os.killpg(server.unity_proc.pid, signal.SIGKILL)
            server.unity_proc.wait()
        if self._watcher is not None:
            self._watcher.kill()
            self._watcher.communicate()
            self._watcher = None
        server.tmp_dir.cleanup()
        with suppress(Exception):
            self._build.unlock()

    def _build_server(self, host: str, port: int, width: int, height: int) -> None:
        """Our server in the place of the original's; a local player is taken for one of CloudRendering too."""
        if self.server is None:
            self._build.platform = ai2thor.platform.CloudRendering
            if self._settings.gpu is None:
                self.gpu_device = None  # else CUDA_VISIBLE_DEVICES would choose, and ask for vulkaninfo
            self.server = BoundedServer(width, height, timeout=self.server_timeout, depth_format=self.depth_format)

    def _start_unity_thread(
        self, env: dict[str, str], width: int, height: int, server_params: Mapping[str, str], image_name: Any
    ) -> None:
        """Start the player with the original's command and environment, in a group of its own, under a watcher."""
        self.server.client_token = "unused with pipes"
        env |= {
            "AI2THOR_CLIENT_TOKEN": self.server.client_token,
            "AI2THOR_SERVER_TYPE": self.server.server_type,
            "AI2THOR_SERVER_SIDE_SCREENSHOT": "True",
            **{f"AI2THOR_{name.upper()}": value for name, value in server_params.items()},
        }
        self.log.parent.mkdir(parents=True, exist_ok=True)
        with self.log.open("ab") as log:
            command = self.unity_command(width, height, False)
            process = subprocess.Popen(command, env=env, stdout=log, stderr=log, start_new_session=True)
        self.server.unity_proc, self.unity_pid = process, process.pid
        self._watcher = subprocess.Popen(
            [sys.executable, "-I", "-S", "-c", _WATCHER, str(process.pid)],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd=tempfile.gettempdir(),
            start_new_session=True,
        )


def _deadline(patience_s: float) -> float:
    return time.monotonic() + patience_s


def _quoted(path: Path) -> str:
    """The original splits the path at spaces as a shell would."""
    import shlex

    return shlex.quote(str(path))


@contextmanager
def _original_quirks() -> Iterator[None]:
    """Warnings that the package gives about itself are no news to who runs it."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        warnings.simplefilter("ignore", ResourceWarning)
        yield
