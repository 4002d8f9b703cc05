"""One holder a run: a lease file with its owner and a heartbeat. Different runs share a lake freely.

A lease is stale, and may be taken over, when its owner's process is gone from this host or its heartbeat is older
than a minute. Two holders at once would not hurt the rows (commits repeat harmlessly), but each would do the
other's work.
"""

import dataclasses
import json
import os
import socket
import threading
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass

import psutil

from lake.parts import safe
from lake.store import Lake
from schemas.errors import ConfigError
from schemas.identity import canonical_json

STALE_AFTER_S = 60.0
BEAT_S = 10.0
_FOLDER = "_leases"
_ATTEMPTS = 5


@dataclass(frozen=True, slots=True)
class Owner:
    """Who holds a run."""

    run_id: str
    host: str
    pid: int
    started: float
    """When the process started, in seconds since 1970: a pid alone may have been given to another process."""
    token: str
    beat: float
    """The last heartbeat, in seconds since 1970."""

    def is_alive(self) -> bool:
        if time.time() - self.beat > STALE_AFTER_S:
            return False
        return self.host != socket.gethostname() or _start_of(self.pid) == self.started

    def __str__(self) -> str:
        return f"process {self.pid} on {self.host}"


class Lease:
    """A held lease. `check` before what must not be done twice."""

    def __init__(self, lake: Lake, owner: Owner) -> None:
        self.owner = owner
        self._lake = lake
        self._written = _encode(owner)
        self._lost = False
        self._end = threading.Event()

    def check(self) -> None:
        """Raise ConfigError where another process took the lease over, as after a night's sleep of this machine."""
        if self._lost:
            raise ConfigError(
                f"run `{self.owner.run_id}` was taken over by another process while this one stood still. "
                "Let that one finish, or stop it and run the same command again."
            )

    def beat_until_end(self, beat_s: float) -> None:
        while not self._end.wait(beat_s):
            beaten = _encode(dataclasses.replace(self.owner, beat=time.time()))
            try:
                self._lost = not self._lake.swap(_key(self.owner.run_id), self._written, beaten)
            except (ConfigError, OSError):
                continue  # a full disk now may have room at the next beat; until a minute has passed nothing is lost
            if self._lost:
                return
            self._written = beaten

    def end(self, beats: threading.Thread) -> None:
        self._end.set()
        beats.join()
        with suppress(ConfigError, OSError):  # what is left behind goes stale when this process ends
            self._lake.swap(_key(self.owner.run_id), self._written, None)


@contextmanager
def lease(lake: Lake, run_id: str, beat_s: float = BEAT_S) -> Iterator[Lease]:
    """Hold a run. Raises ConfigError, naming the owner, where another live process holds it."""
    held = Lease(lake, _take(lake, run_id))
    beats = threading.Thread(target=held.beat_until_end, args=(beat_s,), name=f"lease-{run_id}", daemon=True)
    beats.start()
    try:
        yield held
    finally:
        held.end(beats)


def owners(lake: Lake) -> list[Owner]:
    """The live owners of runs in a lake."""
    found = (_decode(lake.read(key)) for key in lake.keys(_FOLDER))
    return [owner for owner in found if owner is not None and owner.is_alive()]


def _take(lake: Lake, run_id: str) -> Owner:
    pid = os.getpid()
    me = Owner(run_id, socket.gethostname(), pid, _start_of(pid) or 0.0, uuid.uuid4().hex, time.time())
    for _ in range(_ATTEMPTS):
        content = lake.read(_key(run_id))
        owner = _decode(content)
        if owner is not None and owner.is_alive():
            raise ConfigError(
                f"run `{run_id}` is being worked on by {owner}. Wait for it or stop it; the same command then goes on."
            )
        if lake.swap(_key(run_id), content, _encode(me)):
            return me
    raise ConfigError(f"run `{run_id}` is being taken by other processes at this moment. Run the same command again.")


def _key(run_id: str) -> str:
    return f"{_FOLDER}/{safe('run id', run_id)}.json"


def _encode(owner: Owner) -> bytes:
    return canonical_json(owner).encode()


def _decode(content: bytes | None) -> Owner | None:
    """The owner that a lease file names; None for nothing and for what is no lease."""
    try:
        return None if content is None else Owner(**json.loads(content))
    except (ValueError, TypeError):
        return None


def _start_of(pid: int) -> float | None:
    """When a process of this host started; None where there is none, or only its remains."""
    try:
        process = psutil.Process(pid)
        return None if process.status() == psutil.STATUS_ZOMBIE else process.create_time()
    except psutil.Error:
        return None
