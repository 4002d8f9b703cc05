"""A seeded policy over several seeds (SPEC section 4): success and SPL, how far they move with the draw, and intervals.

The seeds walk the same episodes of the same houses, so five of them are not five times as many. The interval therefore
takes all that happened in a house, under every seed, as one cluster, as every interval here does. The spread between the
seeds stands beside it: that is the draw's alone, with the houses held.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl

from tasks.analysis.bootstrap import bootstrap_bounds
from tasks.analysis.intervals import clustered

_BY = ["rung", "policy", "stratum", "statistic"]


@dataclass(frozen=True, slots=True)
class Walked:
    """One policy's walks in one seed's evaluation."""

    evaluation: str
    policy: str
    """As it was asked for."""
    seed: int
    rungs: tuple[str, ...]
    """Those whose walks are this policy's."""


@dataclass(frozen=True, slots=True)
class SeedRun:
    walked: Walked
    navigation: pl.DataFrame
    """The evaluation's walks, of these rungs at least."""


def seed_metrics(runs: Iterable[SeedRun], episodes: pl.DataFrame) -> pl.DataFrame:
    """The table `seed_metrics` without the study's own columns; a row a rung, policy, stratum and statistic.

    Args:
        runs: one or more.
        episodes: all of the split that was evaluated; a walk that never ran is a failure.
    """
    walked = pl.concat([_walks(run, rung, episodes) for run in runs for rung in run.walked.rungs])
    both = pl.concat([walked, walked.with_columns(stratum=pl.lit("all"))])
    values = ["success_rate", "spl"]
    long = both.unpivot(values, index=[each for each in both.columns if each not in values], variable_name="statistic")
    return _over_seeds(long).join(_bounds(long), on=_BY, validate="1:1").sort(_BY)


def _walks(run: SeedRun, rung: str, episodes: pl.DataFrame) -> pl.DataFrame:
    mine = run.navigation.filter(pl.col("rung") == rung).select("episode_id", "termination", "reached_target", "spl")
    reached = ((pl.col("termination") != "error") & pl.col("reached_target")).fill_null(False)
    return (
        episodes.select("episode_id", "house_id", "stratum")
        .join(mine, on="episode_id", how="left", validate="1:1")
        .select(
            "episode_id",
            "house_id",
            "stratum",
            rung=pl.lit(rung),
            policy=pl.lit(run.walked.policy),
            seed=pl.lit(run.walked.seed, pl.Int64),
            evaluation=pl.lit(run.walked.evaluation),
            success_rate=reached.cast(pl.Float64),
            spl=pl.when(reached).then("spl").otherwise(0.0),
        )
    )


def _over_seeds(long: pl.DataFrame) -> pl.DataFrame:
    a_seed = (
        long.group_by(*_BY, "seed", "evaluation")
        .agg(pl.col("value").mean(), pl.len().alias("n_episodes"), pl.col("house_id").n_unique().alias("n_houses"))
        .sort(*_BY, "seed")
    )
    return a_seed.group_by(_BY, maintain_order=True).agg(
        pl.col("seed").alias("seeds"),
        pl.col("evaluation").alias("evaluations"),
        pl.col("n_episodes").first().cast(pl.Int32),
        pl.col("n_houses").first().cast(pl.Int32),
        pl.col("value").mean().alias("mean"),
        pl.col("value").std().alias("sd"),
        pl.col("value").min().alias("lowest"),
        pl.col("value").max().alias("highest"),
    )


def _bounds(long: pl.DataFrame) -> pl.DataFrame:
    a_house = (long.group_by(*_BY, "house_id").agg(pl.col("value").sum().alias("top"), pl.len().alias("total"))).sort(
        *_BY, "house_id"
    )
    groups = a_house.group_by(_BY, maintain_order=True).agg("top", "total")
    intervals = [_interval(*row) for row in groups.select("statistic", "top", "total").iter_rows()]
    return groups.select(_BY).with_columns(
        low=pl.Series([low for low, _ in intervals], dtype=pl.Float64),
        high=pl.Series([high for _, high in intervals], dtype=pl.Float64),
    )


def _interval(statistic: str, top: Sequence[float], total: Sequence[int]) -> tuple[float, float]:
    """As of one evaluation (tasks/analysis/navigation.py), with a house's episodes under every seed as one cluster."""
    if statistic == "spl":
        drawn = bootstrap_bounds(np.array([top]), np.array([total]))
        return float(drawn.low[0]), float(drawn.high[0])
    found = clustered(top, total)
    assert found is not None
    return found.low, found.high
