"""Identity: canonical JSON, digests, and the id of a run.

A run is named by what can change its rows (DESIGN, "Tables"). Worker count, runner, lake and time are not among it.
"""

import dataclasses
import hashlib
import json
from collections.abc import Mapping
from typing import Any, Literal

DATASET_VERSION = 1
"""Raised by hand whenever the same settings would give other rows than before."""


def canonical_json(value: Any) -> str:
    """JSON with sorted keys and no spaces; dataclasses become objects, floats keep their shortest exact form."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, default=_plain, allow_nan=False)


def digest_of(value: Any) -> str:
    """SHA-256 in hex over the canonical JSON of a value."""
    return hashlib.sha256(canonical_json(value).encode()).hexdigest()


def run_id(kind: Literal["gen", "eval"], settings: Any, label: str = "") -> str:
    """`gen-` or `eval-` and 12 hex digits; `label` tells apart runs made again on purpose."""
    identity = {"dataset_version": DATASET_VERSION, "settings": settings, "again": label}
    return f"{kind}-{digest_of(identity)[:12]}"


def _plain(value: Any) -> Any:
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, (set, frozenset)):
        return sorted(value)
    raise TypeError(f"{type(value).__name__} has no canonical JSON")
