"""Ctrl-C as a request to come to an end, rather than as an exception in the midst of things."""

import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def interrupts_deferred(act: Callable[[], None]) -> Iterator[None]:
    """Call `act` at the first Ctrl-C inside the block, and raise KeyboardInterrupt when the block ends.

    A second Ctrl-C is the usual exception at once. Where Python does not let us listen (another thread than the main one)
    or somebody else does already, nothing is changed.

    Args:
        act: is called in the main thread, between any two of its steps; it must be short and take no lock.
    """
    usual = signal.default_int_handler
    if threading.current_thread() is not threading.main_thread() or signal.getsignal(signal.SIGINT) is not usual:
        yield
        return
    asked = False

    def first(number: int, frame: FrameType | None) -> None:
        nonlocal asked
        asked = True
        signal.signal(signal.SIGINT, usual)
        print("Stopping; answers that have come are kept. Ctrl-C again stops at once.", file=sys.stderr, flush=True)
        act()

    signal.signal(signal.SIGINT, first)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, usual)
        # However the block ends, also where whoever was served lost interest, the wish to stop is passed on.
        if asked and not isinstance(sys.exception(), KeyboardInterrupt):
            raise KeyboardInterrupt
