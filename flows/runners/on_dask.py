"""Workers of Dask, through prefect-dask: of our own on this machine, or those of a scheduler at an address.

Dask hands a dead worker's task to another one by itself, and gives up after a number of deaths that the scheduler knows;
with workers of our own that number is none, so that every death is counted where it is told (flows/pool.py).
"""

from collections.abc import Callable
from contextlib import ExitStack
from typing import Any, TypeVar

from prefect import Task
from prefect.futures import PrefectFuture

from flows.runners.arrival import THREADS, Passport, checked, greeting, refuse
from schemas.errors import ConfigError

R = TypeVar("R")

_CONNECT_S = 30
_AT_ONCE = {"distributed.scheduler.allowed-failures": 0}


class DaskCrew:
    """Lanes share one client; each worker process takes one shard at a time.

    Args:
        address: Of a scheduler; empty: a cluster of our own.
        workers: How many worker processes a cluster of our own gets; one at an address has its own number.
        wanted: What workers must agree with.

    Raises:
        ConfigError: No scheduler answers at the address, it has no workers, or one of them cannot do the work.
    """

    def __init__(self, address: str, workers: int, wanted: Passport) -> None:
        self._name = f"dask:{address}" if address else "dask"
        self._wanted = wanted
        self._stack = ExitStack()
        try:
            self._runner = self._stack.enter_context(_runner(self._stack, address, workers))
            self._client = self._connected()
            self._greet()
        except BaseException:
            self.close(at_once=True)
            raise

    def room(self) -> int:
        return len(self._workers())

    def lane(self) -> "DaskLane":
        return DaskLane(self._runner)

    def dressed(self, work: Callable[..., R]) -> Callable[..., R]:
        return checked(work, self._wanted)

    def deaths(self, error: BaseException) -> int:
        from distributed.scheduler import KilledWorker

        return error.allowed_failures + 1 if isinstance(error, KilledWorker) else 0

    def close(self, *, at_once: bool) -> None:
        self._stack.close()

    def _connected(self) -> Any:
        try:
            return self._runner.client
        except OSError as error:  # Dask's timeout is one of them
            raise ConfigError(
                f"--runner {self._name}: no scheduler of Dask answers there ({error}). Start one with `dask scheduler`, "
                "or leave the address out to work on this machine."
            ) from error

    def _workers(self) -> dict[str, Any]:
        return dict(self._client.scheduler_info(n_workers=-1)["workers"])

    def _greet(self) -> None:
        """The first task of each worker; it also sets their numbers of threads, before anything of ours is imported."""
        workers = self._workers()
        if not workers:
            raise ConfigError(
                f"--runner {self._name}: the scheduler has no workers. Start some with `dask worker --nthreads 1`."
            )
        if crowded := [name for name, worker in sorted(workers.items()) if worker["nthreads"] != 1]:
            # Two shards in one process die together, and each would be blamed for the other's fault.
            raise ConfigError(
                f"--runner {self._name}: the worker at {crowded[0]} has {workers[crowded[0]]['nthreads']} threads, and a "
                "worker here does one shard at a time. Start workers with `--nthreads 1`, and more of them."
            )
        told = self._client.run(greeting(self._wanted), on_error="return")
        refuse({name: str(complaint) for name, complaint in told.items()}, self._name)


class DaskLane:
    """A place for one shard; Dask chooses the worker."""

    took_up_work = True
    worker = None

    def __init__(self, runner: Any) -> None:
        self._runner = runner

    def submit(self, task: Task[..., Any], parameters: dict[str, Any], then: Callable[[], None]) -> PrefectFuture[Any]:
        """Start the task; `then` is called from another thread when it has ended, in whatever way."""
        future: PrefectFuture[Any] = self._runner.submit(task, parameters)
        future.add_done_callback(lambda _: then())
        return future

    def close(self, *, at_once: bool) -> None:
        """Nothing: the workers are the crew's."""


def _runner(stack: ExitStack, address: str, workers: int) -> Any:
    import dask
    from prefect_dask.task_runners import DaskTaskRunner

    if address:
        return DaskTaskRunner(address=address, client_kwargs={"timeout": _CONNECT_S})
    stack.enter_context(dask.config.set(_AT_ONCE))
    return DaskTaskRunner(
        cluster_kwargs={
            "n_workers": workers,
            "threads_per_worker": 1,
            "host": "127.0.0.1",
            "dashboard_address": None,
            "memory_limit": None,
            "env": THREADS,
            "silence_logs": "CRITICAL",
        }
    )
