"""Identity: canonical JSON, digests, and the id of a run.

A run is named by what can change its rows (DESIGN, "Tables"). Worker count, runner, lake and time are not among it.
"""

import dataclasses
import hashlib
import json
from collections.abc import Mapping
from typing import Any, Literal

_LATER = "later"
LATER: Mapping[str, bool] = {_LATER: True}
"""Metadata of a field of settings that came after the first release: at its default it is left out, so that runs that were
made without it keep their ids."""

DATASET_VERSION = 2
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
        named = {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
        usual = {field.name: field.default for field in dataclasses.fields(value) if field.metadata.get(_LATER)}
        return {name: each for name, each in named.items() if name not in usual or each != usual[name]}
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, (set, frozenset)):
        return sorted(value)
    raise TypeError(f"{type(value).__name__} has no canonical JSON")
