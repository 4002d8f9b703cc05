"""How a server of S3 is spoken to: its address, what its clients are told, and what its refusals mean.

Keys are not among it: obstore, delta-rs and Polars each read them from the environment of their process.
"""

import os
import re
from datetime import timedelta
from functools import lru_cache
from typing import Any

from schemas.errors import ConfigError

_URI = re.compile(
    r"s3://(?P<bucket>[a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?P<prefix>(?:/[A-Za-z0-9=_-][A-Za-z0-9._=-]*)*)/?"
)
_REQUEST_S = 300
_CONNECT_S = 5
_RETRIES = 5
_RETRY_S = 60
_PROBE_RETRIES = 2
_PROBE_S = 10
_ROLES = ("AWS_WEB_IDENTITY_TOKEN_FILE", "AWS_CONTAINER_CREDENTIALS_RELATIVE_URI", "AWS_CONTAINER_CREDENTIALS_FULL_URI")


def parse(uri: str) -> tuple[str, str]:
    """Bucket and prefix, without slashes around it. Raises ConfigError for a URI that is none."""
    found = _URI.fullmatch(uri)
    if found is None:
        shown = "s3://..." if re.search(r"[@?]", uri) else uri  # somebody may have put a secret there
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


def environment() -> tuple[tuple[str, str], ...]:
    """The variables that clients read, to tell one setting from another."""
    return tuple(sorted((name, value) for name, value in os.environ.items() if name.startswith("AWS_")))


@lru_cache(maxsize=8)
def opened(uri: str, patient: bool, environment: tuple[tuple[str, str], ...]) -> Any:
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


_NOT_ALLOWED = "these keys may not do that"
_NO_KEYS = "there are no keys to sign requests with"
_REASONS = {
    r"NoSuchBucket": "there is no such bucket",
    r"InvalidAccessKeyId|SignatureDoesNotMatch|InvalidToken|ExpiredToken": "the server does not take these keys",
    r"AccessDenied|403 Forbidden": _NOT_ALLOWED,
    r"401 Unauthorized|InstanceMetadata|169\.254\.169\.254|credential": _NO_KEYS,
    r"tcp connect error|dns error|Connection refused|connection closed|operation timed out|error sending request": (
        "nobody answers there"
    ),
    r"503|SlowDown|500 Internal": "the server is not well",
}


def sentence(uri: str, key: str, said: str) -> str:
    """One sentence on what a client said when it was refused; nothing of a request is in it."""
    has_keys = "AWS_ACCESS_KEY_ID" in os.environ or any(map(os.environ.get, _ROLES))
    reason = next((reason for pattern, reason in _REASONS.items() if re.search(pattern, said, re.IGNORECASE)), None)
    if reason == _NOT_ALLOWED and not has_keys:
        reason = _NO_KEYS
    code = re.search(r"<Code>(\w+)</Code>", said)
    shown = reason or (code[1] if code else said.partition("\n")[0][:200])
    where = f" at {endpoint()}" if endpoint() else ""
    return (
        f"lake `{uri}`{where}: {shown}, at `{key or '/'}`. Set AWS_ENDPOINT_URL, AWS_REGION and the keys as the "
        "server wants them and make the bucket; what is stored stays, and the same command goes on from there."
    )
