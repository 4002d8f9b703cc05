"""What a piece of work takes of the machine: processor time and memory of this process and all its children."""

import threading
from types import TracebackType
from typing import Self

import psutil

_EVERY_S = 0.1


class Usage:
    """Watches inside a `with` block.

    Memory is resident memory summed over the processes, so that pages which they share count once for each: the sum is
    an upper bound. Processor time of a child that ended since the last look, a tenth of a second ago, is cut short.
    """

    def __init__(self) -> None:
        self.peak_bytes = 0
        """The largest sum over all processes at one moment."""
        self._seconds: dict[tuple[int, float], tuple[float, float]] = {}
        self._end = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)

    def __enter__(self) -> Self:
        self._look()
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._end.set()
        self._thread.join()
        self._look()

    @property
    def cpu_seconds(self) -> float:
        """Of all processes, user and system, since the block began."""
        return sum(last - first for first, last in list(self._seconds.values()))

    def _watch(self) -> None:
        while not self._end.wait(_EVERY_S):
            self._look()

    def _look(self) -> None:
        me = psutil.Process()
        now = 0
        for process in [me, *me.children(recursive=True)]:
            try:
                with process.oneshot():
                    times, key = process.cpu_times(), (process.pid, process.create_time())
                    now += process.memory_info().rss
            except psutil.Error:  # it has just ended
                continue
            spent = times.user + times.system
            # A process that was there before the block has spent time on other things; a new one has not.
            first = self._seconds[key][0] if key in self._seconds else (0.0 if self.peak_bytes else spent)
            self._seconds[key] = first, spent
        self.peak_bytes = max(self.peak_bytes, now)
