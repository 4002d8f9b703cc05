"""What can be refused of an evaluation before its generation is there.

A run that takes an hour should not find out at its end.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from flows.logs import without_user
from flows.requests import EvaluationRequest, GenerationRequest
from schemas.errors import ConfigError
from schemas.settings import EpisodeSettings, Recipe, letters_of
from tasks.models.answerers import ANSWERERS, name_beforehand
from tasks.models.held import held, is_model
from tasks.models.prompting import Prompts, check_prompts, prompts_in
from tasks.policies.policies import PolicyMeans, check_policy, policy_for, spec_of
from tasks.rungs.rungs import RUNGS, named, walks_of

_GIVEN = (None, "replay", "done", "random")
"""Walks that no policy of the user's choice makes."""


def check_asked(request: EvaluationRequest, generation: GenerationRequest) -> None:
    """Refuse what `prepare_evaluation` would refuse once the generation has been made.

    Raises:
        ConfigError: As that does.
    """
    check_names(request)
    rungs = named(request.rungs)
    prompts = prompts_for(request, rungs, generation.recipe)
    policy_names(request, rungs, EpisodeSettings(), prompts)
    has_train = "train" in dict(generation.splits)
    specs = distinct(request.answerers)
    check_apart(specs, [_name(spec, request, has_train=has_train) for spec in specs])


def check_names(request: EvaluationRequest) -> None:
    """Refuse rungs, answerers and policies that do not exist, and models that cannot be had."""
    named(request.rungs)
    spec_of(request.policy)
    _check_dtypes(request)
    for spec in request.answerers:
        if spec.partition(":")[0] not in ANSWERERS:
            raise ConfigError(f"no answerer `{spec}`. There are {', '.join(ANSWERERS)}.")
        if is_model(spec):
            answerer = held(spec, request.seed, request.decoder, request.serving, request.loading)
            check = getattr(answerer, "check", None)
            if check is not None:
                check()


def prompts_for(request: EvaluationRequest, rungs: Iterable[str], recipe: Recipe) -> Prompts:
    """The prompts that are asked with. Raises ConfigError where they cannot serve a rung."""
    prompts = prompts_in(request.prompts, request.letters or letters_of(recipe))
    check_prompts(prompts, [RUNGS[rung] for rung in rungs])
    return prompts


def policy_names(request: EvaluationRequest, rungs: tuple[str, ...], episode: EpisodeSettings, prompts: Prompts) -> str:
    """What those call themselves who walk where a rung has a walk of its own; empty where none has.

    Whoever cannot walk is refused here.
    """
    specs = {
        (policy_for(walk, request.policy), walk == "graph")
        for rung in walks_of(rungs)
        if (walk := RUNGS[rung].walk) not in _GIVEN
    }
    means = PolicyMeans(request.seed, episode, prompts, request.decoder, loading=request.loading)
    by_graph = replace(means, decoder=request.decoder.beside_graphs)
    names = (check_policy(spec, by_graph if graph else means) for spec, graph in sorted(specs))
    return " ".join(dict.fromkeys(names))


def distinct(specs: Iterable[str]) -> tuple[str, ...]:
    """The answerers asked for, each once."""
    return tuple(dict.fromkeys(specs))


def check_apart(specs: Sequence[str], names: Sequence[str]) -> None:
    """Refuse two specs of one answerer, whose answers would be there twice under its name."""
    first: dict[str, str] = {}
    for spec, name in zip(specs, names, strict=True):
        if (other := first.setdefault(name, spec)) != spec:
            raise ConfigError(
                f"--answerer {without_user(other)} and --answerer {without_user(spec)} are one answerer, `{name}`. Name it "
                "once."
            )


def _name(spec: str, request: EvaluationRequest, *, has_train: bool) -> str:
    if is_model(spec):
        return held(spec, request.seed, request.decoder, request.serving, request.loading).name
    return name_beforehand(spec, request.seed, has_train=has_train)


def _check_dtypes(request: EvaluationRequest) -> None:
    """Refuse a second number type of a model that a server of our own holds: a GPU rarely holds two servers."""
    graph = request.decoder.graph_dtype
    for spec in (*request.answerers, spec_of(request.policy).argument):
        if spec.startswith("vllm:") and graph not in (None, request.decoder.dtype):
            raise ConfigError(
                f"--graph-dtype {graph}: `{spec}` would need a second vLLM server. Evaluate E4 by itself, with --rungs E4 "
                f"--dtype {graph}."
            )
