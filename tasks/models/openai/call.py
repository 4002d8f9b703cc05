"""One call of `complete`: requests go in at one end as the pace allows, answers come out at the other as they come."""

import asyncio
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from queue import Empty, SimpleQueue

from schemas.errors import AnswererError, UnfinishedError
from tasks.models.chat import ChatRequest, Completion
from tasks.models.openai.asker import Asker, GivenUp
from tasks.models.openai.interrupts import interrupts_deferred
from tasks.models.openai.loop import BackgroundLoop
from tasks.models.openai.wire import Outgoing

GRACE_S = 3.0
"""How long answers that are under way are waited for, once all is to end."""
LOST_CAUSE = 8
"""Requests given up in a row after which the rest is not even tried."""

_SHORT_S = 0.05
_KEPT = "What came before is kept, and the same command asks the rest."


class Tally:
    """Requests given up in a row, over all calls of a model."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._lost = 0

    def lost(self) -> int:
        """One more was given up; returns how many by now with none answered in between."""
        with self._lock:
            self._lost += 1
            return self._lost

    def answered(self) -> None:
        with self._lock:
            self._lost = 0


@dataclass(frozen=True, slots=True)
class _Done:
    """What became of a request; neither outcome nor error means that it was left unasked."""

    outgoing: Outgoing
    outcome: Completion | GivenUp | None = None
    error: BaseException | None = None


class Call:
    """Used once, from one thread; only `stop` may be called from others.

    Requests that the server fails on are held back until another one is answered: where eight in a row fail, the fault is
    no longer theirs, and what will have to be asked again should not look like an answer.
    """

    def __init__(self, asker: Asker, background: BackgroundLoop, tally: Tally) -> None:
        self._asker, self._background, self._tally = asker, background, tally
        self._ready: SimpleQueue[_Done | None] = SimpleQueue()
        self._pending: set[Outgoing] = set()
        self._tasks: dict[Outgoing, asyncio.Task[Completion | GivenUp | None]] = {}
        """Only the loop's thread looks into it."""
        self._held: list[Completion] = []
        self._stopped = False
        self._ending: BaseException | None = None
        self._ends_at = 0.0

    def stop(self) -> None:
        """Come to an end soon. It takes no lock, for a signal may have interrupted anything."""
        self._stopped = True
        self._ready.put(None)

    def answers(self, requests: Iterable[ChatRequest]) -> Iterator[Completion]:
        """What `complete` promises. Whatever ends it early is raised only when all that had come is handed over."""
        with interrupts_deferred(self.stop):
            try:
                yield from self._answers(iter(requests))
            finally:
                self._in_loop(self._drop_all)
        if self._ending:
            raise self._ending

    def _answers(self, source: Iterator[ChatRequest]) -> Iterator[Completion]:
        more = True
        while True:
            self._look_at_the_clock()
            while more and self._has_room():
                more = self._ask_next(source)
            if not self._pending:
                break
            if done := self._next_done():
                yield from self._settled(done)
        if self._ending is None or isinstance(self._ending, UnfinishedError):
            yield from self._held

    def _has_room(self) -> bool:
        """Nothing is read ahead of what can be under way, and what has come goes first."""
        return self._ending is None and self._ready.empty() and len(self._pending) < self._asker.gate.pace.limit

    def _ask_next(self, source: Iterator[ChatRequest]) -> bool:
        """Send the next request on its way; False where there is none."""
        try:
            request = next(source, None)
            if request is None:
                return False
            if self._asker.budget.spent:
                self._end_of_budget()
                return False
            parts = tuple(part if isinstance(part, str) else part.load() for part in request.parts)
        except Exception as error:  # of whoever makes the requests: what has come so far is still theirs
            self._end(error, GRACE_S)
            return False
        outgoing = Outgoing(request.key, parts, request.max_tokens)
        self._pending.add(outgoing)
        if not self._in_loop(lambda: self._start(outgoing)):
            self._pending.discard(outgoing)
            self.stop()
        return True

    def _next_done(self) -> _Done | None:
        """Wait for the next one to be done; None when there is something else to see to."""
        seconds = self._asker.budget.seconds_left if self._ending is None else self._ends_at - time.monotonic()
        try:
            return self._ready.get(timeout=None if seconds is None else max(_SHORT_S, seconds))
        except Empty:
            if self._ending is not None:
                self._in_loop(self._drop_all)
            return None

    def _settled(self, done: _Done) -> Iterator[Completion]:
        self._pending.discard(done.outgoing)
        if done.error:
            self._end(done.error, GRACE_S)
        elif isinstance(done.outcome, GivenUp):
            self._held.append(Completion(done.outcome.key, done.outcome.words, "error"))
            if (lost := self._tally.lost()) >= LOST_CAUSE:
                self._end(_lost_cause(lost, done.outcome.words, self._asker), GRACE_S)
        elif done.outcome:
            self._tally.answered()
            yield from self._held
            self._held.clear()
            yield done.outcome
        elif self._ending is None:
            self._end_of_budget()

    def _look_at_the_clock(self) -> None:
        if self._stopped:
            self._end(UnfinishedError(f"asking was stopped. {_KEPT}"), GRACE_S)
        elif self._asker.budget.out_of_time:
            self._end_of_budget()

    def _end_of_budget(self) -> None:
        """Where it is requests that are spent, those under way are counted already and may take their time."""
        budget = self._asker.budget
        reason = UnfinishedError(f"{budget.spent or 'asking was stopped'}. {_KEPT}")
        self._end(reason, GRACE_S if budget.out_of_time else self._asker.serving.timeout_s)

    def _end(self, reason: BaseException, grace_s: float) -> None:
        """Send nothing more, and wait so long for what is under way; what only waits for its turn is dropped."""
        if self._ending is None:
            self._ending = reason
            self._ends_at = time.monotonic() + grace_s
            self._in_loop(self._drop_waiting)
        elif self._stopped:
            self._ends_at = min(self._ends_at, time.monotonic() + grace_s)

    # In the loop's thread. What has come is a task that is done, and no dropping can take it back.

    def _in_loop(self, act: Callable[[], None]) -> bool:
        """False where the model was closed meanwhile, which has dropped everything already."""
        try:
            self._background.loop.call_soon_threadsafe(act)
        except RuntimeError:
            return False
        return True

    def _start(self, outgoing: Outgoing) -> None:
        task = self._background.loop.create_task(self._asker.ask(outgoing, lambda: self._ending is None))
        self._tasks[outgoing] = task
        task.add_done_callback(lambda done: self._hand_over(outgoing, done))

    def _hand_over(self, outgoing: Outgoing, task: "asyncio.Task[Completion | GivenUp | None]") -> None:
        del self._tasks[outgoing]
        if task.cancelled():
            self._ready.put(_Done(outgoing))
        elif error := task.exception():
            self._ready.put(_Done(outgoing, error=error))
        else:
            self._ready.put(_Done(outgoing, task.result()))

    def _drop_waiting(self) -> None:
        for outgoing, task in self._tasks.items():
            if outgoing not in self._asker.under_way:
                task.cancel()

    def _drop_all(self) -> None:
        for task in self._tasks.values():
            task.cancel()


def _lost_cause(lost: int, words: str, asker: Asker) -> AnswererError:
    return AnswererError(
        f"the server of `{asker.address.model}` at {asker.address.host} failed on {lost} requests in a row, on the last one "
        f"with: {words}. Put that right and run the same command again; what came before is kept."
    )
