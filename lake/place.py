"""What a lake asks of the place where it lies: whole objects, listing, and a put under a condition.

Two places know these acts: a folder (lake/disk.py) and a bucket of an S3 server (lake/bucket.py). Keys are strings
with `/`, relative to the lake.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, TypeVar

T = TypeVar("T")
R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Stat:
    """What is known of an object without reading it."""

    bytes: int
    modified_ms: int
    """Milliseconds since 1970, by the clock of the place."""


class Store(Protocol):
    """The acts. Each raises ConfigError, in one sentence, where the place refuses."""

    def read(self, key: str) -> bytes | None:
        """The bytes at a key, or None where there is nothing."""

    def stats(self, keys: Sequence[str]) -> dict[str, Stat]:
        """What lies at those of the keys at which something lies."""

    def put(self, key: str, write: Callable[[Path], None]) -> int:
        """Let `write` fill a local file and bring it to its key in one act; its size in bytes."""

    def listed(self, prefix: str) -> dict[str, Stat]:
        """All that lies under a folder, in order of key."""

    def folders(self) -> list[str]:
        """The folders that lie directly in the lake, in order."""

    def delete(self, prefix: str) -> None:
        """Remove one key, or everything under a folder; nothing there is no error."""

    def swap(self, key: str, old: bytes | None, new: bytes) -> bool:
        """Put `new` if `old` is what lies there, None for nothing; False where it was something else."""

    def each(self, act: Callable[[T], R], items: Iterable[T]) -> list[R]:
        """`act` over the items, in their order; at the same time where each waits for a network."""
