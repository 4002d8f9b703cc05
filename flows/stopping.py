"""Ctrl-C and SIGTERM end a command alike: what is open is closed on the way out, and what is done is kept."""

import os
import signal
import sys
from contextlib import suppress
from types import FrameType
from typing import NoReturn


class TerminatedError(BaseException):
    """What KeyboardInterrupt is to Ctrl-C, for SIGTERM: service managers and schedulers send it."""


_STOPS = (signal.SIGINT, signal.SIGTERM)
_arrived: list[signal.Signals] = []
_arrivals: list[int] = []
"""The end of a pipe where the system tells of signals, beside their handlers; empty before `stop_on_sigterm`."""


def stop_on_sigterm() -> None:
    """Let SIGTERM raise in the main thread.

    While a flow runs, Prefect has a handler of its own, which records the flow as crashed. A signal arrives anywhere, and a
    library may make an error of its own from what the handler raises: so signals are written down as well.
    """
    signal.signal(signal.SIGTERM, _terminate)
    if os.name == "posix" and not _arrivals:
        reading, writing = os.pipe()
        for end in (reading, writing):
            os.set_blocking(end, False)
        signal.set_wakeup_fd(writing, warn_on_full_buffer=False)
        _arrivals.append(reading)


def stopped_by(error: BaseException) -> signal.Signals | None:
    """The signal that an error comes from, or None."""
    prefect = sys.modules.get("prefect.exceptions")
    terminated = (TerminatedError, *((prefect.TerminationSignal,) if prefect else ()))
    if isinstance(error, KeyboardInterrupt):
        return signal.SIGINT
    if isinstance(error, terminated):
        return signal.SIGTERM
    if isinstance(error, SystemExit) and not error.code:
        return None  # a command whose way of ending it is, as `ladder serve`
    for end in _arrivals:
        with suppress(BlockingIOError):
            _arrived.extend(signal.Signals(number) for number in os.read(end, 4096) if number in _STOPS)
    return _arrived[0] if _arrived else None


def _terminate(number: int, frame: FrameType | None) -> NoReturn:
    raise TerminatedError
