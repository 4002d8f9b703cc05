"""Where a lake lies and how bytes get there.

Nothing else in the project builds a path into a lake: keys are strings with `/`, and the few acts below are those that
object storage can do too (whole objects, listing, a conditional put), so that S3 can stand behind the same class later.
"""

import contextlib
import json
import os
import re
import shutil
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from filelock import FileLock

from schemas.errors import ConfigError

FORMAT = 1
"""Layout of the lake; a reader refuses a newer one."""
MARKER = "_lake.json"
TEMPORARY = "_tmp"
_LOCK_TIMEOUT_S = 30.0


@dataclass(frozen=True, slots=True)
class Lake:
    """A lake on a disk. Small and picklable: workers get it as an argument."""

    root: Path

    def path(self, key: str) -> Path:
        return self.root.joinpath(*key.split("/"))

    def table(self, name: str) -> str:
        """The place of a Delta table, as deltalake and Polars want it."""
        return str(self.path(name))

    def put(self, key: str, write: Callable[[Path], None]) -> int:
        """Let `write` fill a file and move it to its key in one step; returns its size in bytes.

        Either the whole file is there, on the disk and not in a cache, or nothing is. Raises ConfigError where the
        disk refuses.
        """
        target = self.path(key)
        temporary = self.path(f"{TEMPORARY}/{uuid.uuid4().hex}")
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            temporary.parent.mkdir(parents=True, exist_ok=True)
            write(temporary)
            _sync(temporary)
            size = temporary.stat().st_size
            temporary.replace(target)
            _sync_folder(target.parent)
        except OSError as error:
            raise ConfigError(
                f"lake `{self.root}` can't be written ({error.strerror or error}, at `{key}`). "
                "Make room or set its permissions; what is stored stays, and the same command goes on from there."
            ) from error
        finally:
            with contextlib.suppress(OSError):
                temporary.unlink(missing_ok=True)
        return size

    def put_bytes(self, key: str, content: bytes) -> int:
        def write(path: Path) -> None:
            path.write_bytes(content)

        return self.put(key, write)

    def read(self, key: str) -> bytes | None:
        """The bytes at a key, or None where there is nothing."""
        try:
            return self.path(key).read_bytes()
        except (FileNotFoundError, NotADirectoryError):
            return None

    def size(self, key: str) -> int | None:
        """Bytes at a key, or None where there is nothing."""
        try:
            return self.path(key).stat().st_size
        except (FileNotFoundError, NotADirectoryError):
            return None

    def keys(self, prefix: str) -> list[str]:
        """All keys under a folder, sorted."""
        folder = self.path(prefix)
        return sorted(path.relative_to(self.root).as_posix() for path in folder.rglob("*") if path.is_file())

    def delete(self, prefix: str) -> None:
        """Remove one key, or everything under a folder; nothing there is no error."""
        path = self.path(prefix)
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)

    def swap(self, key: str, old: bytes | None, new: bytes | None) -> bool:
        """Put `new` at a key if `old` is what lies there; None stands for nothing. False where it was something else.

        Object storage has this as a conditional put; on a disk a lock file stands in for it.
        """
        lock = self.path("_locks/swap.lock")
        lock.parent.mkdir(parents=True, exist_ok=True)
        with FileLock(lock, timeout=_LOCK_TIMEOUT_S):
            if self.read(key) != old:
                return False
            if new is None:
                self.delete(key)
            else:
                self.put_bytes(key, new)
            return True


def open_lake(uri: str, create: bool) -> Lake:
    """The lake at a path, made where `create` says so.

    Raises ConfigError for object storage, a file, a folder that can't be written (with `create`), a folder that
    holds no lake (without), and a lake of a newer layout.
    """
    root = _root(uri)
    if root.exists() and not root.is_dir():
        raise ConfigError(f"lake `{uri}` is a file. Point --lake at a folder.")
    lake = Lake(root)
    marker = _marker(lake)
    if marker is None:
        if not create:
            raise ConfigError(
                f"there is no lake at `{uri}`. Point --lake at a folder that `ladder run` or `ladder generate` filled."
            )
        lake.put_bytes(MARKER, json.dumps({"format": FORMAT}).encode())
    elif marker != FORMAT:
        raise ConfigError(
            f"lake `{uri}` has layout {marker}, and this version reads layout {FORMAT}. "
            "Install the version that wrote it, or point --lake at a new folder."
        )
    elif create:
        # Said now, not after an hour of work.
        lake.put_bytes(f"{TEMPORARY}/writable", b"")
        lake.delete(f"{TEMPORARY}/writable")
    return lake


def _root(uri: str) -> Path:
    if not uri.strip():
        raise ConfigError("--lake is empty. Point it at a folder.")
    scheme = re.match(r"([A-Za-z][A-Za-z0-9+.-]+)://", uri)
    if scheme and scheme[1] != "file":
        raise ConfigError(
            f"lake `{uri}`: object storage will come with the extra `s3` and is no option yet. Point --lake at a folder."
        )
    root = Path(uri.removeprefix("file://")).expanduser().absolute()
    if re.search(r"%|[\x00-\x1f]" if os.name == "nt" else r"%|\\|[\x00-\x1f]", str(root)):
        raise ConfigError(
            f"lake `{uri}`: Delta reads `%`, `\\` and control signs in paths as others. Point --lake elsewhere."
        )
    return root


def _marker(lake: Lake) -> object:
    try:
        content = lake.read(MARKER)
        return None if content is None else json.loads(content)["format"]
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise ConfigError(
            f"lake `{lake.root}`: `{MARKER}` can't be read ({error}). Point --lake at a new folder."
        ) from error


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
