"""Models that can be had here: those of the audit in the hub's cache, and the means to serve or to reach one."""

import os
from pathlib import Path

from schemas.errors import ConfigError
from tasks.doctor.finding import Finding, told
from tasks.models.chat_models import make_chat_model
from tasks.models.hf.files import cache_folder, copies_in_cache, is_offline
from tasks.models.hf.hub import how_to_fetch
from tasks.models.hf.source import PINNED, Source
from tasks.models.openai.address import Address, address_of
from tasks.models.openai.model import KEY_VARIABLE
from tasks.models.vllm.command import find_vllm

_ANSWER_S = 20.0
_MOST_NAMES = 3


def check_models() -> list[Finding]:
    """The cache, and each of A's models in it (A, Table 2)."""
    folder = cache_folder()
    there = folder.is_dir()
    words = f"{folder}, {_n_models(folder)} models" if there else f"{folder} is not there yet"
    words += "; the hub is not asked, for HF_HUB_OFFLINE is set" if is_offline() else ""
    cache = Finding("model cache", "ok" if there else "missing", words)
    return [cache, *(_model(model, revision) for model, revision in PINNED.items())]


def check_vllm() -> Finding:
    return told("vllm", lambda: str(find_vllm()))


def check_server(url: str) -> Finding:
    """Whether a server of models answers; with `#MODEL` also whether it answers as that model, for one token."""
    where = url.removeprefix("openai:")
    if "#" in where:
        return told("server", lambda: _answers_as_model(where), otherwise="broken")
    return told("server", lambda: _answers(address_of(f"{where}#MODEL")), otherwise="broken")


def _model(model: str, revision: str) -> Finding:
    subject = f"model {model}"
    copies = copies_in_cache(model, revision)
    fetch = f"{how_to_fetch(Source(model, revision))}, if you want it."
    if not copies:
        others = [copy.short_revision for copy in copies_in_cache(model)]
        elsewhere = f"; {', '.join(others)} is there" if others else ""
        return Finding(subject, "missing", f"not at {revision}{elsewhere}", fetch)
    if lacks := copies[0].missing:
        return Finding(subject, "broken", f"at {revision}, without {', '.join(lacks)}", fetch)
    return Finding(subject, "ok", f"at {copies[0].short_revision}, {copies[0].n_bytes / 2**30:.1f} GiB")


def _n_models(folder: Path) -> int:
    return sum(path.name.startswith("models--") for path in folder.iterdir())


def _answers_as_model(where: str) -> str:
    model = make_chat_model(f"openai:{where}")
    try:
        model.check()
    finally:
        model.close()
    return f"{model.name.removeprefix('openai:')} answers"


def _answers(address: Address) -> str:
    """Raises ConfigError where nobody does, or not without a key."""
    import httpx

    key = os.environ.get(KEY_VARIABLE)
    headers = {"Authorization": f"Bearer {key}"} if key else {}
    try:
        # A connection each: some servers drop theirs after an error.
        alone = httpx.Limits(max_keepalive_connections=0)
        with httpx.Client(limits=alone, timeout=_ANSWER_S, **address.client_options) as client:
            listed = client.get(f"{address.base_url}/models", headers=headers)
            if listed.is_success:
                return f"{address.host} answers and lists {_names(listed)}"
            if listed.status_code in (401, 403):
                raise ConfigError(f"{address.host} refuses the key. Set the environment variable {KEY_VARIABLE}.")
            # Some servers keep no list that can be had without a network, but say that they are well.
            health = client.get(f"{address.base_url.removesuffix('/v1')}/health")
    except httpx.HTTPError as error:
        raise ConfigError(
            f"no server answers at {address.base_url}: {str(error) or type(error).__name__}. "
            "Start one, for instance with `ladder serve`, or put the URL right."
        ) from error
    if health.is_success:
        return f"{address.host} is well but lists no models; name one after a `#` to have it asked"
    raise ConfigError(
        f"{address.host} answers with status {listed.status_code} where it should list its models. "
        "Look into its log, or put the URL right."
    )


def _names(listed: object) -> str:
    try:
        names = [str(each["id"]) for each in listed.json()["data"]]  # type: ignore[attr-defined]  # whatever it sent
    except (ValueError, KeyError, TypeError):
        return "what nobody can read as models"
    shown = ", ".join(names[:_MOST_NAMES])
    return (shown + (f" and {len(names) - _MOST_NAMES} more" if len(names) > _MOST_NAMES else "")) or "no models"
