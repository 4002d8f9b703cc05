"""How much was right, and how sure that is: the tables `rung_metrics` and `episode_metrics` (A, section 3.4)."""

from collections.abc import Mapping

import polars as pl
from threadpoolctl import threadpool_limits

from schemas.tables import empty
from tasks.analysis.bootstrap import bootstrap_bounds
from tasks.analysis.cells import Cells, cells, groups, plain
from tasks.analysis.clusters import Floats, Spread
from tasks.analysis.intervals import Bounds, share_bounds

RUN = ["run_id", "split", "rung", "answerer"]
COUNTS = ["designated", "executed", "answered", "scored", "parsed", "correct"]
TWELFTHS = 12
"""A right answer counts twelve twelfths, so that chance (a half, a third or a quarter) is a whole number too."""


def episode_counts(asked: pl.DataFrame) -> pl.DataFrame:
    """The table `episode_metrics` from what became of each designated question (`answers.fates`)."""
    keys = [*RUN, "episode_id", "house_id", "stratum"]
    totals = {"n_scored": "scored", "n_parsed": "parsed", "n_correct": "correct"}
    sums = {name: pl.col(column).sum().cast(pl.Int32) for name, column in totals.items()}
    counted = asked.group_by(keys).agg(pl.len().cast(pl.Int32).alias("n_total"), **sums)
    return plain(counted.sort(keys))


def rates(asked: pl.DataFrame) -> pl.DataFrame:
    """The table `rung_metrics` from what became of each designated question: a row a rung, answerer, family and stratum.

    The interval of `accuracy` is clustered by house, and by episode beside it; that of `accuracy_parsed`, whose
    denominator varies too, comes from drawing houses again.
    """
    # Many small products: several threads of a linear algebra library would only wait for each other.
    with threadpool_limits(limits=1, user_api="blas"):
        tables = [_of_rung(key, rows) for key, rows in groups(with_twelfths(asked), RUN)]
    columns = empty("rung_metrics").columns
    return pl.concat([empty("rung_metrics"), *(table.select(columns) for table in tables)])


def with_twelfths(asked: pl.DataFrame) -> pl.DataFrame:
    """The rows with `chance` as `twelfths`, which add up without error."""
    return asked.with_columns(twelfths=in_twelfths(pl.col("chance")))


def in_twelfths(share: pl.Expr) -> pl.Expr:
    return (TWELFTHS * share).round().cast(pl.Int64)


def _of_rung(key: list[pl.Expr], rows: pl.DataFrame) -> pl.DataFrame:
    by_house = cells(rows, [], [*COUNTS[1:], "twelfths"])
    by_episode = cells(rows, [], ["correct"], "episode_id")
    around = by_house.spread("correct")
    bounds = share_bounds(around)
    return by_house.keys.with_columns(
        *key,
        **{name: pl.Series(by_house.sums("n" if name == "designated" else name), dtype=pl.Int32) for name in COUNTS},
        chance=floats(by_house.sums("twelfths") / (TWELFTHS * by_house.sums("n"))),
        **_accuracy(around, bounds, by_episode),
        **_accuracy_parsed(by_house, bounds),
    )


def floats(values: Floats) -> pl.Series:
    """A column of figures, null where there is none."""
    return pl.Series(values, dtype=pl.Float64, nan_to_null=True)


def _accuracy(around: Spread, houses: Bounds, by_episode: Cells) -> Mapping[str, pl.Series]:
    beside = by_episode.spread("correct")
    episodes = share_bounds(beside)
    return {
        "accuracy": floats(around.mean),
        "low": floats(houses.low),
        "high": floats(houses.high),
        "n_houses": pl.Series(around.clusters, dtype=pl.Int32),
        "low_episodes": floats(episodes.low),
        "high_episodes": floats(episodes.high),
        "n_episodes": pl.Series(beside.clusters, dtype=pl.Int32),
    }


def _accuracy_parsed(by_house: Cells, whole: Bounds) -> Mapping[str, pl.Series]:
    """Where every answer could be read this is the accuracy itself, interval and all."""
    around = by_house.spread("correct", "parsed")
    some_missing = by_house.sums("parsed") < by_house.sums("n")
    low, high = whole.low.copy(), whole.high.copy()
    if some_missing.any():
        drawn = bootstrap_bounds(by_house.column("correct")[some_missing], by_house.column("parsed")[some_missing])
        low[some_missing], high[some_missing] = drawn.low, drawn.high
    return {"accuracy_parsed": floats(around.mean), "low_parsed": floats(low), "high_parsed": floats(high)}
