"""Do texts give answers away? The best text-only probe of each family, against chance (SPEC sections 3 and 6).

Three one-sided questions are asked of a probe's accuracy, each with Holm's correction over the families. Is it above
chance? Then the text leaks. Is it below chance + margin and above chance - margin? Then it is as good as blind; a probe
far *below* chance is no comfort, but a sign of exact quotas, which punish an honest classifier.

Questions of a house resemble each other, so errors are clustered by house (`clusters`).
"""

import math
from dataclasses import dataclass

import polars as pl
from scipy import stats

from schemas.errors import ContractError
from tasks.analysis.clusters import of_one
from tasks.analysis.holm import holm

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
    """Standard error of accuracy - chance, clustered by house."""
    df: float
    """Its degrees of freedom."""

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
        return float(stats.t.cdf(gap / self.error, self.df)) if self.n_houses > 1 else 1.0

    def _reach(self, level: float) -> float:
        return self.error * float(stats.t.isf(level, self.df)) if self.n_houses > 1 else math.inf


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
    if scored.is_empty():
        return pl.DataFrame(schema=_SCHEMA)
    _same_questions(scored)
    by_family = _by_house(scored).group_by("family", maintain_order=True)
    standings = [_best(str(family), houses) for (family,), houses in by_family]
    leak, at_leak = holm([each.p_above(each.chance) for each in standings], level)
    floor, _ = holm([each.p_above(each.chance - margin) for each in standings], level)
    ceiling, at_ceiling = holm([each.p_below(each.chance + margin) for each in standings], level)
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


def _by_house(scored: pl.DataFrame) -> pl.DataFrame:
    """Sums a family, probe and house: `n`, `right`, `chance`; sorted, so that floats add up in one order."""
    return (
        scored.sort("family", "probe", "house_id", "question_id")
        .group_by("family", "probe", "house_id", maintain_order=True)
        .agg(pl.len().alias("n"), pl.col("right").sum(), pl.col("chance").sum())
    )


def _same_questions(scored: pl.DataFrame) -> None:
    asked = scored.group_by("family", "question_id").agg(pl.len().alias("answers"), pl.col("probe").n_unique())
    uneven = (
        asked.join(scored.group_by("family").agg(pl.col("probe").n_unique().alias("probes")), on="family")
        .filter((pl.col("answers") != pl.col("probes")) | (pl.col("probe") != pl.col("probes")))
        .sort("family", "question_id")
    )
    if not uneven.is_empty():
        family = uneven["family"][0]
        raise ContractError(
            f"{family}: its probes did not answer the same questions once each ({', '.join(uneven['question_id'].head(5))}"
            "). Give every probe every question; an answer that never came is a wrong one."
        )


def _best(family: str, houses: pl.DataFrame) -> _Standing:
    """The probe with the most right answers; a tie goes to the first by name."""
    right: dict[str, int] = {}
    for name, hits in houses.select("probe", "right").iter_rows():
        right[name] = right.get(name, 0) + hits
    probe = max(sorted(right), key=lambda name: right[name])
    own = [row for row in houses.iter_rows(named=True) if row["probe"] == probe]
    n, chance = sum(row["n"] for row in own), math.fsum(row["chance"] for row in own)
    around = of_one([row["right"] - row["chance"] for row in own], [row["n"] for row in own])
    # No spread at all would claim certainty; what a blind guess spreads, with a house as one guess, claims the least.
    blind = math.sqrt(chance / n * (1.0 - chance / n) / len(own))
    return _Standing(
        family=family,
        probe=probe,
        n_probes=len(right),
        n=n,
        n_houses=len(own),
        accuracy=right[probe] / n,
        chance=chance / n,
        error=blind if around.shows_none[0] else float(around.error[0]),
        df=len(own) - 1.0 if around.shows_none[0] else float(around.df[0]),
    )
