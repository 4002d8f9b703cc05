"""What a study over seeds will be and what it came to: an evaluation a seed, and one table over them (SPEC section 4).

Rungs whose walk depends on no seed are evaluated once, and say so. Published evaluations are found and not made again.
"""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import groupby
from typing import Any

import polars as pl

from flows.prepare import EvaluationPlan, prepare_evaluation
from flows.requests import EvaluationRequest, Means
from schemas.errors import ConfigError
from schemas.values import SEED_STATISTICS, STRATA
from tasks.analysis.seeds import Walked
from tasks.policies.policies import PolicyMeans, is_seeded, policy_for
from tasks.rungs.rungs import RUNGS, named, walks_of


@dataclass(frozen=True, slots=True)
class SeededEvaluation:
    """One to be made or found."""

    request: EvaluationRequest
    plan: EvaluationPlan
    walked: tuple[Walked, ...]
    """A policy each: what the rung's walker is called."""


@dataclass(frozen=True, slots=True)
class Study:
    evaluations: tuple[SeededEvaluation, ...]
    figures: pl.DataFrame
    """Rows of `seed_metrics`."""


def prepare_study(
    request: EvaluationRequest, seeds: Sequence[int], policies: Sequence[str], means: Means
) -> tuple[SeededEvaluation, ...]:
    """The evaluations, in the order of policies and seeds; everything that can be refused beforehand is refused.

    Args:
        request: With the generation, the rungs and who answers; its own seed and policy are left aside.
        seeds: One or more.
        policies: Specs. A rung whose walker is the same under two of them is walked under the first.
        means: How the work is done.

    Raises:
        ConfigError: As for `prepare_evaluation`, or nothing is walked under one of the rungs.
    """
    rungs = named(request.rungs)
    if not rungs:
        raise ConfigError("--rungs names no rung. Name some that walk, like E1r,E3.")
    if still := [rung for rung in rungs if rung not in walks_of(rungs)]:
        raise ConfigError(
            f"--rungs {','.join(request.rungs)}: {still[0]} has no walk of its own, whose seed could tell. Name rungs that "
            "have one, like E1r and E3."
        )
    found: list[SeededEvaluation] = []
    taken: set[tuple[str, str]] = set()
    for policy in policies:
        walkers = {rung: walker for rung in rungs if (rung, walker := _walker(rung, policy)) not in taken}
        taken.update(walkers.items())
        for number, seed in enumerate(seeds):
            mine = {rung: who for rung, who in walkers.items() if number == 0 or _takes_seed(who)}
            if mine:
                found.append(_evaluation(replace(request, seed=seed, policy=policy, rungs=tuple(mine)), mine, means))
    return tuple(found)


def gathered(evaluations: Sequence[SeededEvaluation]) -> Study:
    """The table of evaluations that are all published, stored."""
    from tasks.gather_seeds import gather_seeds  # Prefect, which must not be read before there is a server

    plan = evaluations[0].plan
    walked = [each for evaluation in evaluations for each in evaluation.walked]
    return Study(tuple(evaluations), gather_seeds.fn(plan.lake.root, plan.settings.generation, walked))


def plain(study: Study) -> dict[str, Any]:
    """The study as JSON can hold it: shares from 0 to 1."""
    return {
        "study": study.figures["study"][0],
        "evaluations": [asdict(each) for evaluation in study.evaluations for each in evaluation.walked],
        "figures": study.figures.drop("run_id", "split", "study").to_dicts(),
    }


def rendered(study: Study) -> str:
    """The figures in words and tables of text, points of a hundred."""
    rows = study.figures.sort("rung", "policy", maintain_order=True).to_dicts()
    parts = ("\n".join(_part(list(some))) for _, some in groupby(rows, key=lambda row: (row["rung"], row["policy"])))
    return "\n\n".join(parts)


def _part(rows: list[dict[str, Any]]) -> Iterator[str]:
    one, whole = rows[0], next(row for row in rows if row["stratum"] == "all")
    seeds = ", ".join(map(str, one["seeds"]))
    told = f"seeds {seeds}" if len(one["seeds"]) > 1 else f"seed {seeds} alone"
    homes = f"{whole['n_episodes']} episodes in {whole['n_houses']} house{'s' if whole['n_houses'] > 1 else ''}"
    yield f"{one['rung']}, `{one['policy']}`, {told}; {homes}; of a hundred:"
    yield "  stratum  statistic     mean  95 % interval   between seeds: sd  least  most"
    for stratum in (*STRATA, "all"):
        here = {row["statistic"]: row for row in rows if row["stratum"] == stratum}
        for row in (here[name] for name in SEED_STATISTICS if here):
            mean, low, high, least, most = (100 * row[name] for name in ("mean", "low", "high", "lowest", "highest"))
            spread = "     –" if row["sd"] is None else f"{100 * row['sd']:6.1f}"
            interval, name = f"[{low:.1f}, {high:.1f}]", row["statistic"]
            yield f"  {stratum:<7}  {name:<12} {mean:5.1f}  {interval:<14}  {spread:>17}  {least:5.1f}  {most:4.1f}"


def _walker(rung: str, policy: str) -> str:
    walk = RUNGS[rung].walk
    assert walk is not None
    return "replay" if walk == "replay" else policy_for(walk, policy)


def _takes_seed(walker: str) -> bool:
    return walker != "replay" and is_seeded(walker, PolicyMeans(seed=0))


def _evaluation(request: EvaluationRequest, walkers: dict[str, str], means: Means) -> SeededEvaluation:
    plan = prepare_evaluation(request, means)
    by_walker: dict[str, list[str]] = {}
    for rung, walker in walkers.items():
        by_walker.setdefault(walker, []).append(rung)
    walked = (Walked(plan.run_id, walker, request.seed, tuple(rungs)) for walker, rungs in by_walker.items())
    return SeededEvaluation(request, plan, tuple(walked))
