"""One holder a run: a lease with its owner and a heartbeat. Different runs share a lake freely.

A lease may be taken over when its owner's process is gone from this machine, or when its heart stands still. No clock is
trusted for the latter: clocks differ between machines and are set while programs run. A heartbeat of the last minute
counts; any other is only a doubt, and then the lease is watched for three beats, by a clock that nobody sets. Two
holders at once would not hurt the rows (commits repeat harmlessly), but each would do the other's work.
"""

import dataclasses
import json
import os
import socket
import threading
import time
import uuid
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import psutil

from lake.parts import safe
from lake.store import Lake
from schemas.errors import ConfigError
from schemas.identity import canonical_json

FRESH_S = 60.0
BEAT_S = 10.0
_WATCHED_BEATS = 3
_LOOKS_A_BEAT = 4
_FOLDER = "_leases"
_NOBODY = b""
"""What an ended lease leaves: object storage has no delete under a condition."""
_ATTEMPTS = 5


@dataclass(frozen=True, slots=True)
class Owner:
    """Who holds a run."""

    run_id: str
    host: str
    machine: str
    """The boot and the space of process ids that `pid` belongs to: containers may share a host's name."""
    pid: int
    started: float
    """When the process started (`_start_of`): a pid alone may have been given to another process."""
    token: str
    beat: float
    """The last heartbeat, in seconds since 1970 by the owner's clock."""

    @property
    def is_dead(self) -> bool:
        """Whether its process was one of this machine and is gone."""
        return self.machine == _machine() and _start_of(self.pid) != self.started

    @property
    def is_fresh(self) -> bool:
        return abs(time.time() - self.beat) <= FRESH_S

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
                self._lost = not self._write(beaten)
            except (ConfigError, OSError):
                continue  # a full disk now may have room at the next beat; until a minute has passed nothing is lost
            if self._lost:
                return

    def end(self, beats: threading.Thread) -> None:
        self._end.set()
        beats.join()
        with suppress(ConfigError, OSError):  # what is left behind is dead when this process is
            self._write(_NOBODY)

    def _write(self, content: bytes) -> bool:
        """Put it in the place of our last beat; False where another's lease stands there.

        What stands there may also be a beat of ours that was written and whose answer was lost on the way.
        """
        key = _key(self.owner.run_id)
        if not self._lake.swap(key, self._written, content):
            standing = self._lake.read(key)
            owner = _decode(standing)
            if owner is None or owner.token != self.owner.token or not self._lake.swap(key, standing, content):
                return False
        self._written = content
        return True


@contextmanager
def lease(lake: Lake, run_id: str, beat_s: float = BEAT_S) -> Iterator[Lease]:
    """Hold a run. Raises ConfigError, naming the owner, where another live process holds it.

    Where it can't be seen at once whether the owner lives, this waits for three of its beats.
    """
    held = Lease(lake, _take(lake, run_id, beat_s))
    beats = threading.Thread(target=held.beat_until_end, args=(beat_s,), name=f"lease-{run_id}", daemon=True)
    beats.start()
    try:
        yield held
    finally:
        held.end(beats)


def owners(lake: Lake, beat_s: float = BEAT_S) -> list[Owner]:
    """The live owners of runs in a lake, in order of run."""
    keys = lake.keys(_FOLDER)
    found = dict(zip(keys, lake.each(lake.read, keys), strict=True))
    living = _living(lake, found, beat_s)
    return [owner for key in keys if key in living and (owner := _decode(living[key])) is not None]


def _take(lake: Lake, run_id: str, beat_s: float) -> Owner:
    pid, key = os.getpid(), _key(run_id)
    for _ in range(_ATTEMPTS):
        content = lake.read(key)
        if living := _living(lake, {key: content}, beat_s):
            raise ConfigError(
                f"run `{run_id}` is being worked on by {_decode(living[key])}. "
                "Wait for it or stop it; the same command then goes on."
            )
        now = time.time()
        me = Owner(run_id, socket.gethostname(), _machine(), pid, _start_of(pid) or 0.0, uuid.uuid4().hex, now)
        if lake.swap(key, content, _encode(me)):
            return me
    raise ConfigError(f"run `{run_id}` is being taken by other processes at this moment. Run the same command again.")


def _living(lake: Lake, contents: Mapping[str, bytes | None], beat_s: float) -> dict[str, bytes]:
    """The leases whose owner lives, as they were last read; those that are in doubt are watched together."""
    living: dict[str, bytes] = {}
    doubtful: dict[str, bytes] = {}
    for key, content in contents.items():
        owner = _decode(content)
        if content is None or owner is None or owner.is_dead:
            continue
        (living if owner.is_fresh else doubtful)[key] = content
    deadline = time.monotonic() + _WATCHED_BEATS * beat_s
    while doubtful and time.monotonic() < deadline:
        time.sleep(beat_s / _LOOKS_A_BEAT)
        now = dict(zip(doubtful, lake.each(lake.read, doubtful), strict=True))
        for key, content in now.items():
            if content == doubtful[key]:
                continue
            del doubtful[key]
            if content is not None and _decode(content) is not None:
                living[key] = content
    return living


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


@lru_cache(maxsize=1)
def _machine() -> str:
    """This boot of this machine and its space of process ids, or its name where the system does not tell."""
    try:
        boot = Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
        return f"{boot} {os.readlink('/proc/self/ns/pid')}"
    except OSError:
        return socket.gethostname()


def _start_of(pid: int) -> float | None:
    """When a process of this machine started; None where there is none.

    In seconds after the machine did, for Linux tells seconds since 1970 that move whenever the clock is set.
    """
    try:
        process = psutil.Process(pid)
        if process.status() == psutil.STATUS_ZOMBIE:
            return None
        return _after_boot(pid) if psutil.LINUX else process.create_time()
    except psutil.Error:
        return None


def _after_boot(pid: int) -> float:
    for _ in range(_ATTEMPTS):
        boot = psutil.boot_time()
        created = psutil.Process(pid).create_time()
        if psutil.boot_time() == boot:  # both are in the same seconds since 1970
            break
    return round(created - boot, 2)
