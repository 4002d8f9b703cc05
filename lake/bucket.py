"""A lake in a bucket of Amazon S3 or of a server that speaks its language, at `s3://bucket/prefix`.

Keys and secrets come from the environment of the process that needs them (AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY,
AWS_SESSION_TOKEN, or a role's own variables; AWS_REGION, AWS_ENDPOINT_URL). They are handed to nobody: obstore,
delta-rs and Polars each read them from there, and a lake that travels to a worker is its URI alone.

An object is written by one PUT, so it is there whole or not at all. A server that ignores the conditions of a PUT
would lose commits in silence, so one is asked before it is trusted.
"""

import mimetypes
import tempfile
import uuid
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from lake import s3
from lake.disk import temporary_written
from lake.place import Stat
from schemas.errors import ConfigError

T = TypeVar("T")
R = TypeVar("R")

_AT_ONCE = 24
"""Requests under way together: each waits some 30 ms for its answer."""
_LISTED_FROM = 8
"""A folder of which so many objects are asked after is listed instead; a page of a list holds a thousand."""


@dataclass(frozen=True, slots=True)
class Bucket:
    """The acts of `lake.place.Store` in a bucket, under a prefix."""

    uri: str

    def read(self, key: str) -> bytes | None:
        found = self._got(key)
        return None if found is None else found[0]

    def stats(self, keys: Sequence[str]) -> dict[str, Stat]:
        """By requests for single objects where a folder is asked after few, by listing it where they are many."""
        folders: dict[str, list[str]] = defaultdict(list)
        for key in dict.fromkeys(keys):
            folders[key.rpartition("/")[0]].append(key)
        single = [key for asked in folders.values() if len(asked) < _LISTED_FROM for key in asked]
        many = [folder for folder, asked in folders.items() if len(asked) >= _LISTED_FROM]
        found = dict(zip(single, self.each(self._head, single), strict=True))
        for listed in self.each(self.listed, many):
            found |= listed
        return {key: stat for key in keys if (stat := found.get(key)) is not None}

    def put(self, key: str, write: Callable[[Path], None]) -> int:
        with tempfile.TemporaryDirectory(prefix="ladder-put-") as folder:
            path = Path(folder, "object")
            with temporary_written(f"on the way to lake `{self.uri}`"):
                write(path)
                size = path.stat().st_size
            self._put(key, path)
        return size

    def listed(self, prefix: str) -> dict[str, Stat]:
        import obstore

        with self._spoken(prefix):
            pages = obstore.list(self._store(), prefix or None, chunk_size=1000)
            return dict(sorted((meta["path"], _stat(meta)) for page in pages for meta in page))

    def folders(self) -> list[str]:
        import obstore

        with self._spoken(""):
            return sorted(obstore.list_with_delimiter(self._store())["common_prefixes"])

    def delete(self, prefix: str) -> None:
        import obstore

        under = list(self.listed(prefix))
        with self._spoken(prefix):
            if under:
                obstore.delete(self._store(), under)
            else:
                obstore.delete(self._store(), prefix)

    def swap(self, key: str, old: bytes | None, new: bytes) -> bool:
        """A PUT under If-None-Match or If-Match. A lost answer and a repeated request are told apart by reading."""
        found = self._got(key)
        if (None if found is None else found[0]) != old:
            return False
        if self._put_if(key, new, None if found is None else found[1]):
            return True
        return self.read(key) == new

    def each(self, act: Callable[[T], R], items: Iterable[T]) -> list[R]:
        work = list(items)
        if len(work) < 2:
            return [act(item) for item in work]
        with ThreadPoolExecutor(min(_AT_ONCE, len(work)), thread_name_prefix="ladder-s3") as pool:
            return list(pool.map(act, work))

    def prove(self) -> None:
        """Ask the server for what a lake rests on: a PUT under a condition that fails must fail.

        Raises ConfigError where it does not, and where nobody answers, the bucket is missing or may not be written.
        """
        import obstore

        key = f"_tmp/{uuid.uuid4().hex}"
        first = self._put_if(key, b"1", None, patient=False)
        second, third = self._put_if(key, b"2", None), self._put_if(key, b"3", {"e_tag": '"0"'})
        with self._spoken(key):
            obstore.delete(self._store(), key)
        if not first or second or third:
            raise ConfigError(
                f"lake `{self.uri}`: the server overwrites where a condition forbids it (If-None-Match, If-Match), so two "
                "commits at once would lose one. Use a server that keeps conditions, as Amazon S3 does."
            )

    def answers(self, key: str) -> bytes | None:
        """As `read`, but it gives up soon: for the first request to a server that may not be there."""
        found = self._got(key, patient=False)
        return None if found is None else found[0]

    def _got(self, key: str, *, patient: bool = True) -> tuple[bytes, Mapping[str, Any]] | None:
        import obstore

        with self._spoken(key):
            try:
                answer = obstore.get(self._store(patient), key)
                tags = {"e_tag": answer.meta["e_tag"], "version": answer.meta["version"]}
                return bytes(answer.bytes()), {name: tag for name, tag in tags.items() if tag}
            except FileNotFoundError as error:
                if "NoSuchBucket" in str(error):
                    raise
                return None

    def _head(self, key: str) -> Stat | None:
        import obstore

        with self._spoken(key):
            try:
                return _stat(obstore.head(self._store(), key))
            except FileNotFoundError:
                return None

    def _put(self, key: str, content: Path) -> None:
        import obstore

        kind, _ = mimetypes.guess_type(key)
        attributes = {"Content-Type": f"{kind}; charset=utf-8" if kind.startswith("text/") else kind} if kind else None
        with self._spoken(key):
            obstore.put(self._store(), key, content, attributes=attributes, use_multipart=False)

    def _put_if(self, key: str, content: bytes, standing: Mapping[str, Any] | None, *, patient: bool = True) -> bool:
        """Whether the condition held: nothing there, or the object that is named by its tag."""
        import obstore
        from obstore.exceptions import AlreadyExistsError, PreconditionError

        with self._spoken(key):
            try:
                mode: Any = "create" if standing is None else dict(standing)
                obstore.put(self._store(patient), key, content, mode=mode, use_multipart=False)
                return True
            except (AlreadyExistsError, PreconditionError):
                return False

    def _store(self, patient: bool = True) -> Any:
        return s3.opened(self.uri, patient, s3.environment())

    @contextmanager
    def _spoken(self, key: str) -> Iterator[None]:
        """What the server or the network refuses inside the block becomes one sentence."""
        from obstore.exceptions import AlreadyExistsError, BaseError, PreconditionError

        try:
            yield
        except (AlreadyExistsError, PreconditionError):
            raise
        except (BaseError, FileNotFoundError) as error:
            raise ConfigError(s3.sentence(self.uri, key, str(error))) from error


def _stat(meta: Mapping[str, Any]) -> Stat:
    return Stat(meta["size"], int(meta["last_modified"].timestamp() * 1000))
