"""From a spec on the command line to an answerer: a name, or a name and an argument (`uniform`, `uniform:3`)."""

from collections.abc import Callable
from dataclasses import dataclass, field

import polars as pl
from typing_extensions import TypeIs

from schemas.errors import ConfigError
from schemas.settings import DecoderSettings, LoadingSettings, ServingSettings
from tasks.models.base import Answerer, PrivilegedAnswerer
from tasks.models.chat_models import CHAT_MODELS, make_chat_model
from tasks.models.majority import Majority
from tasks.models.model_answerer import ModelAnswerer
from tasks.models.openai.budget import Budget
from tasks.models.own import own_answerer
from tasks.models.reader import Reader
from tasks.models.scripted import Scripted
from tasks.models.uniform import Uniform

AnyAnswerer = Answerer | PrivilegedAnswerer


@dataclass(frozen=True, slots=True)
class Request:
    """What an answerer may be made from."""

    spec: str
    argument: str
    """What follows the colon; empty where there is none."""
    seed: int
    train: pl.DataFrame | None
    """The train split's `questions`."""
    train_episodes: pl.DataFrame | None = None
    """The train split's `episodes`: whose house a question comes from, and the label of its target's room."""
    decoder: DecoderSettings = field(default_factory=DecoderSettings)
    """How a real model writes."""
    serving: ServingSettings = field(default_factory=ServingSettings)
    budget: Budget | None = None
    """What a run's models may cost together; None gives each a budget of its own."""
    loading: LoadingSettings = field(default_factory=LoadingSettings)


def _uniform(request: Request) -> Answerer:
    if request.argument and not request.argument.isdecimal():
        raise ConfigError(
            f"`{request.spec}` is no answerer: the seed is not a whole number. Write `uniform` or `uniform:7`."
        )
    return Uniform(int(request.argument or request.seed))


def _majority(request: Request) -> Answerer:
    _takes_no_argument(request)
    if request.train is None:
        raise _without_train(request.spec)
    return Majority.fit(request.train)


def _prior(request: Request) -> Answerer:
    if request.train is None or request.train_episodes is None:
        raise _without_train(request.spec)
    from tasks.models.prior.answerer import Prior  # scikit-learn takes seconds to import, and only this needs it

    return Prior.fit(request.argument, request.train, request.train_episodes)


def _reader(request: Request) -> PrivilegedAnswerer:
    _takes_no_argument(request)
    return Reader()


def _scripted(request: Request) -> Answerer:
    if not request.argument:
        raise ConfigError("`scripted` has no reply to give. Write it after a colon, for instance `scripted:B`.")
    return Scripted(request.argument)


def _py(request: Request) -> Answerer:
    return own_answerer(request.argument, request.seed)


def _chat_model(request: Request) -> Answerer:
    how = (request.decoder, request.serving, request.budget, request.loading)
    model = make_chat_model(request.spec, request.seed, *how)
    return ModelAnswerer(model, request.decoder.answer_tokens)


ANSWERERS: dict[str, Callable[[Request], AnyAnswerer]] = {
    "uniform": _uniform,
    "majority": _majority,
    "prior": _prior,
    "reader": _reader,
    "scripted": _scripted,
    "py": _py,
    **dict.fromkeys(CHAT_MODELS, _chat_model),
}


_LEARNERS = frozenset({"majority", "prior"})
"""Answerers that are made from the train split."""

BLIND = frozenset({"uniform", "majority", "prior"})
"""Answerers that look at no picture, so that a change of pictures tells nothing about them."""

GUESSERS = frozenset({"uniform", "scripted"})
"""Answerers that answer by lot or by script, so that their score tells nothing of what they were given."""

WORDLESS = GUESSERS | {"reader"}
"""Answerers whose score tells nothing of what the words give away: the guessers, and who knows the records alone."""


def make_answerer(
    spec: str,
    seed: int,
    train: pl.DataFrame | None = None,
    train_episodes: pl.DataFrame | None = None,
    decoder: DecoderSettings | None = None,
    serving: ServingSettings | None = None,
    budget: Budget | None = None,
    loading: LoadingSettings | None = None,
) -> AnyAnswerer:
    """The answerer that a spec names; ConfigError where there is none, or where it lacks what it is made from.

    Of a real model nothing is loaded, started or connected to yet; `check` on it does that much of it as tells whether
    it can be had.
    """
    name, _, argument = spec.partition(":")
    if name not in ANSWERERS:
        raise ConfigError(f"no answerer `{spec}`: there are {', '.join(ANSWERERS)}. Name one of them with --answerer.")
    means = (decoder or DecoderSettings(), serving or ServingSettings(), budget, loading or LoadingSettings())
    return ANSWERERS[name](Request(spec, argument, seed, train, train_episodes, *means))


def name_beforehand(spec: str, seed: int, *, has_train: bool) -> str:
    """What an answerer that is no real model will be called, but for the digits of what it learns.

    Raises:
        ConfigError: As `make_answerer` does, though there is no train split yet to learn from.
    """
    name, _, argument = spec.partition(":")
    if name not in _LEARNERS:
        return make_answerer(spec, seed).name
    if name == "majority":
        _takes_no_argument(Request(spec, argument, seed, None))
    elif argument:
        from tasks.models.prior.answerer import NO_LABEL, parts_of  # takes seconds, as said above

        probe, with_label = parts_of(argument)
        name = ":".join(filter(None, [name, probe, "" if with_label else NO_LABEL]))
    if not has_train:
        raise _without_train(spec)
    return name


def is_privileged(answerer: AnyAnswerer) -> TypeIs[PrivilegedAnswerer]:
    """Whether it reads records, and so takes `Privileged` prompts."""
    return isinstance(answerer, Reader)


def _takes_no_argument(request: Request) -> None:
    if request.argument:
        name = request.spec.partition(":")[0]
        raise ConfigError(f"`{request.spec}` is no answerer: `{name}` takes nothing after a colon. Write `{name}`.")


def _without_train(spec: str) -> ConfigError:
    return ConfigError(
        f"`{spec}` needs the train split's questions and episodes, and there are none. Generate with `--splits train=...`, "
        "or name answerers that need none, like `--answerer uniform --answerer reader`."
    )
