"""Real models that a process holds while it asks them: one server or one set of weights for all rungs of a run."""

import threading
from collections.abc import Iterable

from schemas.settings import DecoderSettings, LoadingSettings, ServingSettings
from tasks.models.answerers import AnyAnswerer, make_answerer
from tasks.models.chat_models import CHAT_MODELS, IN_PROCESS, ON_THIS_MACHINE
from tasks.models.openai.budget import Budget

_Key = tuple[str, int, DecoderSettings, ServingSettings, LoadingSettings]

_held: dict[_Key, AnyAnswerer] = {}
_budgets: dict[ServingSettings, Budget] = {}
_lock = threading.Lock()


def is_model(spec: str) -> bool:
    """Whether a spec names a real model: it is asked by one process, and what it said was paid for."""
    return spec.partition(":")[0] in {*CHAT_MODELS, "py"}


def needs_gpu(spec: str) -> bool:
    """Whether it computes in the process that asks, so that one at a time may run on this machine's GPU."""
    return spec.partition(":")[0] in IN_PROCESS


def is_repeatable(spec: str, decoder: DecoderSettings) -> bool:
    """Whether the same prompt brings the same words again, so that an earlier answer can stand for a new one."""
    return spec.partition(":")[0] in CHAT_MODELS and decoder.temperature == 0


def held(
    spec: str, seed: int, decoder: DecoderSettings, serving: ServingSettings, loading: LoadingSettings
) -> AnyAnswerer:
    """The answerer of a real model, the same one until `release`; all share the budget of their serving settings.

    A model that fills this machine's GPU is let go of when another one is asked for: two may not fit.
    """
    with _lock:
        if _fills_gpu(spec):
            _let_go([key for key in _held if _fills_gpu(key[0]) and key[0] != spec])
        budget = _budgets.setdefault(serving, Budget(serving))
        key = (spec, seed, decoder, serving, loading)
        if key not in _held:
            _held[key] = make_answerer(spec, seed, None, None, decoder, serving, budget, loading)
        return _held[key]


def release() -> None:
    """Let go of all: memory, connections, servers of our own."""
    with _lock:
        _let_go(list(_held))
        _budgets.clear()


def _let_go(keys: Iterable[_Key]) -> None:
    for key in keys:
        close = getattr(_held.pop(key), "close", None)
        if close is not None:
            close()


def _fills_gpu(spec: str) -> bool:
    return spec.partition(":")[0] in ON_THIS_MACHINE
