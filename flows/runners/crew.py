"""What a pool of workers (flows/pool.py) asks of those who do the work, wherever they are."""

from collections.abc import Callable
from typing import Any, Protocol, TypeVar

from prefect import Task
from prefect.futures import PrefectFuture

R = TypeVar("R")


class Lane(Protocol):
    """Takes one shard at a time."""

    @property
    def took_up_work(self) -> bool:
        """Whether the worker got through its start; one that did not was not killed by a shard."""

    @property
    def worker(self) -> int | None:
        """Process id of a worker of this machine that got through its start."""

    def submit(self, task: Task[..., Any], parameters: dict[str, Any], then: Callable[[], None]) -> PrefectFuture[Any]:
        """Start the task; `then` is called from another thread when it has ended, in whatever way."""

    def close(self, *, at_once: bool) -> None:
        """End what belongs to this lane alone; `at_once` does not wait for its shard."""


class Crew(Protocol):
    """Workers of one kind, from the first lane to `close`."""

    def room(self) -> int:
        """How many shards they can work on at a time at this moment."""

    def lane(self) -> Lane:
        """A new lane."""

    def dressed(self, work: Callable[..., R]) -> Callable[..., R]:
        """The function as a worker is to run it."""

    def deaths(self, error: BaseException) -> int:
        """How many workers died over a shard that ended with this error; 0 where the error is the shard's own."""

    def close(self, *, at_once: bool) -> None:
        """End the workers that were started for this crew, and let go of those that were there before."""
