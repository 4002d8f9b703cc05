"""A pool of workers that outlives its workers.

A dead worker breaks the whole of a `ProcessPoolTaskRunner`: every shard in it fails, finished or not, and none is to
blame. So each worker here is a lane of its own, with one shard at a time. A death costs that shard alone and names it.
The lane is opened again and the shard comes last in the queue; after its third death it is quarantined, while the others
go on. Who the workers are, this machine's or a cluster's, is the business of flows/runners/.
"""

import functools
from collections.abc import Callable, Container, Iterable, Mapping
from types import TracebackType
from typing import Any, Self, TypeVar

from prefect import Task
from prefect.cache_policies import NO_CACHE

from flows.outcomes import Attempt, PoolReport
from flows.runners.arrival import passport
from flows.runners.crew import Crew, Lane
from flows.runners.local import LocalCrew
from flows.runners.spec import runner_spec
from flows.shard_map import ShardMap
from schemas.errors import ConfigError

S = TypeVar("S")
R = TypeVar("R")


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
            return ShardMap(task, shards, done, arguments or {}, told).over(self)
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
