"""One map over shards: who gets which, what has ended and how, and what a death costs (flows/pool.py)."""

import functools
import inspect
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Mapping
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any, Generic, TypeVar
from uuid import UUID

from prefect import Task
from prefect.futures import PrefectFuture

from flows.deaths import mark_crashed, release_slots
from flows.logs import reason_of
from flows.outcomes import Attempt, Outcome, PoolReport, ShardFailure
from flows.runners.crew import Lane
from schemas.errors import ConfigError, LadderError

if TYPE_CHECKING:
    from flows.pool import Pool

S = TypeVar("S")
R = TypeVar("R")

MAX_DEATHS = 3
"""A shard whose worker has died this often is not tried again."""

_LOOK_S = 5.0
_ALONE_S = 120.0
"""A cluster without any worker is waited for so long: a dead one may be started again."""


class ShardMap(Generic[S, R]):
    """One map over shards: what waits, what runs, what has ended and how. Shards are known by their position."""

    def __init__(
        self,
        task: Task[..., R],
        shards: Iterable[S],
        done: Callable[[S, R], None],
        arguments: Mapping[str, Any],
        told: Callable[[Attempt[S]], None],
    ) -> None:
        self._task = task
        self._parameter = next(iter(inspect.signature(task.fn).parameters))
        self._shards = list(shards)
        self._done = done
        self._told = told
        self._arguments = dict(arguments)
        self._waiting = deque(range(len(self._shards)))
        self._running: dict[Lane, tuple[int, PrefectFuture[Any]]] = {}
        self._ended: SimpleQueue[Lane] = SimpleQueue()
        self._n_done = 0
        self._failed: list[ShardFailure[S]] = []
        self._quarantined: list[ShardFailure[S]] = []
        self._deaths: Counter[int] = Counter()
        self._attempts: Counter[int] = Counter()
        self._given: dict[int, float] = {}
        self._failed_starts = 0
        self._dead_runs: list[UUID] = []

    def over(self, pool: "Pool") -> PoolReport[S]:
        start = time.monotonic()
        self._feed(pool)
        while self._running or self._waiting:
            results = [self._settle(lane, pool) for lane in self._ended_lanes(pool)]
            self._feed(pool)
            for index, result in filter(None, results):
                self._done(self._shards[index], result)
                self._n_done += 1
        if self._dead_runs:
            mark_crashed(self._dead_runs)
        seconds = time.monotonic() - start
        return PoolReport(self._n_done, tuple(self._failed), tuple(self._quarantined), self._deaths.total(), seconds)

    def _ended_lanes(self, pool: "Pool") -> list[Lane]:
        """The lanes that have ended their shard: waits for one, but looks now and then whether anybody is at work."""
        alone_since: float | None = None
        while True:
            try:
                lanes = [self._ended.get(timeout=_LOOK_S)]
            except Empty:
                if pool.crew.room():
                    alone_since = None
                    self._feed(pool)  # a worker may have come
                    continue
                alone_since = alone_since or time.monotonic()
                if time.monotonic() - alone_since > _ALONE_S:
                    raise LadderError(
                        f"no worker is left, and none has come for {_ALONE_S:.0f} s. Start workers and run again: what is "
                        "done is kept."
                    ) from None
                continue
            while not self._ended.empty():
                lanes.append(self._ended.get())
            return lanes

    def _feed(self, pool: "Pool") -> None:
        """Give every lane that is free its next shard."""
        while self._waiting and (lane := pool.lane(self._running)) is not None:
            index = self._waiting.popleft()
            parameters = {self._parameter: self._shards[index], **self._arguments}
            self._attempts[index] += 1
            self._given[index] = time.monotonic()
            self._running[lane] = index, lane.submit(self._task, parameters, functools.partial(self._ended.put, lane))

    def _settle(self, lane: Lane, pool: "Pool") -> tuple[int, R] | None:
        """Take the lane's result, if it has one."""
        index, future = self._running.pop(lane)
        worker = lane.worker  # a closed lane can't tell any more
        try:
            result = future.result()
        except Exception as error:
            reason = reason_of(error)
            if not isinstance(error, ConfigError) and (deaths := pool.crew.deaths(error)):
                self._count_deaths(index, deaths, future.task_run_id, worker, took_up_work=lane.took_up_work)
                pool.drop(lane)
                return None
            self._tell(index, "shard_failed", worker, reason)
            if isinstance(error, ConfigError):
                raise
            self._failed.append(ShardFailure(self._shards[index], reason, error))
            return None
        self._tell(index, "shard_done", worker, result=result)
        return index, result

    def _tell(
        self, index: int, outcome: Outcome, worker: int | None, reason: str | None = None, result: R | None = None
    ) -> None:
        seconds = round(time.monotonic() - self._given[index], 3)
        self._told(Attempt(self._shards[index], outcome, self._attempts[index], seconds, worker, reason, result))

    def _count_deaths(
        self, index: int, deaths: int, task_run_id: UUID, worker: int | None, *, took_up_work: bool
    ) -> None:
        if not took_up_work:
            self._failed_starts += 1
            self._tell(index, "worker_died", worker, "it ended before it took up any work")
            if self._failed_starts == MAX_DEATHS:
                raise LadderError(
                    f"{MAX_DEATHS} worker processes ended before they took up any work; what they wrote to stderr says "
                    "why. Put that right and run again."
                )
            self._waiting.appendleft(index)
            return
        self._deaths[index] += deaths
        self._dead_runs.append(task_run_id)
        self._tell(index, "worker_died", worker, "out of memory, a crash in compiled code, or killed")
        if self._task.tags:
            release_slots(task_run_id, self._task.tags)
        if self._deaths[index] < MAX_DEATHS:
            self._waiting.append(index)
            return
        reason = f"its worker process died {self._deaths[index]} times (out of memory, or a crash in compiled code)"
        self._tell(index, "shard_quarantined", None, reason)
        self._quarantined.append(ShardFailure(self._shards[index], reason, None))
