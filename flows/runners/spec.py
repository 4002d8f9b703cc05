"""What `--runner` says, read and checked before anything is started.

Workers at an address on another machine can reach neither a folder of this one nor a server on loopback. They would only
find out in the midst of their first shard, so it is refused here, by name.
"""

import os
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Literal, get_args

from lake.reach import check_reach, is_loopback
from lake.store import Lake
from schemas.errors import ConfigError

Kind = Literal["processes", "threads", "dask", "ray"]
KINDS: tuple[Kind, ...] = get_args(Kind)
_HERE = ("auto", "local")
"""What Ray calls a cluster of which this machine is a node."""


@dataclass(frozen=True, slots=True)
class RunnerSpec:
    """Who does the work."""

    kind: Kind
    address: str = ""
    """Of a scheduler that runs already; empty: workers of our own, on this machine."""

    def __str__(self) -> str:
        return f"{self.kind}:{self.address}" if self.address else self.kind

    @property
    def is_elsewhere(self) -> bool:
        """Whether the address leads to another machine."""
        return bool(self.address) and self.address not in _HERE and not is_loopback(_as_url(self.address))


def runner_spec(runner: str) -> RunnerSpec:
    """The spec that the flag amounts to.

    Raises:
        ConfigError: There is no such runner, its package is not installed, or it takes no address.
    """
    name, colon, address = runner.partition(":")
    for kind in KINDS:
        if kind == name:
            break
    else:
        raise ConfigError(f"--runner {runner}: it is one of {', '.join(KINDS)}; the last two may name a scheduler.")
    if kind in ("processes", "threads"):
        if colon:
            raise ConfigError(f"--runner {runner}: {kind} are of this machine and take no address. Leave `:` out.")
    elif colon and not address:
        raise ConfigError(f"--runner {runner}: the address is empty. Write for instance {kind}:{_EXAMPLES[kind]}.")
    elif find_spec(f"prefect_{kind}") is None:
        raise ConfigError(
            f"--runner {runner} needs a package that is not installed. Run `pip install 'evidence-ladder[{kind}]'`."
        )
    return RunnerSpec(kind, address)


_EXAMPLES = {"dask": "tcp://10.0.0.5:8786", "ray": "ray://10.0.0.5:10001"}


def check_runner(runner: str, lake: Lake) -> None:
    """Refuse workers that can't come to the lake or to the Prefect server.

    Raises:
        ConfigError: As `runner_spec` does; or the workers are on other machines, and the lake or the server can be
            reached from this one alone.
    """
    spec = runner_spec(runner)
    if not spec.is_elsewhere:
        return
    check_reach(lake, str(spec))
    url = os.environ.get("PREFECT_API_URL", "")
    if not url or is_loopback(url):
        where = f"PREFECT_API_URL is {url}" if url else "PREFECT_API_URL is not set, so the server would be on loopback"
        raise ConfigError(
            f"--runner {runner}: {where}, which only this machine can reach, and the workers are on others. "
            "Set it to the address of a Prefect server that they reach too."
        )


def _as_url(address: str) -> str:
    return address if "://" in address else f"tcp://{address}"
