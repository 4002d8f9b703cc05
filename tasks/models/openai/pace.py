"""How many requests are under way at once: as many as the server bears, found out by trying.

The rule is TCP's. The limit grows quickly until the server first complains, afterwards by one for each limit's worth of
answers; a complaint (too many requests, an error of the server's own, a timeout) halves it. Complaints about requests that
were sent before the last halving say nothing new and change nothing.
"""

_FIRST = 4


class Pace:
    """Belongs to one event loop; only `limit` may be read from elsewhere.

    Args:
        most: the limit never grows beyond.
        first: where it starts.
    """

    def __init__(self, most: int, first: int = _FIRST) -> None:
        self._most = max(1, most)
        self._limit = float(min(max(1, first), self._most))
        self._searching = True
        self._halvings = 0

    @property
    def limit(self) -> int:
        """Requests that may be under way now, at least one."""
        return int(self._limit)

    @property
    def ticket(self) -> int:
        """What a request takes along when it is sent, and shows when it failed."""
        return self._halvings

    def bore(self) -> None:
        """The server answered one."""
        self._limit = min(self._most, self._limit + (1.0 if self._searching else 1.0 / self._limit))

    def balked(self, ticket: int) -> None:
        """The server complained about a request that was sent with this ticket."""
        if ticket != self._halvings:
            return
        self._halvings += 1
        self._searching = False
        self._limit = max(1.0, self._limit / 2)
