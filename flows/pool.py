"""A pool of workers that outlives its workers.

A dead worker breaks the whole of a `ProcessPoolTaskRunner`: every shard in it fails, finished or not, and none is to
blame. So each worker here is a lane of its own, with one shard at a time. A death costs that shard alone and names it.
The lane is opened again and the shard comes last in the queue; after its third death it is quarantined, while the others
go on. Who the workers are, this machine's or a cluster's, is the business of flows/runners/.
"""

import functools
import inspect
import time
from collections import Counter, deque
from collections.abc import Callable, Container, Iterable, Mapping
from queue import Empty, SimpleQueue
from types import TracebackType
from typing import Any, Generic, Self, TypeVar
from uuid import UUID

from prefect import Task
from prefect.cache_policies import NO_CACHE
from prefect.futures import PrefectFuture

from flows.deaths import mark_crashed, release_slots
from flows.logs import reason_of
from flows.outcomes import Attempt, Outcome, PoolReport, ShardFailure
from flows.runners.arrival import passport
from flows.runners.crew import Crew, Lane
from flows.runners.local import LocalCrew
from flows.runners.spec import runner_spec
from schemas.errors import ConfigError, LadderError

S = TypeVar("S")
R = TypeVar("R")

MAX_DEATHS = 3
"""A shard whose worker has died this often is not tried again."""

_LOOK_S = 5.0
_ALONE_S = 120.0
"""A cluster without any worker is waited for so long: a dead one may be started again."""


def run_shards(
    task: Task[..., R],
    shards: Iterable[S],
    *,
    workers: int,
    done: Callable[[S, R], None],
    arguments: Mapping[str, Any] | None = None,
    runner: str = "processes",
) -> PoolReport[S]:
    """Map a task over shards in a pool that is opened for this call alone; see `Pool.run`."""
    with Pool(workers, runner=runner) as pool:
        return pool.run(task, shards, done=done, arguments=arguments)


class Pool:
    """Workers that stay open over several maps, because a worker's start costs seconds of imports.

    Args:
        workers: how many shards are worked on at a time, at least 1; a cluster at an address has its own number.
        runner: `processes` for work of our own, `threads` where workers only wait for a server, `dask` or `ray`, the last
            two with `:` and the address of a cluster that runs already.
        lake: root of the lake that workers elsewhere must reach; empty where the work needs none.

    Raises:
        ConfigError: there is no such runner, or its workers cannot do the work.
    """

    def __init__(self, workers: int, *, runner: str = "processes", lake: str = "") -> None:
        if workers < 1:
            raise ConfigError(f"--workers {workers}: a pool needs at least one worker. Give 1 or more.")
        self._spec = runner_spec(runner)
        self._workers = workers
        self._lake = lake
        self._its_crew: Crew | None = None
        self._lanes: list[Lane] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._close(at_once=kind is not None)

    def run(
        self,
        task: Task[..., R],
        shards: Iterable[S],
        *,
        done: Callable[[S, R], None],
        arguments: Mapping[str, Any] | None = None,
        told: Callable[[Attempt[S]], None] = lambda _: None,
    ) -> PoolReport[S]:
        """Run `task(shard, **arguments)` for every shard and hand each result to `done` as it comes.

        `done` runs in this thread, in the order of completion; workers get their next shard first. Results travel
        through pickles, so they should be small. What a task raises is reported with its shard. `told` hears of every try
        at a shard as it ends, well or not.

        Raises:
            ConfigError: from a task: the user erred, and every other shard would say the same.
            LadderError: workers die before they can take up any work.
        """
        # The lake's receipts say what is done; results kept by Prefect would be a second truth.
        task = task.with_options(cache_policy=NO_CACHE, persist_result=False)
        task.fn = _staying(self.crew.dressed(task.fn))
        try:
            return _Work(task, shards, done, arguments or {}, told).over(self)
        except BaseException:
            self._close(at_once=True)  # nobody waits for what the workers are still at
            raise

    @property
    def crew(self) -> Crew:
        """Who works here; a cluster is started, or connected to, when the first shards come."""
        if self._its_crew is None:
            self._its_crew = self._hired()
        return self._its_crew

    def lane(self, busy: Container[Lane]) -> Lane | None:
        """A lane that has no shard, opened if there is room for one more, or None."""
        if len(self._lanes) - sum(lane not in busy for lane in self._lanes) >= self.crew.room():
            return None
        for lane in self._lanes:
            if lane not in busy:
                return lane
        self._lanes.append(self.crew.lane())
        return self._lanes[-1]

    def drop(self, lane: Lane) -> None:
        """Close a lane whose worker died."""
        lane.close(at_once=True)
        self._lanes.remove(lane)

    def _hired(self) -> Crew:
        match self._spec.kind:
            case "dask":
                from flows.runners.on_dask import DaskCrew

                return DaskCrew(self._spec.address, self._workers, passport(self._lake))
            case "ray":
                from flows.runners.on_ray import RayCrew

                return RayCrew(self._spec.address, self._workers, passport(self._lake))
            case kind:
                return LocalCrew(kind, self._workers)

    def _close(self, *, at_once: bool) -> None:
        for lane in self._lanes:
            lane.close(at_once=at_once)
        self._lanes.clear()
        if self._its_crew is not None:
            self._its_crew.close(at_once=at_once)
            self._its_crew = None


def _staying(work: Callable[..., R]) -> Callable[..., R]:
    """The same function, but one that ends its process by `sys.exit` fails like any other.

    A SystemExit in a worker would travel to the pool's own thread in this process and silently end it: the map would
    wait for ever.
    """

    @functools.wraps(work)
    def wrapper(*args: Any, **kwargs: Any) -> R:
        try:
            return work(*args, **kwargs)
        except SystemExit as exit_:
            raise RuntimeError(f"the task called for an exit with code {exit_.code}") from exit_

    return wrapper


class _Work(Generic[S, R]):
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

    def over(self, pool: Pool) -> PoolReport[S]:
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

    def _ended_lanes(self, pool: Pool) -> list[Lane]:
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

    def _feed(self, pool: Pool) -> None:
        """Give every lane that is free its next shard."""
        while self._waiting and (lane := pool.lane(self._running)) is not None:
            index = self._waiting.popleft()
            parameters = {self._parameter: self._shards[index], **self._arguments}
            self._attempts[index] += 1
            self._given[index] = time.monotonic()
            self._running[lane] = index, lane.submit(self._task, parameters, functools.partial(self._ended.put, lane))

    def _settle(self, lane: Lane, pool: Pool) -> tuple[int, R] | None:
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
