"""Two measurements, or one told twice? What was put in the same words with the same pictures was measured once.

In a world that repeats itself the replayed frames are the stored ones, and an answerer that gets the same question twice
gives the same answer. A difference of 0 is then no finding, and its interval, p value and power speak of nothing
(SPEC section 4). Where answers came out alike although what was shown differs, they speak as they do.
"""

import polars as pl

ONE_MEASUREMENT = "one measurement"
"""In place of a verdict."""

_SPEAKS_OF_TWO = (
    "low",
    "high",
    "low_episodes",
    "high_episodes",
    "p_t",
    "p_sign_flip",
    "p_mcnemar",
    "p_holm",
    "power",
    "detectable",
)


def sameness(other: pl.Expr | None = None) -> dict[str, pl.Expr]:
    """The columns `is_same` and `is_answered` of pairs, from `content` of either side, null where no answer came."""
    mine, theirs = pl.col("content"), pl.col("content_other") if other is None else other
    return {
        "is_same": (mine == theirs).fill_null(False),
        "is_answered": mine.is_not_null() | theirs.is_not_null(),
    }


def is_one_measurement() -> pl.Expr:
    """Of rows of `contrasts`: every answer of either side was given to what the other side was given too.

    Rows of an earlier release do not say how many were answered; there all questions must be the same.
    """
    unmoved = pl.col("better") + pl.col("worse") == 0
    return (pl.col("n_same") > 0) & (pl.col("n_same") == pl.coalesce("n_answered", "n")) & unmoved


def outcomes(rows: pl.DataFrame) -> pl.DataFrame:
    """Rows of `contrasts` as they are to be printed: one measurement has that in place of its verdict, and no interval."""
    is_one = is_one_measurement()
    blank = [pl.when(~is_one).then(pl.col(name)).alias(name) for name in _SPEAKS_OF_TWO if name in rows.columns]
    verdict = pl.when(is_one).then(pl.lit(ONE_MEASUREMENT)).otherwise(pl.col("verdict"))
    return rows.with_columns(*blank, verdict=verdict)
