"""The image-count rule: answer with the number of pictures (A, section 4: right in 69 of 116, majority 39.7 %)."""

from collections.abc import Iterator

import polars as pl

from tasks.audits.dataset import Dataset
from tasks.audits.finding import Finding, finding
from tasks.audits.habit import credit
from tasks.audits.shares import by_family, gain_found, share
from tasks.audits.thresholds import COUNT_GAIN

NAME = "image_count"
NUMERIC = ("Counting", "Global-count", "Rooms-visited")
"""Families whose options are numbers."""


def audit(data: Dataset) -> Iterator[Finding]:
    counted = data.questions.filter(pl.col("family").is_in(NUMERIC)).with_columns(
        by_count=gold_is(pl.col("frame_refs").list.len())
    )
    for family, mine in by_family(counted):
        # The most frequent answer of this very split, as A's baseline: the hardest one to beat by a constant.
        mine = mine.with_columns(by_habit=credit(mine, ["family"], elsewhere=False))
        mine = mine.with_columns(more=pl.col("by_count").cast(pl.Float64) - pl.col("by_habit"))
        right = float(mine["by_count"].sum()) / mine.height
        yield finding(NAME, "count_rule", right, "stated", family=family, interval=share(mine, "by_count"))
        yield finding(NAME, "majority", float(mine["by_habit"].sum()) / mine.height, "stated", family=family)
        yield gain_found(NAME, "count_rule_minus_majority", family, mine, "more", COUNT_GAIN)


def gold_is(number: pl.Expr) -> pl.Expr:
    """Whether the gold option names the number: `3` is three, `4 or more` is four and all above."""
    least = pl.col("gold").str.extract(r"^(\d+)").cast(pl.Int64)
    return pl.when(pl.col("gold").str.ends_with("or more")).then(number >= least).otherwise(number == least)
