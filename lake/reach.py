"""Whether workers on other machines can come to a lake. Asked before work starts, for a worker would only find out late."""

import ipaddress
from urllib.parse import urlsplit

from lake import s3
from lake.store import Lake
from schemas.errors import ConfigError


def check_reach(lake: Lake, workers: str) -> None:
    """Raise ConfigError where workers elsewhere can't come to the lake: it is a folder, or its server is on loopback.

    Args:
        lake: Where they would write.
        workers: Who they are, as the user named them: `dask:tcp://10.0.0.5:8786`.
    """
    if lake.is_local:
        raise ConfigError(
            f"lake `{lake.root}` is a folder of this machine, and the workers of `{workers}` are on others. "
            "Point --lake at s3://bucket/prefix, or leave the address out to work on this machine."
        )
    if is_loopback(s3.endpoint()):
        raise ConfigError(
            f"lake `{lake.root}` lies on the server {s3.endpoint()}, which only this machine can reach, and the workers "
            f"of `{workers}` are on others. Set AWS_ENDPOINT_URL to an address that they reach too."
        )


def is_loopback(url: str) -> bool:
    """Whether an address leads to the machine that uses it; one without a host leads to Amazon."""
    host = urlsplit(url).hostname or ""
    try:
        address = ipaddress.ip_address(host)
        return address.is_loopback or address.is_unspecified
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")
