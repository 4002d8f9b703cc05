"""Named places where a test can have the process killed, as a power cut would (`LADDER_FAILPOINT=after_receipt:3`)."""

import os
import signal
from typing import Literal, get_args

from schemas.errors import ConfigError

Failpoint = Literal[
    "after_data_file", "before_receipt", "after_receipt", "between_tables", "before_publish", "after_publish"
]
FAILPOINTS: tuple[Failpoint, ...] = get_args(Failpoint)
VARIABLE = "LADDER_FAILPOINT"

_passages: dict[str, int] = {}


def failpoint(name: Failpoint) -> None:
    """Kill this process where the environment names this point; `name:3` lets two passages go by first."""
    wanted = os.environ.get(VARIABLE)
    if not wanted:
        return
    point, nth = _read(wanted)
    if point != name:
        return
    _passages[name] = _passages.get(name, 0) + 1
    if _passages[name] == nth:
        # SIGKILL runs no handler and flushes nothing. Windows lacks it; there SIGTERM ends a process just as hard.
        os.kill(os.getpid(), getattr(signal, "SIGKILL", signal.SIGTERM))


def _read(wanted: str) -> tuple[str, int]:
    point, _, nth = wanted.partition(":")
    # A typo would let a kill test pass without a kill.
    if point not in FAILPOINTS or not (nth or "1").isdecimal() or int(nth or "1") < 1:
        raise ConfigError(
            f"{VARIABLE}={wanted} names no failpoint. "
            f"Use one of {', '.join(FAILPOINTS)}, with `:n` for the n-th passage."
        )
    return point, int(nth or "1")
