"""From rows to findings: shares that must be whole, shares that chance should give, gains that should not be there.

Rows are questions; they hold at least `question_id`, `family` and `house_id`. Intervals are clustered by house.
"""

from collections.abc import Iterator

import polars as pl

from schemas.values import FAMILIES
from tasks.analysis.intervals import Interval, clustered, paired
from tasks.audits.finding import Finding, Verdict, finding
from tasks.audits.thresholds import LEAST_HOUSES


def by_family(rows: pl.DataFrame) -> Iterator[tuple[str, pl.DataFrame]]:
    """The rows of each family that has any, in the order that reports print."""
    for family in FAMILIES:
        mine = rows.filter(pl.col("family") == family)
        if mine.height:
            yield family, mine


def all_hold(
    audit: str, statistic: str, rows: pl.DataFrame, holds: pl.Expr, *, otherwise: Verdict = "failed"
) -> Iterator[Finding]:
    """For each family the share of questions for which something holds, which must be all of them; ids of the rest."""
    for family, mine in by_family(rows.with_columns(holds=holds.fill_null(False))):
        wrong = mine.filter(~pl.col("holds"))["question_id"]
        yield finding(
            audit,
            statistic,
            1.0 - len(wrong) / mine.height,
            otherwise if len(wrong) else "passed",
            family=family,
            interval=share(mine, "holds"),
            threshold=1.0,
            ids=wrong,
        )


def share(rows: pl.DataFrame, holds: str) -> Interval | None:
    """The interval of the share of rows for which a Boolean column holds."""
    houses = _houses(rows, pl.col(holds).sum().alias("sum"))
    return clustered(houses["sum"].to_list(), houses["n"].to_list())


def gain(rows: pl.DataFrame, more: str) -> tuple[float, Interval | None]:
    """Mean of a column of paired differences, -1 to 1, and its interval."""
    houses = _houses(rows, pl.col(more).cast(pl.Float64).sum().alias("sum"))
    interval = paired(houses["sum"].to_list(), houses["n"].to_list())
    return float(houses["sum"].sum()) / rows.height, interval


def gain_found(
    audit: str,
    statistic: str,
    family: str,
    rows: pl.DataFrame,
    more: str,
    threshold: float,
    verdict: Verdict = "failed",
) -> Finding:
    """A finding that is as bad as `verdict` where the whole interval of a gain lies above the threshold.

    The ids are the questions that the gain comes from: those where the one was right and the other was not.
    """
    value, interval = gain(rows, more)
    if rows["house_id"].n_unique() < LEAST_HOUSES or interval is None:
        return finding(audit, statistic, value, "undecided", family=family, interval=interval, threshold=threshold)
    is_found = interval.low > threshold
    return finding(
        audit,
        statistic,
        value,
        verdict if is_found else "passed",
        family=family,
        interval=interval,
        threshold=threshold,
        ids=rows.filter(pl.col(more) > 0)["question_id"] if is_found else (),
    )


def _houses(rows: pl.DataFrame, summed: pl.Expr) -> pl.DataFrame:
    return rows.group_by("house_id").agg(summed, n=pl.len()).sort("house_id")
