"""From a spec to a chat model: `openai:URL#MODEL`, `vllm:MODEL@REVISION`, `hf:MODEL@REVISION`.

Answerers and policies are made from these.
"""

import os
from collections.abc import Callable
from dataclasses import dataclass, field

from schemas.errors import ConfigError
from schemas.settings import DecoderSettings, LoadingSettings, ServingSettings
from tasks.models.chat import ChatModel
from tasks.models.openai.budget import Budget


@dataclass(frozen=True, slots=True)
class ModelRequest:
    """What a chat model may be made from."""

    argument: str
    """What follows the colon of the spec."""
    seed: int = 0
    decoder: DecoderSettings = field(default_factory=DecoderSettings)
    serving: ServingSettings = field(default_factory=ServingSettings)
    budget: Budget | None = None
    """To share between the models of a run."""
    loading: LoadingSettings = field(default_factory=LoadingSettings)


def _openai(request: ModelRequest) -> ChatModel:
    from tasks.models.openai.address import address_of
    from tasks.models.openai.model import OpenAIModel

    return OpenAIModel(
        address_of(request.argument), request.decoder, request.serving, request.seed, budget=request.budget
    )


def _vllm(request: ModelRequest) -> ChatModel:
    from tasks.models.vllm.command import WHERE_VARIABLE
    from tasks.models.vllm.in_process import VllmInProcess, importable
    from tasks.models.vllm.model import VllmModel
    from tasks.models.vllm.weights import weights_of

    weights = weights_of(request.argument)
    if importable() and WHERE_VARIABLE not in os.environ:
        return VllmInProcess(weights, request.decoder, request.seed)
    return VllmModel(weights, request.decoder, request.serving, request.seed, budget=request.budget)


def _hf(request: ModelRequest) -> ChatModel:
    from tasks.models.hf.resident import resident

    return resident(request.argument, request.decoder, request.loading, request.seed)


CHAT_MODELS: dict[str, Callable[[ModelRequest], ChatModel]] = {
    "openai": _openai,
    "vllm": _vllm,
    "hf": _hf,
}

IN_PROCESS = frozenset({"hf"})
"""Kinds that compute in the process that asks them: one process for each GPU, and one model in it at a time."""

ON_THIS_MACHINE = IN_PROCESS | {"vllm"}
"""Kinds that fill this machine's GPU, in the process that asks or in a server of its own."""


def make_chat_model(
    spec: str,
    seed: int = 0,
    decoder: DecoderSettings | None = None,
    serving: ServingSettings | None = None,
    budget: Budget | None = None,
    loading: LoadingSettings | None = None,
) -> ChatModel:
    """The model that a spec names. Nothing heavy is imported, loaded, started or connected to yet.

    Raises:
        ConfigError: There is no such kind of model, or the spec can't be read.
    """
    kind, _, argument = spec.partition(":")
    if kind not in CHAT_MODELS:
        raise ConfigError(f"no model `{spec}`: there are {', '.join(f'`{name}:`' for name in CHAT_MODELS)}.")
    how = (decoder or DecoderSettings(), serving or ServingSettings(), budget, loading or LoadingSettings())
    return CHAT_MODELS[kind](ModelRequest(argument, seed, *how))
