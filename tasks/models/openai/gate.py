"""The gate through which every request to a server goes; it lets in as many at once as the pace allows."""

import asyncio
import time

from tasks.models.openai.pace import Pace


class Gate:
    """Belongs to one event loop."""

    def __init__(self, pace: Pace) -> None:
        self.pace = pace
        self._inside = 0
        self._opens_at = 0.0
        self._changed = asyncio.Event()

    async def enter(self) -> int:
        """Wait for one's turn; returns the pace's ticket. Every one that enters must `leave`."""
        while True:
            wait_s = self._opens_at - time.monotonic()
            if wait_s > 0:
                await asyncio.sleep(wait_s)
            elif self._inside >= self.pace.limit:
                await self._changed.wait()
            else:
                self._inside += 1
                return self.pace.ticket

    def leave(self) -> None:
        """Waits for nothing, so that a request which is cancelled can't stay inside."""
        self._inside -= 1
        self._changed.set()
        self._changed = asyncio.Event()

    def close_for(self, seconds: float) -> None:
        """Let nobody in for so long: the server asked for it, and what is sent meanwhile would only be refused too."""
        self._opens_at = max(self._opens_at, time.monotonic() + seconds)
