"""What a worker elsewhere looks at before its first shard: is it the same program, does it reach what it needs.

A worker of another version would write other rows under the same name, and one that reaches no lake would only find out
after its first shard is done. Keys to the lake are its own: they come from its environment and never travel.
"""

import os
import platform
import socket
from collections.abc import Callable, Mapping
from dataclasses import astuple, dataclass
from functools import lru_cache, wraps
from importlib.metadata import PackageNotFoundError, version
from typing import Any, TypeVar

from flows.telemetry import quiet_environment
from schemas.errors import ConfigError, LadderError

R = TypeVar("R")

THREADS = dict.fromkeys(
    ("POLARS_MAX_THREADS", "NUMBA_NUM_THREADS", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1"
)
"""One worker, one core: the work is shared out by shards."""

_SAME = ("evidence-ladder", "prefect", "numpy", "numba", "polars", "deltalake", "pyarrow")


@dataclass(frozen=True, slots=True)
class Passport:
    """What a worker must agree with."""

    versions: tuple[tuple[str, str], ...]
    api: str
    """URL of the Prefect server."""
    lake: str
    """Root of the lake; empty where the work needs none."""


def passport(lake: str) -> Passport:
    """That of this process, which hands out the work."""
    return Passport(tuple(_versions().items()), os.environ.get("PREFECT_API_URL", ""), lake)


@lru_cache(maxsize=8)
def arrive(wanted: Passport) -> None:
    """Look around, once a process.

    Raises:
        ConfigError: This worker is of another version, or does not reach the server or the lake.
    """
    for name, value in THREADS.items():
        os.environ.setdefault(name, value)
    quiet_environment()
    _check_versions(dict(wanted.versions))
    # Imported only now: these bring Polars, which reads its number of threads once.
    from flows.server import require_answer
    from lake.store import open_lake

    try:
        if wanted.api:
            require_answer(wanted.api)
        if wanted.lake:
            open_lake(wanted.lake, create=False)
    except LadderError as error:
        raise ConfigError(f"worker {_whereabouts()}: {error}") from error


def checked(work: Callable[..., R], wanted: Passport) -> Callable[..., R]:
    """The same function, but one that looks around first: workers may join at any time."""

    @wraps(work)
    def wrapper(*args: Any, **kwargs: Any) -> R:
        arrive(wanted)
        return work(*args, **kwargs)

    return wrapper


def greeting(wanted: Passport) -> Callable[[], str]:
    """The first task of a worker: what is wrong with it in one sentence, or nothing.

    It travels by value, with plain values only, so that a worker on which we are not installed can run it too.
    """
    plain = astuple(wanted)

    def greet() -> str:
        try:
            from flows.runners.arrival import Passport, arrive
        except ImportError as error:
            import socket

            return f"worker {socket.gethostname()} lacks a part of evidence-ladder ({error}). Install the same wheel there."
        try:
            arrive(Passport(*plain))
        except Exception as error:
            return str(error)
        return ""

    return greet


def refuse(complaints: Mapping[str, str], runner: str) -> None:
    """Raise ConfigError with the first complaint of a worker, where there is one."""
    said = {worker: complaint for worker, complaint in sorted(complaints.items()) if complaint}
    if said:
        worker, complaint = next(iter(said.items()))
        more = f" ({len(said)} of {len(complaints)} workers say so or the like)" if len(said) > 1 else ""
        raise ConfigError(f"--runner {runner}, at {worker}: {complaint}{more}")


def _versions() -> dict[str, str]:
    python = ".".join(platform.python_version_tuple()[:2])
    return {"python": python, **{name: _version(name) for name in _SAME}}


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "not installed"


def _check_versions(wanted: Mapping[str, str]) -> None:
    here = _versions()
    differing = [
        f"{name} {here.get(name)} instead of {value}" for name, value in wanted.items() if here.get(name) != value
    ]
    if differing:
        raise ConfigError(
            f"worker {_whereabouts()} has {', '.join(differing)}, and its rows might be others. "
            "Install the same wheel there, with the project's constraints."
        )


def _whereabouts() -> str:
    return f"{socket.gethostname()} (process {os.getpid()})"
