"""A run taken up by its name (`ladder run --resume RUN`): what was asked for stands in its manifest.

The name is worked out anew from the manifest and must come out the same: else the rows would be another run's.
"""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from importlib.metadata import version
from pathlib import Path
from typing import Any

from flows.beforehand import check_asked
from flows.logs import HIDDEN
from flows.manifest import request_of
from flows.prepare import prepare_evaluation, prepare_generation, stored_houses
from flows.requests import EvaluationRequest, GenerationRequest, Means
from lake.runs import RunRecord, record_of, records
from lake.store import Lake, open_lake
from schemas.errors import ConfigError
from schemas.identity import canonical_json
from schemas.settings import GenerationSettings
from tasks.houses.procthor_10k import IDENTITY, NAME

_MOST_NAMED = 10


@dataclass(frozen=True, slots=True)
class Remainder:
    """What is to be done: what has been done already is found as it stands."""

    generation_id: str
    generation: GenerationRequest | None
    """None where it is published and only its evaluation is wanted."""
    generation_means: Means
    evaluation: EvaluationRequest | None
    evaluation_means: Means


def taken_up(run_id: str, means: Means, serving: Mapping[str, Any]) -> Remainder:
    """What is left of a run, whether it is finished or not.

    Args:
        run_id: A generation, or an evaluation with its generation.
        means: How the work is done now; the label of `--again` is the run's own.
        serving: How models are spoken to now, by field of `ServingSettings`, where it is to be otherwise than before.

    Raises:
        ConfigError: There is no such run, its answers were given elsewhere (`ladder score`), its name does not come out
            the same, or its houses are gone.
    """
    lake = open_lake(means.lake, create=False)
    record = _known(lake, run_id)
    if record.kind == "gen":
        then = _manifest(record).get("then")
        evaluation = None if then is None else _evaluation_request(record, then, serving)
        return _from_generation(lake, record, means, evaluation)
    if "answers" in _manifest(record):
        raise ConfigError(
            f"run `{run_id}` holds answers that were given elsewhere, which a manifest does not keep. Give the same "
            "`ladder score` again, with their file."
        )
    with _legible(record):
        asked = _manifest(record)["asked"]
    return _from_evaluation(lake, record, means, _evaluation_request(record, asked, serving))


def _from_generation(lake: Lake, record: RunRecord, means: Means, then: EvaluationRequest | None) -> Remainder:
    means = _labelled(means, record)
    request = _generation_request(lake, record)
    if then is not None:
        check_asked(then, request)
    plan = prepare_generation(request, means)
    _check_name(record, plan.run_id, plan.settings)
    return Remainder(record.run_id, request, means, then, means)


def _from_evaluation(lake: Lake, record: RunRecord, means: Means, request: EvaluationRequest) -> Remainder:
    means = _labelled(means, record)
    generation = _known(lake, _manifest(record)["settings"]["generation"])
    request = request.of(generation.run_id)
    if generation.state != "published":
        return replace(_from_generation(lake, generation, means, request), evaluation_means=means)
    plan = prepare_evaluation(request, means)
    _check_name(record, plan.run_id, plan.settings)
    return Remainder(generation.run_id, None, means, request, means)


def _labelled(means: Means, record: RunRecord) -> Means:
    return replace(means, again=_manifest(record).get("again", ""))


def _generation_request(lake: Lake, record: RunRecord) -> GenerationRequest:
    told = _manifest(record)
    with _legible(record):
        settings = GenerationSettings.from_plain(told["settings"])
    houses, stored = _houses(lake, record, settings.houses, told.get("houses", {}))
    return GenerationRequest(
        seed=settings.seed,
        houses=houses,
        world=settings.world.partition("/")[0],
        recipe=settings.recipe,
        splits=settings.splits,
        frames=settings.frames,
        atypical=settings.atypical,
        house_counts=settings.house_counts,
        stored=stored,
    )


def _houses(lake: Lake, record: RunRecord, identity: str, told: Mapping[str, Any]) -> tuple[Path | None, str]:
    """Where the houses come from now: a path, and the run whose rows stand for it; neither for those of our own making.

    What was read from files is taken from the lake where it holds all of it: files move.
    """
    if identity.startswith("embedded/"):
        return None, ""
    if identity == IDENTITY:
        return Path(NAME), ""
    if stored_houses(lake, record.run_id).identity == identity:
        return None, record.run_id
    path = told.get("path")
    if path is not None and Path(path).exists():
        return Path(path), ""
    where = f"`{path}`, where they are no more" if path else "files that it does not name"
    raise ConfigError(
        f"run `{record.run_id}` was stopped before all its houses were stored, and it read them from {where}. Give the "
        "whole command again, with --houses and where they are now."
    )


def _evaluation_request(record: RunRecord, told: Mapping[str, Any], serving: Mapping[str, Any]) -> EvaluationRequest:
    with _legible(record):
        request = request_of(told)
    if any(HIDDEN in spec for spec in (*request.answerers, request.policy)):
        raise ConfigError(
            f"run `{record.run_id}` asked a server at an address with a password, which is not kept. Give the whole command "
            "again."
        )
    return replace(request, serving=replace(request.serving, **serving))


@contextmanager
def _legible(record: RunRecord) -> Iterator[None]:
    """A manifest that cannot be read inside the block was written by another version."""
    try:
        yield
    except (KeyError, TypeError, ValueError) as error:
        raise _of_another_version(record, f"its manifest is not as this one writes it ({error!r})") from error


def _check_name(record: RunRecord, name: str, settings: Any) -> None:
    """Refuse a run whose settings mean another run to this version of the program, or on this machine."""
    if name == record.run_id:
        return
    then = _manifest(record)["settings"]
    fields = {field: getattr(settings, field, None) for field in (*then, *settings.__slots__)}
    other = sorted(field for field, now in fields.items() if json.loads(canonical_json(now)) != then.get(field))
    raise _of_another_version(
        record, f"what names it comes out otherwise now ({', '.join(other) or 'dataset version'})"
    )


def _of_another_version(record: RunRecord, reason: str) -> ConfigError:
    made_with = _manifest(record).get("made_with", {}).get("evidence-ladder")
    by = f"version {made_with}" if made_with else "an earlier version"
    return ConfigError(
        f"run `{record.run_id}`, made by {by} of this program, can't be gone on with by version "
        f"{version('evidence-ladder')}: {reason}. Give the whole command again, which makes a run of its own, or use what "
        "the run was made with."
    )


def _known(lake: Lake, run_id: str) -> RunRecord:
    if (record := record_of(lake, run_id)) is not None:
        return record
    there = [record.run_id for record in records(lake)]
    more = f" and {len(there) - _MOST_NAMED} older ones" if len(there) > _MOST_NAMED else ""
    named = ", ".join(reversed(there[-_MOST_NAMED:])) + more if there else "none"
    raise ConfigError(f"no run `{run_id}` in {lake.root}. There is {named}.")


def _manifest(record: RunRecord) -> dict[str, Any]:
    return dict(json.loads(record.manifest))
