"""What asking may cost: requests sent and seconds, for everything that shares one budget."""

import threading
import time
from collections.abc import Callable

from schemas.settings import ServingSettings


class Budget:
    """Counts over all threads. Share one between the models of a run, so that the bound holds for the run.

    Args:
        settings: `max_requests` and `max_seconds`; None is no bound.
        clock: seconds that never go back; they count from the first request.
    """

    def __init__(self, settings: ServingSettings, clock: Callable[[], float] = time.monotonic) -> None:
        self._max_requests, self._max_seconds = settings.max_requests, settings.max_seconds
        self._clock = clock
        self._lock = threading.Lock()
        self._sent = 0
        self._began: float | None = None

    @property
    def sent(self) -> int:
        """Requests sent so far."""
        return self._sent

    def take(self) -> bool:
        """One more request may be sent, and is counted; False where the budget is spent."""
        with self._lock:
            if self.spent:
                return False
            if self._began is None:
                self._began = self._clock()
            self._sent += 1
            return True

    @property
    def spent(self) -> str:
        """Which bound is reached and how to raise it, as a clause; empty as long as there is something left."""
        if self._max_requests is not None and self._sent >= self._max_requests:
            return f"the budget of {self._max_requests} requests is spent; raise it with --max-requests"
        if self.out_of_time:
            return f"the budget of {self._max_seconds:g} s is spent; raise it with --max-seconds"
        return ""

    @property
    def out_of_time(self) -> bool:
        left = self.seconds_left
        return left is not None and left <= 0 and self._began is not None

    @property
    def seconds_left(self) -> float | None:
        """All of them as long as nothing was sent; None where time has no bound."""
        if self._max_seconds is None or self._began is None:
            return self._max_seconds
        return self._began + self._max_seconds - self._clock()
