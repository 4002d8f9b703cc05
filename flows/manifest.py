"""The manifest of a run: all that its rows depend on, and what it was made with (A, Appendix K.3)."""

import dataclasses
import json
import platform
from collections.abc import Iterable, Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

from flows.logs import without_user
from flows.requests import EvaluationRequest
from schemas.identity import DATASET_VERSION, canonical_json
from schemas.settings import SPLITS, DecoderSettings, LoadingSettings, ServingSettings, Split
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


def stages_of(manifest: str) -> list[dict[str, Any]]:
    """What `with_stages` put there; nothing for a run that is not published yet."""
    return list(json.loads(manifest).get("stages", []))


def with_stages(manifest: str, stages: Sequence[Mapping[str, Any]]) -> str:
    """The manifest with what each stage of the last call did: when, for how long, shards, rows. No run depends on it."""
    return canonical_json({**json.loads(manifest), "stages": list(stages)})


def rendered_in(manifest: str) -> tuple[Split, ...]:
    """The splits whose pictures were drawn and published after the run itself (`ladder render`)."""
    return tuple(json.loads(manifest).get("rendered", ()))


def with_rendered(manifest: str, splits: Iterable[str]) -> str:
    """The manifest with these splits among those of `rendered_in`."""
    rendered = {*rendered_in(manifest), *splits}
    return canonical_json({**json.loads(manifest), "rendered": [split for split in SPLITS if split in rendered]})


def plain_request(request: EvaluationRequest) -> dict[str, Any]:
    """What was asked for, in the user's words, for `ladder run --resume`. Passwords in addresses are not kept."""
    told = {field.name: getattr(request, field.name) for field in dataclasses.fields(request)}
    prompts = None if request.prompts is None else str(request.prompts.absolute())
    answerers = [without_user(spec) for spec in request.answerers]
    return {**told, "prompts": prompts, "answerers": answerers, "policy": without_user(request.policy)}


def request_of(told: Mapping[str, Any]) -> EvaluationRequest:
    """The request that `plain_request` wrote down. Raises KeyError or TypeError where another version wrote it."""
    typed = {
        "rungs": tuple(told["rungs"]),
        "answerers": tuple(told["answerers"]),
        "prompts": None if told["prompts"] is None else Path(told["prompts"]),
        "decoder": DecoderSettings(**told["decoder"]),
        "serving": ServingSettings(**told["serving"]),
        "loading": LoadingSettings(**told["loading"]),
    }
    return EvaluationRequest(**{**told, **typed})
