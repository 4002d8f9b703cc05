"""The manifest of a run: all that its rows depend on, and what it was made with (A, Appendix K.3)."""

import json
import platform
from collections.abc import Mapping, Sequence
from importlib.metadata import version
from typing import Any

from schemas.identity import DATASET_VERSION, canonical_json
from schemas.vocabulary import VOCABULARY_HASH, VOCABULARY_VERSION

_MADE_WITH = ("evidence-ladder", "numpy", "numba", "polars", "deltalake", "prefect", "great-expectations")


def manifest_of(settings: Any, again: str, **more: Any) -> str:
    """Canonical JSON of the settings, versions and whatever else names an input of the run."""
    manifest: Mapping[str, Any] = {
        "settings": settings,
        "again": again,
        "dataset_version": DATASET_VERSION,
        "vocabulary": {"version": VOCABULARY_VERSION, "hash": VOCABULARY_HASH},
        "made_with": {name: version(name) for name in _MADE_WITH} | {"python": platform.python_version()},
        **more,
    }
    return canonical_json(manifest)


def with_stages(manifest: str, stages: Sequence[Mapping[str, Any]]) -> str:
    """The manifest with what each stage of the last call did: when, for how long, shards, rows. No run depends on it."""
    return canonical_json({**json.loads(manifest), "stages": list(stages)})
