"""One Prefect server for a `ladder` process and its children: the user's, or one of our own.

Without a server, Prefect starts one in every process of a pool, all on one database, and leaves them behind when
the parent is killed. So there is always an API URL in the environment before work starts, and with our own server
everything of it lies in a home of our own (flows/homes.py).
"""

import os
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from flows.homes import claimed_home, mark_ready, mark_unready
from flows.limits import GPU_TAG
from flows.telemetry import quiet_environment
from schemas.errors import ConfigError, LadderError

_START_DEADLINE_S = 120.0
_END_DEADLINE_S = 5.0

_NOT_OURS = ("PREFECT_PROFILE", "PREFECT_API_KEY", "PREFECT_API_AUTH_STRING", "PREFECT_SERVER_API_AUTH_STRING")
"""Settings that lead to another server, or that ours does not know."""

_direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
"""Loopback is never behind a proxy, whatever HTTP_PROXY says."""


@contextmanager
def prefect_server(home: Path | None = None) -> Iterator[str]:
    """The URL of the Prefect API that this process and its children use inside the block.

    With `PREFECT_API_URL` set that server is used. Otherwise one is started on loopback and ended with the block, or
    with this process if that ends first. The environment is set back at the end.

    Args:
        home: folder for our server's database and log; None is a kept one in the user's cache folder.

    Raises:
        ConfigError: nothing answers at `PREFECT_API_URL`, or `home` can't be used.
        LadderError: our own server did not start.
    """
    quiet_environment()
    if url := os.environ.get("PREFECT_API_URL"):
        require_answer(url)
        _import_prefect()
        yield url
        return
    with claimed_home(home) as folder, _own_server(folder) as url:
        yield url


@contextmanager
def _own_server(home: Path) -> Iterator[str]:
    log = home / "server.log"
    with log.open("wb") as sink:
        process = subprocess.Popen(
            [sys.executable, "-P", "-m", "flows.server_process", str(home.absolute())],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=sink,
            # The child finds modules where we find them, in a clone as in an installation.
            env=os.environ | {"PYTHONPATH": os.pathsep.join(path or os.getcwd() for path in sys.path)},
            start_new_session=True,  # Ctrl-C is for the flow; its end must still be recorded
        )
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        with process.stdout as first_line:
            port = first_line.readline().strip()
        if not port:
            _end(process)
            raise _failure(f"ended with exit code {process.returncode}", log)
        root = f"http://127.0.0.1:{int(port)}/api"
        with _environment(_client_settings(home, root)):
            _import_prefect()  # costs a second, which the server needs anyway
            mark_unready(home)
            _await_health(process, root, log)
            mark_ready(home)
            _forget_slots(root)
            try:
                yield root
            finally:
                _hand_over()
    finally:
        process.stdin.close()
        _end(process)


def _client_settings(home: Path, url: str) -> dict[str, str | None]:
    hosts = [os.environ.get("NO_PROXY") or os.environ.get("no_proxy") or "", "127.0.0.1", "localhost"]
    no_proxy = ",".join(filter(None, hosts))
    return dict.fromkeys(_NOT_OURS) | {
        "PREFECT_API_URL": url,
        "PREFECT_HOME": str(home.absolute()),
        "NO_PROXY": no_proxy,
        "no_proxy": no_proxy,
    }


@contextmanager
def _environment(values: Mapping[str, str | None]) -> Iterator[None]:
    """Set variables, None unsets one, and put all of them back afterwards."""
    before = {name: os.environ.get(name) for name in values}
    _set_environment(values)
    try:
        yield
    finally:
        _set_environment(before)


def _set_environment(values: Mapping[str, str | None]) -> None:
    for name, value in values.items():
        if value is None:
            os.environ.pop(name, None)
        else:
            os.environ[name] = value


def _import_prefect() -> None:
    """Import Prefect under the present environment; where it was imported before, let it read that again."""
    early = "prefect" in sys.modules
    import prefect.context
    from prefect.logging.configuration import setup_logging

    if early:
        prefect.context.refresh_global_settings_context()
        setup_logging()


def _await_health(process: subprocess.Popen[bytes], url: str, log: Path) -> None:
    deadline = time.monotonic() + _START_DEADLINE_S
    while time.monotonic() < deadline:
        if process.poll() is not None:
            raise _failure(f"ended with exit code {process.returncode}", log)
        try:
            with _direct.open(f"{url}/health", timeout=5):
                return
        except (OSError, urllib.error.URLError):
            time.sleep(0.03)
    raise _failure(f"did not answer within {_START_DEADLINE_S:.0f} s", log)


def _failure(what: str, log: Path) -> LadderError:
    lines = log.read_text(encoding="utf-8", errors="replace").strip().splitlines() or ["its log is empty"]
    return LadderError(
        f"our own Prefect server {what}: {lines[-1].strip()}. The whole log is in `{log}`; "
        "the next start begins with a new database, or set PREFECT_API_URL to use a server that you run yourself."
    )


def _forget_slots(url: str) -> None:
    """Drop the `gpu` limit of an earlier server: one killed in its work left slots taken that nobody holds."""
    request = urllib.request.Request(f"{url}/concurrency_limits/tag/{GPU_TAG}", method="DELETE")
    try:
        _direct.open(request, timeout=30).close()
    except urllib.error.HTTPError as error:
        if error.code != 404:
            raise


def _hand_over() -> None:
    """Send what Prefect still has in its queues; once the server is gone it would try again for minutes at exit."""
    from prefect.events.worker import EventsWorker
    from prefect.logging.handlers import APILogWorker

    def drain() -> None:
        for worker in (EventsWorker, APILogWorker):
            worker.drain_all(timeout=_END_DEADLINE_S, at_exit=False)

    # Where this thread has an event loop, as in a notebook, Prefect would only give a coroutine back and send nothing.
    thread = threading.Thread(target=drain, name="hand-over")
    thread.start()
    thread.join()


def _end(process: subprocess.Popen[bytes]) -> None:
    try:
        process.wait(_END_DEADLINE_S)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def require_answer(url: str) -> None:
    """Raises ConfigError where nothing answers at the URL of a Prefect API."""
    try:
        urllib.request.urlopen(f"{url.rstrip('/')}/health", timeout=10).close()
    except urllib.error.HTTPError:
        pass  # somebody answers; whether the key is right is Prefect's business
    except (OSError, ValueError) as error:
        reason = getattr(error, "reason", None) or error
        raise ConfigError(
            f"PREFECT_API_URL is {url}, but no server answers there: {reason}. "
            "Start it, or unset the variable to let `ladder` start one of its own."
        ) from error
