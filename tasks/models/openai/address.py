"""Where a model is served: `URL#MODEL`. What is secret in a URL is refused, so that no name or message can carry it."""

import ipaddress
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit, urlunsplit

from schemas.errors import ConfigError

_VERSION = "/v1"
_EXAMPLE = "Write for instance `openai:http://127.0.0.1:8000/v1#Qwen/Qwen3-VL-4B-Instruct`"


@dataclass(frozen=True, slots=True)
class Address:
    base_url: str
    """With the version, without a slash at its end: `http://127.0.0.1:8000/v1`."""
    model: str
    """The name by which the server knows the model."""

    @property
    def host(self) -> str:
        """Host and port, and the path where it is not the usual `/v1`: what a name or a message may show."""
        url = urlsplit(self.base_url)
        return url.netloc + ("" if url.path == _VERSION else url.path)

    @property
    def client_options(self) -> dict[str, Any]:
        """For the HTTP client. Nobody is sent elsewhere: a redirect would take the key and the pictures along."""
        return {
            "trust_env": not self.on_loopback,
            "follow_redirects": False,
            "verify": self.base_url.startswith("https:"),  # reading the system's certificates takes a while
        }

    @property
    def on_loopback(self) -> bool:
        """Whether the server runs on this machine; such a one is never behind a proxy, whatever HTTP_PROXY says."""
        host = urlsplit(self.base_url).hostname or ""
        if host == "localhost":
            return True
        try:
            return ipaddress.ip_address(host).is_loopback
        except ValueError:
            return False


def address_of(text: str) -> Address:
    """Read `URL#MODEL`; a URL without a path gets `/v1`.

    Raises:
        ConfigError: It is no such thing, or the URL holds a user name, a password or a query, which may be a key.
    """
    raw, _, model = text.partition("#")
    try:
        url = urlsplit(raw)
        _ = url.port  # reading it is what finds a port that is no number
    except ValueError as error:
        raise ConfigError(f"`openai:` cannot read its URL: {error}. {_EXAMPLE}.") from error
    if url.username is not None or url.password is not None or url.query:
        raise ConfigError(
            f"the URL of `{url.hostname}` holds a user name, a password or a query, which would end up in names and logs. "
            "Leave it out and put the key into the environment variable OPENAI_API_KEY."
        )
    if url.scheme not in ("http", "https") or not url.hostname:
        raise ConfigError(f"`openai:{text}` has no http or https URL. {_EXAMPLE}.")
    if not model.strip():
        raise ConfigError(f"`openai:{text}` names no model. Write the name that the server knows it by after a `#`.")
    path = url.path.rstrip("/") or _VERSION
    return Address(urlunsplit((url.scheme, url.netloc.lower(), path, "", "")), model.strip())
