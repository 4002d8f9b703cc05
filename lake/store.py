"""Where a lake lies and how bytes get there.

Nothing else in the project builds a path into a lake: keys are strings with `/`, and the few acts below are those that
a folder and a bucket both know (lake/place.py).
"""

import json
import os
import re
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TypeVar

from lake import s3
from lake.bucket import Bucket
from lake.disk import TEMPORARY as TEMPORARY
from lake.disk import Disk
from lake.place import Stat as Stat
from lake.place import Store
from schemas.errors import ConfigError

T = TypeVar("T")
R = TypeVar("R")

FORMAT = 1
"""Layout of the lake; a reader refuses a newer one."""
MARKER = "_lake.json"
_S3 = "s3://"


class Lake:
    """A lake, in a folder or in a bucket. Small and picklable: workers get it, or its root, as an argument."""

    __slots__ = ("root",)

    root: str
    """An absolute path, or `s3://bucket/prefix`. `Lake(root)` is the lake again, in any process."""

    def __init__(self, root: str | os.PathLike[str]) -> None:
        self.root = os.fspath(root)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Lake) and self.root == other.root

    def __hash__(self) -> int:
        return hash(self.root)

    def __repr__(self) -> str:
        return f"Lake({self.root!r})"

    @property
    def is_local(self) -> bool:
        """Whether it lies on a disk of this machine."""
        return not self.root.startswith(_S3)

    def path(self, key: str) -> Path:
        """The path of a key on a disk. Raises ConfigError where the lake lies in a bucket."""
        place = self._place
        if not isinstance(place, Disk):
            raise ConfigError(
                f"lake `{self.root}` is no folder of this machine, and this needs one. Use another --lake."
            )
        return place.path(key)

    def url(self, key: str) -> str:
        """The place of a key, as deltalake, Polars and people want it."""
        return str(self.path(key)) if self.is_local else f"{self.root}/{key}"

    def table(self, name: str) -> str:
        """The place of a Delta table."""
        return self.url(name)

    @property
    def options(self) -> dict[str, str] | None:
        """What deltalake and Polars are told beside a place; there are no secrets in it."""
        return None if self.is_local else s3.options()

    def put(self, key: str, write: Callable[[Path], None]) -> int:
        """Let `write` fill a local file and bring it to its key in one act; returns its size in bytes.

        Either the whole file is there or nothing is. Raises ConfigError where the disk or the server refuses.
        """
        return self._place.put(key, write)

    def put_bytes(self, key: str, content: bytes) -> int:
        def write(path: Path) -> None:
            path.write_bytes(content)

        return self.put(key, write)

    def put_folder(self, prefix: str, folder: Path) -> str:
        """Bring a folder's files to a prefix, in place of what lies there; returns the place of the prefix."""
        self.delete(prefix)
        files = [path for path in sorted(folder.rglob("*")) if path.is_file()]
        self.each(
            lambda path: self.put_bytes(f"{prefix}/{path.relative_to(folder).as_posix()}", path.read_bytes()), files
        )
        return self.url(prefix)

    def read(self, key: str) -> bytes | None:
        """The bytes at a key, or None where there is nothing."""
        return self._place.read(key)

    def size(self, key: str) -> int | None:
        """Bytes at a key, or None where there is nothing."""
        found = self.stats([key]).get(key)
        return None if found is None else found.bytes

    def stats(self, keys: Sequence[str]) -> dict[str, Stat]:
        """What lies at those of the keys at which something lies, in few requests."""
        return self._place.stats(keys)

    def keys(self, prefix: str) -> list[str]:
        """All keys under a folder, sorted."""
        return list(self._place.listed(prefix))

    def listed(self, prefix: str) -> dict[str, Stat]:
        """All that lies under a folder, in order of key."""
        return self._place.listed(prefix)

    def folders(self) -> list[str]:
        """The folders that lie directly in the lake, in order: the tables, and what begins with `_`."""
        return self._place.folders()

    def delete(self, prefix: str) -> None:
        """Remove one key, or everything under a folder; nothing there is no error."""
        self._place.delete(prefix)

    def swap(self, key: str, old: bytes | None, new: bytes) -> bool:
        """Put `new` at a key if `old` is what lies there; None stands for nothing. False where it was something else."""
        return self._place.swap(key, old, new)

    def each(self, act: Callable[[T], R], items: Iterable[T]) -> list[R]:
        """`act` over the items, in their order; at the same time where each waits for a network."""
        return self._place.each(act, items)

    @property
    def _place(self) -> Store:
        return _place_of(self.root)


def open_lake(uri: str, create: bool) -> Lake:
    """The lake at a path or at `s3://bucket/prefix`, made where `create` says so.

    Raises ConfigError for another kind of storage, a file, a place that can't be written (with `create`), one that
    holds no lake (without), a lake of a newer layout, and a server of S3 that keeps no conditions.
    """
    lake = Lake(_root(uri))
    marker = _marker(lake)
    if marker is None:
        if not create:
            raise ConfigError(
                f"there is no lake at `{uri}`. Point --lake at one that `ladder run` or `ladder generate` filled."
            )
        _prove_writable(lake)
        lake.put_bytes(MARKER, json.dumps({"format": FORMAT}).encode())
    elif marker != FORMAT:
        raise ConfigError(
            f"lake `{uri}` has layout {marker}, and this version reads layout {FORMAT}. "
            "Install the version that wrote it, or point --lake at a new folder."
        )
    elif create:
        # Said now, not after an hour of work.
        _prove_writable(lake)
    return lake


@lru_cache(maxsize=64)
def _place_of(root: str) -> Store:
    return Bucket(root) if root.startswith(_S3) else Disk(Path(root))


def _prove_writable(lake: Lake) -> None:
    if not lake.is_local:
        Bucket(lake.root).prove()
        return
    lake.put_bytes(f"{TEMPORARY}/writable", b"")
    lake.delete(f"{TEMPORARY}/writable")


def _root(uri: str) -> str:
    if not uri.strip():
        raise ConfigError("--lake is empty. Point it at a folder, or at s3://bucket/prefix.")
    scheme = re.match(r"([A-Za-z][A-Za-z0-9+.-]+)://", uri)
    if scheme and scheme[1] == "s3":
        return _S3 + "/".join(filter(None, s3.parse(uri)))
    if scheme and scheme[1] != "file":
        raise ConfigError(
            f"lake `{scheme[0]}...` is of no kind that is known. Point --lake at a folder or s3://bucket/prefix."
        )
    root = Path(uri.removeprefix("file://")).expanduser().absolute()
    if re.search(r"%|[\x00-\x1f]" if os.name == "nt" else r"%|\\|[\x00-\x1f]", str(root)):
        raise ConfigError(
            f"lake `{uri}`: Delta reads `%`, `\\` and control signs in paths as others. Point --lake elsewhere."
        )
    if root.exists() and not root.is_dir():
        raise ConfigError(f"lake `{uri}` is a file. Point --lake at a folder.")
    return str(root)


def _marker(lake: Lake) -> object:
    try:
        content = lake.read(MARKER) if lake.is_local else Bucket(lake.root).answers(MARKER)
        return None if content is None else json.loads(content)["format"]
    except (OSError, ValueError, TypeError, KeyError, RecursionError) as error:
        raise ConfigError(
            f"lake `{lake.root}`: `{MARKER}` can't be read ({error}). Point --lake at a new folder."
        ) from error
