"""Navigation: success, SPL, lengths and actions, by stratum (A, section 3.4 and Table 5).

SPL is Anderson and others' success weighted by path length, over all designated episodes: a walk that never ran is a
failure. Lengths and actions are means over the walks that ran.
"""

import polars as pl

from tasks.analysis.intervals import clustered
from tasks.rungs.rungs import RUNGS

_KEY = ["run_id", "split", "rung", "episode_id"]
_BY = ["run_id", "split", "rung", "stratum"]


def spl(reached: bool, shortest_m: float, walked_m: float) -> float:
    """One episode's term of SPL: S * l / max(l, p), 0 to 1. A target that was reached without a step counts in full."""
    if not reached:
        return 0.0
    longer = max(shortest_m, walked_m)
    return shortest_m / longer if longer > 0 else 1.0


def navigation_metrics(navigation: pl.DataFrame, episodes: pl.DataFrame, designated: pl.DataFrame) -> pl.DataFrame:
    """The table `navigation_metrics`: a row a walking rung and stratum, with `all` for the sum.

    Args:
        navigation: the walks.
        episodes: of the evaluated generation; they give house and stratum.
        designated: the questions that the evaluation planned to ask; their episodes are the ones to be walked, so that
            a rung none of whose walks ran still has its rows.
    """
    walking = [rung.name for rung in RUNGS.values() if rung.walk]
    planned = (
        designated.filter(pl.col("rung").is_in(walking))
        .select(_KEY)
        .unique()
        .join(episodes.select("split", "episode_id", "house_id", "stratum"), on=["split", "episode_id"], validate="m:1")
        .join(navigation, on=_KEY, how="left", validate="1:1")
        .with_columns(ran=(pl.col("termination") != "error").fill_null(False))
        .with_columns(reached=pl.col("ran") & pl.col("reached_target").fill_null(False))
        .sort(*_KEY)
    )
    every = planned.with_columns(pl.lit("all").alias("stratum"))
    both = pl.concat([planned, every])
    return both.group_by(_BY).agg(*_figures()).join(_success(both), on=_BY).sort(_BY).select(_COLUMNS)


_COLUMNS = [
    *_BY,
    "designated",
    "executed",
    "reached",
    "success_rate",
    "success_low",
    "success_high",
    "spl",
    "spl_reference",
    "path_length_m",
    "distance_reduction_m",
    "mean_actions",
    "median_actions",
    "n_invalid_actions",
    "frames_identical",
]


def _figures() -> list[pl.Expr]:
    ran, reached = pl.col("ran"), pl.col("reached")
    closer = pl.col("initial_dist_to_target_m") - pl.col("final_dist_to_target_m")
    return [
        pl.len().cast(pl.Int32).alias("designated"),
        ran.sum().cast(pl.Int32).alias("executed"),
        reached.sum().cast(pl.Int32).alias("reached"),
        reached.mean().alias("success_rate"),
        _over_all("spl"),
        _over_all("spl_reference"),
        pl.col("path_length_replayed_m").filter(ran).mean().alias("path_length_m"),
        closer.filter(ran).mean().alias("distance_reduction_m"),
        pl.col("n_actions").filter(ran).mean().alias("mean_actions"),
        pl.col("n_actions").filter(ran).median().alias("median_actions"),
        pl.col("n_invalid_actions").filter(ran).sum().cast(pl.Int32).alias("n_invalid_actions"),
        (
            pl.col("n_frames_identical").filter(ran).sum()
            / pl.col("n_frames").filter(ran & (pl.col("n_frames") > 0)).sum()
        )
        .fill_nan(None)
        .alias("frames_identical"),
    ]


def _over_all(name: str) -> pl.Expr:
    """Mean over the designated episodes; only a walk that ran and reached its target adds to it."""
    return (pl.when(pl.col("reached")).then(pl.col(name)).otherwise(0.0)).mean().alias(name)


def _success(planned: pl.DataFrame) -> pl.DataFrame:
    """Intervals of the success rate, clustered by house."""
    a_house = planned.group_by(*_BY, "house_id").agg(pl.col("reached").sum(), total=pl.len()).sort(*_BY, "house_id")
    groups = a_house.group_by(_BY, maintain_order=True).agg(pl.col("reached"), pl.col("total"))
    intervals = [clustered(reached, total) for reached, total in groups.select("reached", "total").iter_rows()]
    return groups.select(_BY).with_columns(
        pl.Series("success_low", [one.low if one else None for one in intervals], pl.Float64),
        pl.Series("success_high", [one.high if one else None for one in intervals], pl.Float64),
    )
