"""The child process that is our own Prefect server; started by flows/server.py, with the home as its only argument.

It takes a free port itself, so that no other process can take it in between, writes the number to standard output
and serves until its standard input is closed.
"""

import gc
import os
import socket
import sys
import threading
from pathlib import Path

from flows.orphans import when_closed

_GRACE_S = 3.0
"""Seconds for a clean end before the process ends itself."""

_OFF = "false"
_SETTINGS = {
    "PREFECT_UI_ENABLED": _OFF,
    "PREFECT_SERVER_ANALYTICS_ENABLED": _OFF,
    "PREFECT_SERVER_LOGGING_LEVEL": "WARNING",
    "PREFECT_SERVER_BLOCKS_REGISTER_ON_START": _OFF,
    "PREFECT_SERVER_EVENTS_STREAM_OUT_ENABLED": _OFF,
    "PREFECT_SERVER_LOGS_STREAM_OUT_ENABLED": _OFF,
    # Left on: the task run recorder writes task runs, the repossessor takes slots back from dead holders.
    "PREFECT_SERVER_SERVICES_CANCELLATION_CLEANUP_ENABLED": _OFF,
    "PREFECT_SERVER_SERVICES_CLEANUP_RECONCILER_ENABLED": _OFF,
    "PREFECT_SERVER_SERVICES_DB_VACUUM_ENABLED": "",
    "PREFECT_SERVER_SERVICES_EVENT_PERSISTER_ENABLED": _OFF,
    "PREFECT_SERVER_SERVICES_FOREMAN_ENABLED": _OFF,
    "PREFECT_SERVER_SERVICES_LATE_RUNS_ENABLED": _OFF,
    "PREFECT_SERVER_SERVICES_PAUSE_EXPIRATIONS_ENABLED": _OFF,
    "PREFECT_SERVER_SERVICES_SCHEDULER_ENABLED": _OFF,
    "PREFECT_SERVER_SERVICES_TRIGGERS_ENABLED": _OFF,
    # A task that waits for a slot of the `gpu` limit asks again after this many seconds; Prefect's default is 10.
    "PREFECT_SERVER_TASKS_TAG_CONCURRENCY_SLOT_WAIT_SECONDS": "1",
}


def serve(home: Path) -> None:
    """Serve Prefect's API on a free loopback port until standard input is closed; the process ends with it."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        print(listener.getsockname()[1], flush=True)
        # From here on nothing may write to the pipe: its reader has gone on.
        os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
        _take_settings(home)
        gc.disable()  # Prefect's import makes a million objects that stay: collecting them costs half a second
        import uvicorn
        from prefect.server.api.server import create_app

        config = uvicorn.Config(create_app(final=True), log_level="warning", lifespan="on", timeout_graceful_shutdown=1)
        gc.freeze()
        gc.enable()
        server = uvicorn.Server(config)

        def end() -> None:
            server.should_exit = True
            threading.Timer(_GRACE_S, os._exit, (1,)).start()

        when_closed(lambda: os.read(sys.stdin.fileno(), 1), end)
        server.run(sockets=[listener])
    sys.stderr.flush()
    os._exit(0 if server.started else 1)  # the interpreter's own way out takes another second


def _take_settings(home: Path) -> None:
    """Forget every Prefect setting of the user (another database, a password) and take ours."""
    # Prefect reads `prefect.toml`, `pyproject.toml` and `.env` in the working folder.
    os.chdir(home)
    for name in [name for name in os.environ if name.startswith("PREFECT_")]:
        del os.environ[name]
    os.environ.update(_SETTINGS)
    os.environ["PREFECT_HOME"] = str(home)
    os.environ["PREFECT_API_DATABASE_CONNECTION_URL"] = f"sqlite+aiosqlite:///{home.as_posix()}/prefect.db"


if __name__ == "__main__":
    serve(Path(sys.argv[1]))
