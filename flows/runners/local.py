"""Workers of this machine: processes, or threads where the work is waiting for a server.

A lane is a Prefect task runner with one worker. A worker process ends with its lane, and with this process, because it
watches a pipe that only this process holds open (flows/orphans.py). It starts no server, leaves Ctrl-C to this process
and takes its share of the cores.
"""

import multiprocessing
import os
import signal
from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.connection import Connection, wait
from typing import Any, Literal, TypeVar

from prefect import Task
from prefect.futures import PrefectConcurrentFuture
from prefect.task_runners import ProcessPoolTaskRunner, ThreadPoolTaskRunner

from flows.orphans import when_closed
from flows.runners.arrival import THREADS

R = TypeVar("R")
LocalKind = Literal["processes", "threads"]


class LocalCrew:
    """Lanes that each start a worker of their own.

    Args:
        kind: Processes or threads.
        workers: How many shards are worked on at a time.
    """

    def __init__(self, kind: LocalKind, workers: int) -> None:
        self._kind: LocalKind = kind
        self._workers = workers

    def room(self) -> int:
        return self._workers

    def lane(self) -> "LocalLane":
        return LocalLane(self._kind, self._workers)

    def dressed(self, work: Callable[..., R]) -> Callable[..., R]:
        return work

    def deaths(self, error: BaseException) -> int:
        return int(isinstance(error, BrokenProcessPool))

    def close(self, *, at_once: bool) -> None:
        """Nothing: each lane ends its own worker."""


class LocalLane:
    """One worker, started when its first shard is submitted.

    Args:
        kind: What the worker is.
        workers: How many lanes share this machine's cores.
    """

    def __init__(self, kind: LocalKind, workers: int) -> None:
        self._runner: ProcessPoolTaskRunner | ThreadPoolTaskRunner[Any]
        self._pipe: Connection | None = None
        self._worker: int | None = None
        if kind == "processes":
            self._pipe, theirs = multiprocessing.get_context("spawn").Pipe()
            share = max(1, _cores() // workers)
            self._runner = ProcessPoolTaskRunner(max_workers=1, initializer=_begin, initargs=(theirs, share))
        else:
            self._runner = ThreadPoolTaskRunner(max_workers=1)
        self._runner.__enter__()
        self._let_go_of_messages()

    def submit(
        self, task: Task[..., Any], parameters: dict[str, Any], then: Callable[[], None]
    ) -> PrefectConcurrentFuture[Any]:
        """Start the task; `then` is called from another thread when it has ended, in whatever way."""
        future: PrefectConcurrentFuture[Any] = self._runner.submit(task, parameters)
        future.add_done_callback(lambda _: then())
        return future

    @property
    def took_up_work(self) -> bool:
        """Whether the worker got through its start; one that did not was not killed by a shard."""
        return self._pipe is None or self.worker is not None

    @property
    def worker(self) -> int | None:
        """Process id of the worker, once it got through its start; a thread's is this process's."""
        if self._pipe is None:
            return os.getpid()
        if self._worker is None and not self._pipe.closed and self._pipe.poll():
            self._worker = int(self._pipe.recv_bytes())
        return self._worker

    def _let_go_of_messages(self) -> None:
        """Never wait for Prefect's message queue when this process ends.

        A worker that is killed while it writes there takes the queue's lock with it, and the thread that feeds the queue on
        this side waits for the lock for ever. All that it would still write is that the lane is closed.
        """
        queue = getattr(self._runner, "_subprocess_message_queue", None)
        if queue is not None:
            queue.cancel_join_thread()

    def close(self, *, at_once: bool) -> None:
        """End the worker; `at_once` ends a process in the midst of its shard, while a thread can only be waited for."""
        if at_once and self._pipe:
            self._pipe.close()
        self._runner.__exit__(None, None, None)
        if self._pipe:
            self._pipe.close()


def _begin(parent: Connection, threads: int) -> None:
    """First thing in a worker process, before any library of the domain is imported."""
    when_closed(lambda: wait([parent]), lambda: os._exit(1))
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for name in THREADS:
        os.environ.setdefault(name, str(threads))
    parent.send_bytes(str(os.getpid()).encode())


def _cores() -> int:
    """Cores that this process may use, which in a container are fewer than the machine has."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
