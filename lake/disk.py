"""A lake in a folder: files by rename, and a lock file where object storage has a conditional put."""

import contextlib
import errno
import os
import shutil
import tempfile
import uuid
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import polars as pl
from filelock import FileLock

from lake.place import Stat
from schemas.errors import ConfigError, reason_of

T = TypeVar("T")
R = TypeVar("R")

TEMPORARY = "_tmp"
_LOCK = "_locks/swap.lock"
_LOCK_TIMEOUT_S = 30.0


@dataclass(frozen=True, slots=True)
class Disk:
    """The acts of `lake.place.Store` in a folder."""

    root: Path

    def path(self, key: str) -> Path:
        return self.root.joinpath(*key.split("/"))

    def read(self, key: str) -> bytes | None:
        try:
            return self.path(key).read_bytes()
        except (FileNotFoundError, NotADirectoryError):
            return None

    def stats(self, keys: Sequence[str]) -> dict[str, Stat]:
        found = {key: _stat(self.path(key)) for key in keys}
        return {key: stat for key, stat in found.items() if stat is not None}

    def put(self, key: str, write: Callable[[Path], None]) -> int:
        """As `Store.put`; either the whole file is there, on the disk and not in a cache, or nothing is."""
        target = self.path(key)
        temporary = self.path(f"{TEMPORARY}/{uuid.uuid4().hex}")
        try:
            with self.written(key):
                target.parent.mkdir(parents=True, exist_ok=True)
                temporary.parent.mkdir(parents=True, exist_ok=True)
                write(temporary)
                _sync(temporary)
                size = temporary.stat().st_size
                temporary.replace(target)
                _sync_folder(target.parent)
        finally:
            with contextlib.suppress(OSError):
                temporary.unlink(missing_ok=True)
        return size

    def listed(self, prefix: str) -> dict[str, Stat]:
        paths = sorted(path for path in self.path(prefix).rglob("*") if path.is_file()) if prefix else self._all()
        found = {path.relative_to(self.root).as_posix(): _stat(path) for path in paths}
        return {key: stat for key, stat in sorted(found.items()) if stat is not None}

    def folders(self) -> list[str]:
        return sorted(path.name for path in self.root.iterdir() if path.is_dir()) if self.root.is_dir() else []

    def delete(self, prefix: str) -> None:
        path = self.path(prefix)
        with self.written(prefix):
            if path.is_dir():
                shutil.rmtree(path)
            else:
                path.unlink(missing_ok=True)

    def swap(self, key: str, old: bytes | None, new: bytes) -> bool:
        with self.written(key):
            self.path(_LOCK).parent.mkdir(parents=True, exist_ok=True)
            # Opened here, for FileLock waits until its timeout where it may not write.
            os.close(os.open(self.path(_LOCK), os.O_RDWR | os.O_CREAT, 0o644))
            with FileLock(self.path(_LOCK), timeout=_LOCK_TIMEOUT_S):
                if self.read(key) != old:
                    return False
                self.put(key, lambda path: _write(path, new))
                return True

    def each(self, act: Callable[[T], R], items: Iterable[T]) -> list[R]:
        """One after another: a disk answers at once."""
        return [act(item) for item in items]

    @contextlib.contextmanager
    def written(self, key: str) -> Iterator[None]:
        """What the disk refuses inside the block becomes one sentence."""
        try:
            yield
        except (OSError, pl.exceptions.PolarsError) as error:
            raise ConfigError(
                f"lake `{self.root}` can't be written ({reason_of(error)}, at `{key}`). "
                "Make room or set its permissions; what is stored stays, and the same command goes on from there."
            ) from error

    def _all(self) -> list[Path]:
        return [path for path in self.root.rglob("*") if path.is_file()]


@contextlib.contextmanager
def temporary_written(errand: str) -> Iterator[None]:
    """What the disk of the temporary folder refuses inside the block becomes one sentence, with what it was for.

    Other errors pass: what is written there is read from elsewhere at the same time.
    """
    try:
        yield
    except (OSError, pl.exceptions.PolarsError) as error:
        if not (error.errno in _REFUSED if isinstance(error, OSError) else is_no_room(error)):
            raise
        raise ConfigError(
            f"temporary folder `{tempfile.gettempdir()}` can't be written ({reason_of(error)}) {errand}. "
            "Make room there, or point TMPDIR elsewhere; the same command goes on from there."
        ) from error


_FULL = (errno.ENOSPC, errno.EFBIG, errno.EDQUOT)
_REFUSED = (*_FULL, errno.EACCES, errno.EPERM, errno.EROFS)
_NO_ROOM = tuple(f"(os error {number})" for number in _FULL)


def is_no_room(error: pl.exceptions.PolarsError) -> bool:
    """Whether a disk took no more of a file: of Parquet, Polars tells that in the words of damage."""
    return any(number in str(error) for number in _NO_ROOM)


def _write(path: Path, content: bytes) -> None:
    path.write_bytes(content)


def _stat(path: Path) -> Stat | None:
    try:
        found = path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return None
    return Stat(found.st_size, int(found.st_mtime * 1000))


def _sync(path: Path) -> None:
    with path.open("rb+") as file:
        os.fsync(file.fileno())


def _sync_folder(folder: Path) -> None:
    """A rename is on the disk once its folder is; Windows opens no folders and needs none of this."""
    with contextlib.suppress(PermissionError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
