"""What becomes of shards in a pool: of each try at one, and of them all."""

from dataclasses import dataclass
from typing import Any, Generic, Literal, TypeVar

S = TypeVar("S")

Outcome = Literal["shard_done", "shard_failed", "worker_died", "shard_quarantined"]


@dataclass(frozen=True, slots=True)
class Attempt(Generic[S]):
    """One try at a shard, as it ended."""

    shard: S
    outcome: Outcome
    number: int
    """Of the tries at this shard, from 1."""
    seconds: float
    """From when a worker was given it."""
    worker: int | None
    """Process id of a worker of this machine."""
    reason: str | None = None
    """One line for people."""
    result: Any = None
    """What the task returned."""


@dataclass(frozen=True, slots=True)
class ShardFailure(Generic[S]):
    """A shard that has no result, and why."""

    shard: S
    reason: str
    """One line for people."""
    error: BaseException | None
    """What the task raised; None when its worker died."""


@dataclass(frozen=True, slots=True)
class PoolReport(Generic[S]):
    """What became of the shards of one call; those that are not named here were handed to `done`."""

    n_done: int
    failed: tuple[ShardFailure[S], ...]
    """Shards whose task raised."""
    quarantined: tuple[ShardFailure[S], ...]
    """Shards that killed their worker `MAX_DEATHS` times."""
    n_deaths: int
    """Workers that died, over all shards."""
    seconds: float

    @property
    def complete(self) -> bool:
        return not self.failed and not self.quarantined
