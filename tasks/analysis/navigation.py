"""Navigation: success, SPL, lengths and actions, by stratum (A, section 3.4 and Table 5).

SPL is Anderson and others' success weighted by path length, over all designated episodes: a walk that never ran is a
failure. Lengths and actions are means over the walks that ran.
"""

from collections.abc import Iterable

import numpy as np
import polars as pl

from schemas.values import TERMINATIONS
from tasks.analysis.bootstrap import bootstrap_bounds
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


def navigation_metrics(
    navigation: pl.DataFrame, episodes: pl.DataFrame, designated: pl.DataFrame, walks: Iterable[str] = ()
) -> pl.DataFrame:
    """The table `navigation_metrics`: a row a walking rung and stratum, with `all` for the sum.

    Every episode of the split is to be walked under every rung that walks, whether it has questions or not.

    Args:
        navigation: the walks.
        episodes: all of the evaluated split; they give house and stratum.
        designated: the questions that the evaluation planned to ask. They tell, beside the walks themselves, which rungs
            were to be walked, so that one none of whose walks ran still has its rows.
        walks: rungs that were to be walked and have no questions, where none of their walks may have run.
    """
    planned = (
        _walking(navigation, designated, walks)
        .join(episodes.select("split", "episode_id", "house_id", "stratum"), on="split")
        .join(navigation, on=_KEY, how="left", validate="1:1")
        .with_columns(ran=(pl.col("termination") != "error").fill_null(False))
        .with_columns(reached=pl.col("ran") & pl.col("reached_target").fill_null(False))
        .sort(*_KEY)
    )
    every = planned.with_columns(pl.lit("all").alias("stratum"))
    both = pl.concat([planned, every])
    return both.group_by(_BY).agg(*_figures()).join(_success(both), on=_BY).sort(_BY).select(_COLUMNS)


def _walking(navigation: pl.DataFrame, designated: pl.DataFrame, walks: Iterable[str]) -> pl.DataFrame:
    """The rungs to be walked, with run and split; a control that shares a walk has none of its own."""
    place = ["run_id", "split"]
    asked = designated.select(*place, "rung").unique()
    own = pl.concat([asked, navigation.select(*place, "rung").unique()])
    named = (
        own.select(place).unique().join(pl.DataFrame({"rung": list(walks)}, schema={"rung": pl.String}), how="cross")
    )
    walked = {name: rung.walk_of for name, rung in RUNGS.items() if rung.walk}
    return (
        pl.concat([own, named])
        .filter(pl.col("rung").is_in(list(walked)))
        .with_columns(pl.col("rung").replace_strict(walked, return_dtype=pl.String))
        .unique()
    )


_ENDS = [name for name in TERMINATIONS if name != "reached_target"]
_COLUMNS = [
    *_BY,
    "designated",
    "executed",
    "reached",
    "success_rate",
    "success_low",
    "success_high",
    "spl",
    "spl_low",
    "spl_high",
    "spl_reference",
    "path_length_m",
    "distance_reduction_m",
    "mean_actions",
    "median_actions",
    "n_invalid_actions",
    "n_null_actions",
    "format_compliance",
    "exact_format",
    "immediate_done",
    "type_visible_at_done",
    *(f"ended_{name}" for name in _ENDS),
    "reached_lenient",
    "stuck_lenient",
    "known_lenient",
    "frames_identical",
]


def _figures() -> list[pl.Expr]:
    ran, reached, decisions = pl.col("ran"), pl.col("reached"), pl.col("n_decisions")
    compared = ran & (pl.col("policy") == "replay") & pl.col("n_frames_identical").is_not_null()
    return [
        pl.len().cast(pl.Int32).alias("designated"),
        ran.sum().cast(pl.Int32).alias("executed"),
        reached.sum().cast(pl.Int32).alias("reached"),
        reached.mean().alias("success_rate"),
        _over_all("spl"),
        _over_all("spl_reference"),
        pl.col("path_length_replayed_m").filter(ran).mean().alias("path_length_m"),
        pl.col("distance_reduction_m").filter(ran).mean().alias("distance_reduction_m"),
        pl.col("n_actions").filter(ran).mean().alias("mean_actions"),
        pl.col("n_actions").filter(ran).median().alias("median_actions"),
        pl.col("n_invalid_actions").filter(ran).sum().cast(pl.Int32).alias("n_invalid_actions"),
        _count(pl.col("n_null_actions").filter(ran).sum(), "n_null_actions"),
        _share(
            (decisions - pl.col("n_null_actions")).filter(ran).sum(), decisions.filter(ran).sum(), "format_compliance"
        ),
        _share(pl.col("n_compliant").filter(ran).sum(), decisions.filter(ran).sum(), "exact_format"),
        pl.col("immediate_done").filter(ran).mean().alias("immediate_done"),
        pl.col("target_type_visible_at_done").filter(ran).mean().alias("type_visible_at_done"),
        *(_count((pl.col("termination") == name).sum(), f"ended_{name}") for name in _ENDS),
        _count((ran & (pl.col("termination_lenient") == "reached_target")).sum(), "reached_lenient"),
        _count((ran & (pl.col("termination_lenient") == "stuck")).sum(), "stuck_lenient"),
        _count((ran & pl.col("termination_lenient").is_not_null()).sum(), "known_lenient"),
        _share(
            pl.col("n_frames_identical").filter(compared).sum(),
            pl.col("n_frames").filter(compared).sum(),
            "frames_identical",
        ),
    ]


def _count(expression: pl.Expr, name: str) -> pl.Expr:
    return expression.cast(pl.Int32).alias(name)


def _share(part: pl.Expr, whole: pl.Expr, name: str) -> pl.Expr:
    """A share of what there was; null of nothing."""
    return (part / whole).fill_nan(None).alias(name)


def _over_all(name: str) -> pl.Expr:
    """Mean over the designated episodes; only a walk that ran and reached its target adds to it."""
    return (pl.when(pl.col("reached")).then(pl.col(name)).otherwise(0.0)).mean().alias(name)


def _success(planned: pl.DataFrame) -> pl.DataFrame:
    """Intervals of the success rate, clustered by house, and of SPL, from drawing houses again."""
    earned = pl.when(pl.col("reached")).then(pl.col("spl")).otherwise(0.0)
    a_house = (
        planned.group_by(*_BY, "house_id")
        .agg(pl.col("reached").sum(), total=pl.len(), spl=earned.sum())
        .sort(*_BY, "house_id")
    )
    groups = a_house.group_by(_BY, maintain_order=True).agg(pl.col("reached"), pl.col("total"), pl.col("spl"))
    intervals = [clustered(reached, total) for reached, total in groups.select("reached", "total").iter_rows()]
    drawn = [
        bootstrap_bounds(np.array([spl]), np.array([total])) for spl, total in groups.select("spl", "total").iter_rows()
    ]
    return groups.select(_BY).with_columns(
        pl.Series("success_low", [one.low if one else None for one in intervals], pl.Float64),
        pl.Series("success_high", [one.high if one else None for one in intervals], pl.Float64),
        pl.Series("spl_low", [float(one.low[0]) for one in drawn], pl.Float64),
        pl.Series("spl_high", [float(one.high[0]) for one in drawn], pl.Float64),
    )
