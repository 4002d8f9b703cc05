"""A lake in a bucket of Amazon S3 or of a server that speaks its language, at `s3://bucket/prefix`.

Keys and secrets come from the environment of the process that needs them (AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY,
AWS_SESSION_TOKEN, or a role's own variables; AWS_REGION, AWS_ENDPOINT_URL). They are handed to nobody: obstore,
delta-rs and Polars each read them from there, and a lake that travels to a worker is its URI alone.

An object is written by one PUT, so it is there whole or not at all. A server that ignores the conditions of a PUT
would lose commits in silence, so one is asked before it is trusted.
"""

import mimetypes
import os
import re
import tempfile
import uuid
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

from lake.place import Stat
from schemas.errors import ConfigError

T = TypeVar("T")
R = TypeVar("R")

_URI = re.compile(
    r"s3://(?P<bucket>[a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?P<prefix>(?:/[A-Za-z0-9=_-][A-Za-z0-9._=-]*)*)/?"
)
_AT_ONCE = 24
"""Requests under way together: each waits some 30 ms for its answer."""
_LISTED_FROM = 8
"""A folder of which so many objects are asked after is listed instead; a page of a list holds a thousand."""
_REQUEST_S = 300
_CONNECT_S = 5
_RETRIES = 5
_RETRY_S = 60
_PROBE_RETRIES = 2
_PROBE_S = 10
_ROLES = ("AWS_WEB_IDENTITY_TOKEN_FILE", "AWS_CONTAINER_CREDENTIALS_RELATIVE_URI", "AWS_CONTAINER_CREDENTIALS_FULL_URI")


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
            try:
                write(path)
                size = path.stat().st_size
            except OSError as error:
                raise ConfigError(
                    f"temporary folder `{tempfile.gettempdir()}` can't be written ({error.strerror or error}) on the way "
                    f"to lake `{self.uri}`. Make room there, or point TMPDIR elsewhere; the same command goes on from there."
                ) from error
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
        return _opened(self.uri, patient, _environment())

    @contextmanager
    def _spoken(self, key: str) -> Iterator[None]:
        """What the server or the network refuses inside the block becomes one sentence."""
        from obstore.exceptions import AlreadyExistsError, BaseError, PreconditionError

        try:
            yield
        except (AlreadyExistsError, PreconditionError):
            raise
        except (BaseError, FileNotFoundError) as error:
            raise ConfigError(_sentence(self.uri, key, str(error))) from error


def parse(uri: str) -> tuple[str, str]:
    """Bucket and prefix, without slashes around it. Raises ConfigError for a URI that is none."""
    found = _URI.fullmatch(uri)
    if found is None:
        shown = re.sub(r"//[^/]*@", "//...@", uri)  # somebody may have put a secret there
        raise ConfigError(
            f"lake `{shown}` can't be read. Write s3://bucket/prefix with letters, digits, `.`, `_`, `=` and `-`; keys come "
            "from AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, another server from AWS_ENDPOINT_URL."
        )
    return found["bucket"], found["prefix"].strip("/")


def options() -> dict[str, str]:
    """What delta-rs and Polars are told of the server; keys they read from the environment."""
    told = {"aws_conditional_put": "etag", "aws_region": region(), "timeout": f"{_REQUEST_S}s"}
    told["connect_timeout"] = f"{_CONNECT_S}s"
    if url := endpoint():
        told |= {"aws_endpoint_url": url, "aws_allow_http": str(url.startswith("http://")).lower()}
    return told


def endpoint() -> str:
    """The server's address; empty for Amazon's own."""
    return os.environ.get("AWS_ENDPOINT_URL_S3") or os.environ.get("AWS_ENDPOINT_URL") or ""


def region() -> str:
    return os.environ.get("AWS_REGION") or os.environ.get("AWS_DEFAULT_REGION") or "us-east-1"


def filesystem() -> Any:
    """The server as Arrow's datasets want it; paths in it begin with the bucket."""
    import pyarrow.fs as pafs
    from obstore.fsspec import FsspecStore

    return pafs.PyFileSystem(pafs.FSSpecHandler(FsspecStore("s3", **_client(patient=True))))


def _environment() -> tuple[tuple[str, str], ...]:
    return tuple(sorted((name, value) for name, value in os.environ.items() if name.startswith("AWS_")))


@lru_cache(maxsize=8)
def _opened(uri: str, patient: bool, environment: tuple[tuple[str, str], ...]) -> Any:
    """One client a process and setting: it keeps its connections open. `environment` is only a part of the key."""
    try:
        from obstore.store import S3Store
    except ModuleNotFoundError as error:
        raise ConfigError(
            f"lake `{uri}` needs a package that is not installed. Run `pip install 'evidence-ladder[s3]'`."
        ) from error
    bucket, prefix = parse(uri)
    return S3Store(bucket, prefix=prefix or None, **_client(patient))


def _client(patient: bool) -> dict[str, Any]:
    url = endpoint()
    timeout_s, retry_s = (_REQUEST_S, _RETRY_S) if patient else (_PROBE_S, _PROBE_S)
    client: dict[str, Any] = {"timeout": f"{timeout_s}s", "connect_timeout": f"{_CONNECT_S}s"}
    config = {"region": region(), "conditional_put": "etag"}
    if url:
        config["endpoint"] = url
        client["allow_http"] = url.startswith("http://")
    retry = {
        "max_retries": _RETRIES if patient else _PROBE_RETRIES,
        "retry_timeout": timedelta(seconds=retry_s),
    }
    return {"config": config, "client_options": client, "retry_config": retry}


def _stat(meta: Mapping[str, Any]) -> Stat:
    return Stat(meta["size"], int(meta["last_modified"].timestamp() * 1000))


_REASONS = {
    r"NoSuchBucket": "there is no such bucket",
    r"InvalidAccessKeyId|SignatureDoesNotMatch|InvalidToken|ExpiredToken": "the server does not take these keys",
    r"AccessDenied|403 Forbidden": "these keys may not do that",
    r"401 Unauthorized|InstanceMetadata|169\.254\.169\.254|credential": "there are no keys to sign requests with",
    r"tcp connect error|dns error|Connection refused|connection closed|operation timed out|error sending request": (
        "nobody answers there"
    ),
    r"503|SlowDown|500 Internal": "the server is not well",
}


def _sentence(uri: str, key: str, said: str) -> str:
    reason = next((reason for pattern, reason in _REASONS.items() if re.search(pattern, said, re.IGNORECASE)), None)
    code = re.search(r"<Code>(\w+)</Code>", said)
    shown = reason or (code[1] if code else said.partition("\n")[0][:200])
    where = f" at {endpoint()}" if endpoint() else ""
    keys = (
        ""
        if "AWS_ACCESS_KEY_ID" in os.environ or any(map(os.environ.get, _ROLES))
        else " (AWS_ACCESS_KEY_ID is not set)"
    )
    return (
        f"lake `{uri}`{where}: {shown}{keys}, at `{key or '/'}`. Set AWS_ENDPOINT_URL, AWS_REGION and the keys as the "
        "server wants them and make the bucket; what is stored stays, and the same command goes on from there."
    )
