"""Progress of long work on stderr: how much is done, how fast, how long it will take. Nothing ever goes to stdout."""

import sys
import time
from collections import deque
from collections.abc import Callable
from types import TracebackType
from typing import Self, TextIO

_LINE_EVERY_S = 5.0
"""A file or a pipe gets a line this often at most; a terminal gets one line that changes."""


class Pace:
    """The present speed of work, from its recent steps.

    A worker's first result took its start as well (imports, compilation), so counting begins when every worker has had
    one. Results then come in bursts of about one a worker: the window holds several bursts, and goes from step to step
    rather than to the present moment.

    Args:
        workers: how many work at a time.
    """

    def __init__(self, workers: int = 1) -> None:
        self._unsettled = workers
        self._window: deque[tuple[float, int]] = deque(maxlen=10 * workers + 10)
        self._done = 0

    def step(self, now_s: float, n: int = 1) -> None:
        """`n` more are done at `now_s`, on any clock that does not go back."""
        self._done += n
        self._unsettled -= n
        if self._unsettled <= 0:
            self._window.append((now_s, self._done))

    def per_second(self, now_s: float) -> float | None:
        """Steps a second, or None as long as it can't be told."""
        if len(self._window) < 2:
            return None
        first_s, before = self._window[0]
        last_s, after = self._window[-1]
        # Where nothing has come for longer than the window is, the silence counts: work has become slow.
        seconds = max(last_s - first_s, now_s - last_s)
        return (after - before) / seconds if seconds > 0 else None


class Progress:
    """Shows how a stage gets on, inside a `with` block; `advance` tells of each step.

    Args:
        stage: what is being done, in a word or two.
        total: steps in all.
        workers: how many steps are worked on at a time.
        unit: what a step is, in the plural.
        shown: False shows nothing.
        stream: where to, standard error by default. A terminal gets a live line, anything else a line now and then.
        clock: seconds that never go back.
        heard: called with the share that is done, 0 to 1, after each step.
    """

    def __init__(
        self,
        stage: str,
        total: int,
        *,
        workers: int = 1,
        unit: str = "shards",
        shown: bool = True,
        stream: TextIO | None = None,
        clock: Callable[[], float] = time.monotonic,
        heard: Callable[[float], None] = lambda _: None,
    ) -> None:
        self._heard = heard
        self._stage, self._total, self._unit, self._shown = stage, total, unit, shown
        self._stream = stream or sys.stderr
        self._clock = clock
        self._pace = Pace(workers)
        self._done = 0
        self._start_s = self._shown_s = clock()
        self._live: _LiveLine | None = None

    def __enter__(self) -> Self:
        self._start_s = self._shown_s = self._clock()
        if self._shown and self._stream.isatty():
            self._live = _LiveLine(self._stream, self.line)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if self._live:
            self._live.close()
        took = duration(self._clock() - self._start_s)
        if kind:
            self._print(f"{self._stage}: stopped at {self._done} of {self._total} {self._unit} after {took}")
        else:
            self._print(f"{self._stage}: {self._done}/{self._total} {self._unit} in {took}")

    def advance(self, n: int = 1) -> None:
        """`n` more steps are done."""
        now_s = self._clock()
        self._done += n
        self._pace.step(now_s, n)
        self._heard(min(1.0, self._done / self._total) if self._total else 1.0)
        if self._live is None and now_s - self._shown_s >= _LINE_EVERY_S and self._done < self._total:
            self._shown_s = now_s
            self._print(self.line())

    def line(self) -> str:
        """The present state in one line, like `episodes: 40/120 shards, 1.3/s, about 1 min left`."""
        text = f"{self._stage}: {self._done}/{self._total} {self._unit}"
        rate = self._pace.per_second(self._clock())
        if rate is None:
            return text
        pace = f"{rate:.3g}/s" if rate >= 1 else f"{1 / rate:.3g} s each"
        return f"{text}, {pace}, about {duration((self._total - self._done) / rate)} left"

    def _print(self, line: str) -> None:
        if self._shown:
            print(line, file=self._stream, flush=True)


class _LiveLine:
    """A line on a terminal that is drawn again several times a second, so that one sees that work goes on."""

    def __init__(self, stream: TextIO, line: Callable[[], str]) -> None:
        from rich.console import Console
        from rich.live import Live
        from rich.spinner import Spinner

        spinner = Spinner("dots")

        def drawn() -> Spinner:
            spinner.update(text=line())
            return spinner

        console = Console(file=stream, highlight=False)
        self._live = Live(get_renderable=drawn, console=console, refresh_per_second=5, transient=True)
        self._live.start()

    def close(self) -> None:
        self._live.stop()


def duration(seconds: float) -> str:
    """Seconds as people say them: `8 s`, `1 min 20 s`, `2 h 5 min`."""
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 600:
        return f"{whole // 60} min {whole % 60} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 60 else f"{minutes // 60} h {minutes % 60} min"
