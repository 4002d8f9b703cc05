"""What happens in a run as JSON lines, one event a line, for whoever collects logs (`--log-json FILE`, LADDER_LOG_JSON).

The flow's own process writes them alone, wherever the workers are: what a worker met comes to it with its shard. Where no
file is named nothing is written. The events and their fields are listed in docs/operation.md.
"""

import atexit
import logging
import os
import re
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from pathlib import Path
from time import monotonic
from types import MappingProxyType
from typing import Any

from pythonjsonlogger.json import JsonFormatter

from flows.stopping import stopped_by
from schemas.errors import ConfigError

_log = logging.getLogger("ladder")
_log.addHandler(logging.NullHandler())
_log.propagate = False  # stderr has its own words for people
_OFF = logging.CRITICAL + 1
_log.setLevel(_OFF)
_about: ContextVar[Mapping[str, Any]] = ContextVar("about", default=MappingProxyType({}))

_SECRET = re.compile(r"(KEY|KEY_ID|SECRET|TOKEN|PASSWORD|AUTH_STRING|CREDENTIALS?|CONNECTION_URL)$", re.IGNORECASE)
"""Names of environment variables whose values never enter a log."""
_SHORTEST_SECRET = 6
"""What is shorter stands in other words too."""
_USER_IN_URL = re.compile(r"(?<=://)[^/\s@]+(?=@)")
HIDDEN = "***"


def write_events(path: Path | None) -> None:
    """Append the events of this process to a file, one JSON object a line; None writes none.

    Raises:
        ConfigError: The file can't be written.
    """
    for older in [each for each in _log.handlers if isinstance(each, _Lines)]:
        _log.removeHandler(older)
        older.close()
    _log.setLevel(_OFF)
    if path is None:
        return
    try:
        handler = _Lines(path.absolute(), mode="a", encoding="utf-8")
    except OSError as error:
        raise ConfigError(
            f"--log-json {path}: the file can't be written ({error.strerror or error}). Name a file in a folder that is "
            "there and may be written, or leave it out."
        ) from error
    handler.setFormatter(
        JsonFormatter(
            ["levelname", "message", "process"],
            rename_fields={"levelname": "level", "message": "event", "process": "pid"},
            timestamp="time",
            json_ensure_ascii=False,
        )
    )
    _log.addHandler(handler)
    _log.setLevel(logging.INFO)
    # Prefect sets logging up anew when it is imported and forgets handlers that were there before.
    atexit.register(handler.close)


def event(name: str, *, level: int = logging.INFO, **fields: Any) -> None:
    """Tell of something that happened; fields that are None are left out, those of `about` are added."""
    if not _log.isEnabledFor(level):
        return
    told = {**_about.get(), **fields}
    _log.log(level, name, extra={key: _without_secrets(value) for key, value in told.items() if value is not None})


@contextmanager
def about(**fields: Any) -> Iterator[None]:
    """Every event inside the block has these fields as well."""
    token = _about.set({**_about.get(), **fields})
    try:
        yield
    finally:
        _about.reset(token)


@contextmanager
def told_run(run_id: str, *, begun: bool) -> Iterator[None]:
    """Tells of a run's beginning, and of an end that is none of its own. Its publication tells itself.

    Args:
        run_id: Whose events those in the block are.
        begun: Whether an earlier call began it.
    """
    with about(run_id=run_id):
        event("run_taken_up" if begun else "run_started")
        try:
            yield
        except BaseException as error:
            if (number := stopped_by(error)) is not None:
                event("run_stopped", level=logging.WARNING, reason=number.name)
            else:
                event("run_failed", level=logging.ERROR, reason=reason_of(error))
            raise


@contextmanager
def told_stage(stage: str) -> Iterator[dict[str, Any]]:
    """Tells of a stage's beginning and end; what is put into the dictionary is told with the end."""
    account: dict[str, Any] = {}
    clock = monotonic()
    with about(stage=stage):
        event("stage_started")
        try:
            yield account
        except BaseException as error:
            event("stage_failed", level=logging.ERROR, seconds=since(clock), reason=reason_of(error))
            raise
        event("stage_ended", seconds=since(clock), **account)


def tell_gate(*, passed: bool, summary: str) -> None:
    """Tell how the gate found a generation."""
    if passed:
        event("gate_passed")
    else:
        event("gate_failed", level=logging.ERROR, reason=summary)


def reason_of(error: BaseException) -> str:
    """An error in one line."""
    return f"{type(error).__name__}: {error}".rstrip(": ")


def since(clock: float) -> float:
    """Seconds from a moment of `time.monotonic`, to the millisecond."""
    return round(monotonic() - clock, 3)


def without_user(text: str) -> str:
    """The text, in whose addresses no user and no password stands."""
    return _USER_IN_URL.sub(HIDDEN, text)


class _Lines(logging.FileHandler):
    """A full disk under the log costs events, not the run."""

    _failed = False

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802  (logging's name)
        if not self._failed:
            self._failed = True
            error = sys.exc_info()[1]
            print(f"--log-json {self.baseFilename}: events are lost, for {error}", file=sys.stderr, flush=True)

    def close(self) -> None:
        with suppress(OSError):  # what a full disk did not take is lost
            super().close()


def _without_secrets(value: Any) -> Any:
    """The value, in which no secret of the environment stands and no user of an address."""
    if isinstance(value, Mapping):
        return {key: _without_secrets(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_without_secrets(each) for each in value]
    if not isinstance(value, str):
        return value
    for name, secret in os.environ.items():
        if len(secret) >= _SHORTEST_SECRET and _SECRET.search(name):
            value = value.replace(secret, HIDDEN)
    return without_user(value)
