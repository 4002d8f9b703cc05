"""The write-ahead record of a shard: what was paid for is kept as it comes, before the shard can be staged.

On a disk it is one file a shard, `_ahead/<run>/<split>/<shard>.jsonl`, flushed with every record and brought to the disk
once a second. A bucket knows no appending: there the records of a few seconds become an object of their own. Whoever is
killed loses at most a torn last line, or those few seconds.
"""

import json
import os
import uuid
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import Any, Protocol

from lake.disk import Disk
from lake.receipts import Shard
from lake.store import Lake
from schemas.identity import canonical_json

Record = Mapping[str, Any]

_SYNC_EVERY_S = 1.0
_OBJECT_EVERY_S = 5.0


class Ahead(Protocol):
    """Open for one shard; one process writes it at a time, for a shard has one worker."""

    def keep(self, record: Record) -> None:
        """Add a record. Raises ConfigError where the disk or the server refuses, as `close` does."""

    def close(self) -> None:
        """Bring all records to where they are safe."""


@contextmanager
def ahead(lake: Lake, shard: Shard) -> Iterator[Ahead]:
    """The shard's record, to add to; what it holds already stays. Closed on the way out, also after an error."""
    writer: Ahead = _File(lake, _key(shard)) if lake.is_local else _Objects(lake, _key(shard))
    try:
        yield writer
    finally:
        writer.close()


def kept(lake: Lake, shard: Shard) -> list[dict[str, Any]]:
    """The records of earlier attempts, in the order in which they came; a torn one is dropped."""
    key = _key(shard)
    contents = (lake.read(each) for each in (f"{key}.jsonl", *lake.keys(key)))
    return [record for content in contents if content for record in _records(content)]


def forget(lake: Lake, shard: Shard) -> None:
    """Remove the record: its shard has a receipt."""
    lake.delete(f"{_key(shard)}.jsonl")
    lake.delete(_key(shard))


class _File:
    def __init__(self, lake: Lake, key: str) -> None:
        self._disk, self._key = Disk(Path(lake.root)), f"{key}.jsonl"
        path = self._disk.path(self._key)
        with self._disk.written(self._key):
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = path.open("ab")
            if self._file.tell() and not path.read_bytes().endswith(b"\n"):
                self._file.write(b"\n")  # ends a torn line, which would spoil the next one
        self._synced = monotonic()

    def keep(self, record: Record) -> None:
        with self._disk.written(self._key):
            self._file.write(canonical_json(record).encode() + b"\n")
            self._file.flush()
            if monotonic() - self._synced >= _SYNC_EVERY_S:
                os.fsync(self._file.fileno())
                self._synced = monotonic()

    def close(self) -> None:
        with self._disk.written(self._key), self._file:  # which closes what a full disk lets nobody flush
            self._file.flush()
            os.fsync(self._file.fileno())


class _Objects:
    def __init__(self, lake: Lake, key: str) -> None:
        self._lake, self._key = lake, key
        self._waiting: list[bytes] = []
        self._number = len(lake.keys(key))
        self._put = monotonic()

    def keep(self, record: Record) -> None:
        self._waiting.append(canonical_json(record).encode())
        if monotonic() - self._put >= _OBJECT_EVERY_S:
            self.close()

    def close(self) -> None:
        if self._waiting:
            name = f"{self._key}/{self._number:06d}-{uuid.uuid4().hex[:8]}.jsonl"
            self._lake.put_bytes(name, b"\n".join(self._waiting) + b"\n")
            self._waiting.clear()
            self._number += 1
        self._put = monotonic()


def _key(shard: Shard) -> str:
    return f"_ahead/{shard.run_id}/{shard.split}/{shard.name}"


def _records(content: bytes) -> Iterator[dict[str, Any]]:
    for line in content.splitlines():
        try:
            record = json.loads(line)
        except (ValueError, RecursionError):
            continue  # the line that a kill tore
        if isinstance(record, dict):
            yield record
