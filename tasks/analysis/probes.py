"""Do texts give answers away? The best text-only probe of each family, against chance (SPEC sections 3 and 6).

Three one-sided questions are asked of a probe's accuracy, each with Holm's correction over the families. Is it above
chance? Then the text leaks. Is it below chance + margin and above chance - margin? Then it is as good as blind; a probe
far *below* chance is no comfort, but a sign of exact quotas, which punish an honest classifier.

Questions of a house resemble each other, so errors are cluster-robust by house with the correction G/(G-1) and a t
distribution of G-1 degrees of freedom (G houses), as in `intervals`.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import polars as pl
from scipy import stats
from statsmodels.stats.multitest import multipletests

from schemas.errors import ContractError

LEVEL = 0.05
"""Of each of the three questions, over all families together."""
MARGIN = 0.05
"""Five points: what SPEC section 3 asks of `sound`."""

_SCHEMA = {
    "family": pl.String,
    "probe": pl.String,
    "n_probes": pl.Int32,
    "n": pl.Int32,
    "n_houses": pl.Int32,
    "accuracy": pl.Float64,
    "chance": pl.Float64,
    "low": pl.Float64,
    "high": pl.Float64,
    "p_leak": pl.Float64,
    "p_above_floor": pl.Float64,
    "p_below_ceiling": pl.Float64,
    "leaks": pl.Boolean,
    "within_margin": pl.Boolean,
}


@dataclass(frozen=True, slots=True)
class _Standing:
    """The best probe of a family; shares from 0 to 1."""

    family: str
    probe: str
    n_probes: int
    n: int
    n_houses: int
    accuracy: float
    chance: float
    error: float
    """Cluster-robust standard error of accuracy - chance; endless where one house cannot tell."""

    def p_above(self, bar: float) -> float:
        """Against "accuracy is at most `bar`". Best of several on the same questions: times their number."""
        return min(1.0, self.n_probes * self._tail(bar - self.accuracy))

    def p_below(self, bar: float) -> float:
        """Against "accuracy is at least `bar`". The best is the hardest to hold down, so it speaks for all."""
        return self._tail(self.accuracy - bar)

    def low(self, level: float) -> float:
        return max(0.0, self.accuracy - self._reach(level / self.n_probes))

    def high(self, level: float) -> float:
        return min(1.0, self.accuracy + self._reach(level))

    def _tail(self, gap: float) -> float:
        return float(stats.t.cdf(gap / self.error, self.n_houses - 1)) if self.n_houses > 1 else 1.0

    def _reach(self, level: float) -> float:
        return self.error * float(stats.t.isf(level, self.n_houses - 1)) if self.n_houses > 1 else math.inf


def probe_bounds(scored: pl.DataFrame, *, margin: float = MARGIN, level: float = LEVEL) -> pl.DataFrame:
    """The best probe of each family, with one-sided bounds and verdicts.

    Args:
        scored: a row a probe and question: `family`, `probe`, `question_id`, `house_id`, `right` (Boolean; a missing
            answer is wrong) and `chance` (1/K).
        margin: how near to chance is near enough, as a share.
        level: of each question that is asked, over all families together.

    Returns:
        A row a family, in order of name. `p_leak`, `p_above_floor` (chance - margin) and `p_below_ceiling`
        (chance + margin) carry Holm's correction, and the verdicts follow them: `leaks`, and `within_margin` for floor
        and ceiling together. Neither means that these questions cannot tell. `low` and `high` are one-sided bounds of
        the accuracy at the level at which Holm's procedure comes to this family in `p_leak` and `p_below_ceiling`.
        Where a family was tried with several probes, the best was picked on the very questions that judge it; what
        it *exceeds* is therefore held to a level divided by their number.

    Raises:
        ContractError: the probes of a family did not answer the same questions, once each.
    """
    standings = [_best(str(family), own) for (family,), own in scored.group_by("family")]
    standings.sort(key=lambda each: each.family)
    if not standings:
        return pl.DataFrame(schema=_SCHEMA)
    leak, at_leak = _holm([each.p_above(each.chance) for each in standings], level)
    floor, _ = _holm([each.p_above(each.chance - margin) for each in standings], level)
    ceiling, at_ceiling = _holm([each.p_below(each.chance + margin) for each in standings], level)
    rows = [
        {
            "family": each.family,
            "probe": each.probe,
            "n_probes": each.n_probes,
            "n": each.n,
            "n_houses": each.n_houses,
            "accuracy": each.accuracy,
            "chance": each.chance,
            "low": each.low(at_leak[index]),
            "high": each.high(at_ceiling[index]),
            "p_leak": leak[index],
            "p_above_floor": floor[index],
            "p_below_ceiling": ceiling[index],
            "leaks": leak[index] <= level,
            "within_margin": max(floor[index], ceiling[index]) <= level,
        }
        for index, each in enumerate(standings)
    ]
    return pl.DataFrame(rows, schema=_SCHEMA, orient="row")


def _best(family: str, scored: pl.DataFrame) -> _Standing:
    """The probe with the most right answers; a tie goes to the first by name."""
    probes = scored["probe"].unique().sort().to_list()
    if scored.select("probe", "question_id").is_duplicated().any() or scored.height != len(probes) * (
        scored["question_id"].n_unique()
    ):
        raise ContractError(
            f"{family}: its probes ({', '.join(probes)}) did not answer the same questions once each. "
            "Give every probe every question; an answer that never came is a wrong one."
        )
    probe = max(probes, key=lambda name: int(scored.filter(probe=name)["right"].sum()))
    own = scored.filter(probe=probe)
    excess = pl.col("right").cast(pl.Float64) - pl.col("chance")
    houses = own.sort("house_id", "question_id").group_by("house_id", maintain_order=True)
    sums = houses.agg((excess - own.select(excess.mean()).item()).sum().alias("residual"))["residual"].to_list()
    n, chance = own.height, own.sort("question_id").select(pl.col("chance").mean()).item()
    return _Standing(
        family=family,
        probe=probe,
        n_probes=len(probes),
        n=n,
        n_houses=len(sums),
        accuracy=int(own["right"].sum()) / n,
        chance=chance,
        error=_error(sums, n, chance),
    )


def _error(residuals: Sequence[float], n: int, chance: float) -> float:
    """Standard error of a mean over n questions, from one sum of residuals a house."""
    houses = len(residuals)
    if houses < 2:
        return math.inf
    error = math.sqrt(math.fsum(each * each for each in residuals) * houses / (houses - 1)) / n
    # No spread at all would claim certainty; what a blind guess spreads, with a house as one guess, claims the least.
    return error if error > 1e-9 else math.sqrt(chance * (1 - chance) / houses)


def _holm(p_values: Sequence[float], level: float) -> tuple[list[float], list[float]]:
    """Adjusted p values, and the level at which each one is tried: level/m for the least, level for the greatest."""
    adjusted = multipletests(p_values, alpha=level, method="holm")[1]
    order = sorted(range(len(p_values)), key=lambda index: (p_values[index], index))
    tried = {index: level / (len(p_values) - rank) for rank, index in enumerate(order)}
    return [float(each) for each in adjusted], [tried[index] for index in range(len(p_values))]
