"""From a spec on the command line to a policy.

A name, options after commas, and an argument after a colon: `frontier`, `frontier,miss=0.1,extra=0.01`, `random:7`,
`vlm:openai:URL#MODEL`, `scene_graph`, `scene_graph:hf:MODEL@REVISION`, `py:module:object`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from schemas.errors import ConfigError
from schemas.settings import DecoderSettings, EpisodeSettings, LoadingSettings
from tasks.models.chat import ChatModel
from tasks.models.chat_models import CHAT_MODELS, IN_PROCESS, make_chat_model
from tasks.models.prompting import Prompts, built_in
from tasks.policies.base import Policy, Senses
from tasks.policies.vlm import Increments
from tasks.rungs.rung import Walk

_NOISE = ("miss", "extra")
_INCREMENTS = ("move", "turn", "look")


@dataclass(frozen=True, slots=True)
class PolicyMeans:
    """What a policy may be made from besides its spec."""

    seed: int
    settings: EpisodeSettings = field(default_factory=EpisodeSettings)
    prompts: Prompts = field(default_factory=built_in)
    decoder: DecoderSettings = field(default_factory=DecoderSettings)
    accumulates: bool = False
    """Of a scene graph: it keeps what it saw before."""
    chat: Callable[[str], ChatModel] | None = None
    """Gives the chat model of a spec, which whoever gives it closes; None makes one that nothing is loaded of yet."""
    loading: LoadingSettings = field(default_factory=LoadingSettings)

    def model(self, spec: str) -> ChatModel:
        """The chat model of a spec. Raises ConfigError where there is no such kind of model."""
        return self.chat(spec) if self.chat else make_chat_model(spec, self.seed, self.decoder, loading=self.loading)


@dataclass(frozen=True, slots=True)
class Spec:
    """A spec, taken apart."""

    text: str
    name: str
    options: Mapping[str, str]
    """Values by name; empty for an option that is a word alone."""
    argument: str


def _done(spec: Spec, means: PolicyMeans) -> Policy:
    from tasks.policies.trivial import DoneAtOnce

    _takes(spec, ())
    return DoneAtOnce()


def _random(spec: Spec, means: PolicyMeans) -> Policy:
    from tasks.policies.trivial import RandomActions

    _takes(spec, (), argument=True)
    if spec.argument and not spec.argument.isdecimal():
        raise ConfigError(f"`{spec.text}` is no policy: the seed is not a whole number. Write `random` or `random:7`.")
    return RandomActions(int(spec.argument or means.seed), means.settings)


def _frontier(spec: Spec, means: PolicyMeans) -> Policy:
    _takes(spec, (*_NOISE, "any"))
    senses = _senses(spec)
    from tasks.policies.frontier import Frontier  # numba takes a second to import, and only this needs it

    return Frontier(means.settings, senses, any_will_do="any" in spec.options, extra=_extra(senses, means.seed))


def _vlm(spec: Spec, means: PolicyMeans) -> Policy:
    from tasks.policies.vlm import Vlm

    _takes(spec, _INCREMENTS, argument=True)
    if not spec.argument:
        kinds = ", ".join(f"`vlm:{kind}:...`" for kind in CHAT_MODELS)
        raise ConfigError(f"`{spec.text}` names no model. Write it after a colon: {kinds}.")
    return Vlm(means.model(spec.argument), means.prompts, means.decoder, _increments(spec, means.settings))


def _scene_graph(spec: Spec, means: PolicyMeans) -> Policy:
    if spec.argument:
        from tasks.policies.scene_graph import ModelGraphs

        _takes(spec, _INCREMENTS, argument=True)
        increments = _increments(spec, means.settings)
        return ModelGraphs(
            means.model(spec.argument), means.prompts, means.decoder, increments, accumulates=means.accumulates
        )
    _takes(spec, _NOISE)
    senses = _senses(spec)
    from tasks.policies.graph_walker import GraphWalker

    return GraphWalker(means.settings, senses, accumulates=means.accumulates, extra=_extra(senses, means.seed))


def _py(spec: Spec, means: PolicyMeans) -> Policy:
    from tasks.policies.own import own_policy

    _takes(spec, (), argument=True)
    return own_policy(spec.argument, {"seed": means.seed, "settings": means.settings})


POLICIES: dict[str, Callable[[Spec, PolicyMeans], Policy]] = {
    "done": _done,
    "random": _random,
    "frontier": _frontier,
    "vlm": _vlm,
    "scene_graph": _scene_graph,
    "py": _py,
}


def make_policy(text: str, means: PolicyMeans) -> Policy:
    """The policy that a spec names. Of a model nothing is loaded, started or connected to yet.

    Raises:
        ConfigError: There is no such policy, or its spec can't be read.
    """
    spec = spec_of(text)
    return POLICIES[spec.name](spec, means)


def check_policy(text: str, means: PolicyMeans) -> str:
    """Refuse, before any work, a policy that cannot come to anything; its name, which goes into the run's.

    Raises:
        ConfigError: As `make_policy` does; or its model cannot be had, or a prompt file cannot serve it.
    """
    policy = make_policy(text, means)
    check = getattr(policy, "check", None)
    if check is not None:
        check()
    return policy.name


def policy_for(walk: Walk, policy: str) -> str:
    """The spec of who walks a rung, where `policy` is what the user named for the closed loop.

    A scene graph is asked of the same model as the closed loop's actions, where these are asked of one.
    """
    if walk == "done" or walk == "random":
        return walk
    if walk == "graph":
        spec = spec_of(policy)
        if spec.name == "scene_graph":
            return policy
        options = "".join(f",{name}={value}" for name, value in spec.options.items() if name in _INCREMENTS)
        return f"scene_graph{options}:{spec.argument}" if spec.name == "vlm" else "scene_graph"
    return policy


def asks_a_model(text: str) -> bool:
    """Whether its decisions cost a model's time: such a walk is one process's work, with many episodes at once."""
    spec = spec_of(text)
    return spec.name in {"vlm", "py"} or (spec.name == "scene_graph" and bool(spec.argument))


def is_seeded(text: str, means: PolicyMeans) -> bool:
    """Whether another seed may walk otherwise: its name tells, but for a user's own, which may draw as it likes.

    Raises ConfigError as `make_policy` does.
    """
    if spec_of(text).name == "py":
        return True
    one, other = (make_policy(text, replace(means, seed=seed)).name for seed in (0, 1))
    return one != other


def needs_gpu(text: str) -> bool:
    """Whether its model computes in the process that walks."""
    return spec_of(text).argument.partition(":")[0] in IN_PROCESS and asks_a_model(text)


def spec_of(text: str) -> Spec:
    """A spec, taken apart. Raises ConfigError where there is no such policy."""
    head, _, argument = text.partition(":")
    name, *options = head.split(",")
    if name not in POLICIES:
        raise ConfigError(f"no policy `{text}`: there are {', '.join(POLICIES)}. Name one of them with --policy.")
    pairs = (option.partition("=") for option in options)
    return Spec(text, name, {key: value for key, _, value in pairs}, argument)


def _takes(spec: Spec, options: tuple[str, ...], *, argument: bool = False) -> None:
    if spec.argument and not argument:
        raise ConfigError(f"`{spec.text}` is no policy: `{spec.name}` takes nothing after a colon.")
    for name in spec.options:
        if name not in options:
            known = f"it takes {', '.join(f'`{each}`' for each in options)}" if options else "it takes none"
            raise ConfigError(f"`{spec.text}` is no policy: `{spec.name}` has no option `{name}`; {known}.")


def _senses(spec: Spec) -> Senses:
    miss, extra = (_share(spec, name) for name in _NOISE)
    return Senses(depth=True, detections=True, miss_rate=miss, false_positive_rate=extra)


def _share(spec: Spec, name: str) -> float:
    text = spec.options.get(name, "0")
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0.0 <= value <= 1.0:
        raise ConfigError(f"`{spec.text}` is no policy: `{name}={text}` is no share from 0 to 1. Try {name}=0.1.")
    return value


def _extra(senses: Senses, seed: int) -> str:
    """What a faulty detector adds to a name; a faultless one depends on no seed."""
    if senses.is_faultless:
        return ""
    return f",miss={senses.miss_rate:g},extra={senses.false_positive_rate:g},seed={seed}"


def _increments(spec: Spec, settings: EpisodeSettings) -> Increments:
    usual = Increments()
    menus = {"move": settings.moves_m, "turn": settings.turns_deg, "look": settings.looks_deg}
    values = {"move": usual.move_m, "turn": usual.turn_deg, "look": usual.look_deg}
    for name, menu in menus.items():
        text = spec.options.get(name)
        if text is None:
            continue
        found = next((each for each in menu if f"{each:g}" == text), None)
        if found is None:
            raise ConfigError(
                f"`{spec.text}` is no policy: `{name}={text}` is not on the menu, which has "
                f"{', '.join(f'{each:g}' for each in menu)}."
            )
        values[name] = float(found)
    return Increments(values["move"], values["turn"], values["look"])
