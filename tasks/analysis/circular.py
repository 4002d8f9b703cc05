"""Circular options: a rung asked once a turn of each question's options (SPEC section 4).

Each turn is a rung of its own (`E2-rot1`), for then every key, every export and every metric stays what it is; only here
are they put together again, with the rung itself as the turn by none.
"""

from collections.abc import Mapping

import polars as pl

from schemas.tables import empty
from tasks.analysis.cells import cells
from tasks.analysis.intervals import share_bounds
from tasks.analysis.rates import TWELFTHS, floats
from tasks.rungs.rungs import RUNGS

_RUN = ["run_id", "split", "rung", "answerer"]
_QUESTION = [*_RUN, "family", "stratum", "house_id", "episode_id", "question_id"]


def circular_metrics(asked: pl.DataFrame) -> pl.DataFrame:
    """The table `circular_metrics`: mean over the turns, and right in all of them; intervals clustered by house.

    Args:
        asked: what became of each designated question (`answers.fates`). Questions that were not designated in every
            turn of their options are left out.
    """
    turns = _turns(asked)
    if turns.is_empty():
        return empty("circular_metrics")
    sums = cells(turns, _RUN, ["stands", "twelfths", "all_right", "chance"])
    mean, every = sums.spread("twelfths", unit=TWELFTHS), sums.spread("all_right")
    around_mean, around_all = share_bounds(mean), share_bounds(every)
    return sums.keys.with_columns(
        n=pl.Series(sums.sums("n"), dtype=pl.Int32),
        n_houses=pl.Series(every.clusters, dtype=pl.Int32),
        accuracy=floats(sums.spread("stands").mean),
        mean_accuracy=floats(mean.mean),
        mean_low=floats(around_mean.low),
        mean_high=floats(around_mean.high),
        right_in_all=floats(every.mean),
        all_low=floats(around_all.low),
        all_high=floats(around_all.high),
        chance=floats(sums.spread("chance", unit=TWELFTHS).mean),
    )


def _turns(asked: pl.DataFrame) -> pl.DataFrame:
    """A row a question: twelfths earned on average over its turns, and whether it was right in all."""
    bases = _bases()
    n_options = (1.0 / pl.col("chance")).round().cast(pl.Int64)
    turned = (
        asked.filter(pl.col("rung").is_in(list(bases)))
        .with_columns(base=pl.col("rung").replace_strict(bases, return_dtype=pl.String), n_options=n_options)
        .with_columns(stands=pl.col("correct") & (pl.col("rung") == pl.col("base")))
        .drop("rung")
        .rename({"base": "rung"})
    )
    return (
        turned.group_by(_QUESTION)
        .agg(
            pl.len().alias("n_turns"),
            pl.col("n_options").first(),
            pl.col("stands").any(),
            twelfths=pl.col("correct").sum() * TWELFTHS // pl.len(),
            all_right=pl.col("correct").all(),
            chance=TWELFTHS // pl.col("n_options").first(),
        )
        .filter(pl.col("n_turns") == pl.col("n_options"))
        .sort(_QUESTION)
    )


def _bases() -> Mapping[str, str]:
    """Each rung that turns its options, and the rung that it turns; the latter stands for itself."""
    bases = {rung.name: rung.against for rung in RUNGS.values() if rung.rotation}
    return bases | {base: base for base in bases.values()}
