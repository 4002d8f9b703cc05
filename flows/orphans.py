"""Children end when their parent ends, also when it was killed with -9.

Each child holds one end of a pipe whose other end only the parent holds. The system closes that end when the parent
ends, however it ends, and the child's watching thread wakes up. Nothing depends on clean-up code that a killed
parent never runs.
"""

import threading
from collections.abc import Callable
from contextlib import suppress


def when_closed(wait: Callable[[], object], act: Callable[[], object]) -> None:
    """Call `act` in a daemon thread once `wait` returns or reports a broken pipe.

    Args:
        wait: blocks until the other end of the pipe is closed.
        act: ends this process; it runs in the watching thread, while others may be at work.
    """

    def watch() -> None:
        with suppress(EOFError, OSError):  # a pipe that broke is a pipe that was closed
            wait()
        act()

    threading.Thread(target=watch, name="parent-watch", daemon=True).start()
