"""Workers of Ray, through prefect-ray: of our own on this machine, or those of a cluster at an address.

Ray would try a dead worker's task again by itself; it is told not to, so that every death is counted where it is told
(flows/pool.py).
"""

import os
import secrets
import socket
from collections.abc import Callable
from contextlib import ExitStack
from tempfile import TemporaryDirectory
from typing import Any, TypeVar
from urllib.parse import urlsplit

from prefect import Task
from prefect.futures import PrefectFuture

from flows.runners.arrival import THREADS, Passport, checked, greeting, refuse
from schemas.errors import ConfigError

R = TypeVar("R")

_CONNECT_S = 10
_GREETING_S = 120
_TOKEN, _MODE = "RAY_AUTH_TOKEN", "RAY_AUTH_MODE"
_STORE_BYTES = 128 * 2**20
"""Of shared memory for results; ours are receipts."""


class RayCrew:
    """Lanes share one connection; each shard gets a process and a core.

    Args:
        address: Of a cluster (`10.0.0.5:6379` from one of its nodes, `ray://10.0.0.5:10001` from elsewhere, or `auto`);
            empty: one of our own.
        workers: How many shards a cluster of our own works on at a time; one at an address has its own number.
        wanted: What workers must agree with.

    Raises:
        ConfigError: No cluster answers at the address, or one of its nodes cannot do the work.
    """

    def __init__(self, address: str, workers: int, wanted: Passport) -> None:
        self._name = f"ray:{address}" if address else "ray"
        self._wanted = wanted
        self._stack = ExitStack()
        try:
            self._runner = self._connected(address, workers)
            self._greet()
        except BaseException:
            self.close(at_once=True)
            raise

    def room(self) -> int:
        return sum(int(node["Resources"].get("CPU", 0)) for node in _nodes())

    def lane(self) -> "RayLane":
        return RayLane(self._runner)

    def dressed(self, work: Callable[..., R]) -> Callable[..., R]:
        return checked(work, self._wanted)

    def deaths(self, error: BaseException) -> int:
        from ray.exceptions import NodeDiedError, OutOfMemoryError, WorkerCrashedError

        return int(isinstance(error, NodeDiedError | OutOfMemoryError | WorkerCrashedError))

    def close(self, *, at_once: bool) -> None:
        import ray

        ray.shutdown()
        self._stack.close()

    def _connected(self, address: str, workers: int) -> Any:
        if address:
            _require_answer(self._name, address)
        else:
            # Before Ray is imported, for it reads the token once; without one it would write one into the user's home.
            os.environ.setdefault(_MODE, "token")
            os.environ.setdefault(_TOKEN, secrets.token_hex(32))
        import ray
        from prefect_ray import RayTaskRunner  # type: ignore[import-untyped]

        told: dict[str, Any] = {
            "address": address or "local",
            "log_to_driver": False,
            "logging_level": "CRITICAL",
            "runtime_env": {"env_vars": THREADS},
        }
        if not address:
            told |= {"num_cpus": workers, "include_dashboard": False, "object_store_memory": _STORE_BYTES}
            told["_temp_dir"] = self._stack.enter_context(
                TemporaryDirectory(prefix="ladder-ray-", ignore_cleanup_errors=True)
            )
        try:
            runner = RayTaskRunner(init_kwargs=told)
            runner.__enter__()
        except (ConnectionError, ValueError, ray.exceptions.RayError) as error:
            raise _nobody(self._name, error) from error
        return runner

    def _greet(self) -> None:
        """The first task of each node that will get shards."""
        import ray
        from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

        greet = ray.remote(num_cpus=0, max_retries=0)(greeting(self._wanted))
        told = {
            f"{node['NodeManagerAddress']} ({node['NodeID'][:8]})": greet.options(
                scheduling_strategy=NodeAffinitySchedulingStrategy(node["NodeID"], soft=False)
            ).remote()
            for node in _nodes()
            if node["Resources"].get("CPU")
        }
        if not told:
            raise ConfigError(
                f"--runner {self._name}: the cluster has no cores. Start nodes with `ray start --num-cpus`."
            )
        refuse({node: _said(answer) for node, answer in told.items()}, self._name)


class RayLane:
    """A place for one shard; Ray chooses the node."""

    took_up_work = True
    worker = None

    def __init__(self, runner: Any) -> None:
        self._runner = runner

    def submit(self, task: Task[..., Any], parameters: dict[str, Any], then: Callable[[], None]) -> PrefectFuture[Any]:
        """Start the task; `then` is called from another thread when it has ended, in whatever way."""
        from prefect_ray.context import remote_options  # type: ignore[import-untyped]

        with remote_options(num_cpus=1, max_retries=0):
            future: PrefectFuture[Any] = self._runner.submit(task, parameters)
        future.add_done_callback(lambda _: then())
        return future

    def close(self, *, at_once: bool) -> None:
        """Nothing: the workers are the crew's."""


def _require_answer(name: str, address: str) -> None:
    """Ray itself would try for minutes."""
    place = urlsplit(address if "://" in address else f"ray://{address}")
    if not place.port:
        return  # `auto`
    try:
        socket.create_connection((place.hostname or "", place.port), timeout=_CONNECT_S).close()
    except OSError as error:
        raise _nobody(name, error) from error


def _nobody(name: str, error: Exception) -> ConfigError:
    said = str(error).strip().partition("\n")[0]
    return ConfigError(
        f"--runner {name}: no cluster of Ray answers there ({said}). Start one with `ray start --head`, or leave the "
        "address out to work on this machine."
    )


def _nodes() -> list[dict[str, Any]]:
    import ray

    nodes = ray.nodes()  # type: ignore[no-untyped-call]
    return [node for node in nodes if node["Alive"]]


def _said(answer: Any) -> str:
    import ray

    try:
        return str(ray.get(answer, timeout=_GREETING_S))
    except ray.exceptions.RayError as error:
        return f"its first task failed: {str(error).strip().partition(chr(10))[0]}"
