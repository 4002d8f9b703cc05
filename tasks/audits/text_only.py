"""Text-only sensitivity: scores of whoever saw no picture, under E0b and E0 (A, section 4 and Table 3)."""

from collections.abc import Iterator

import polars as pl

from tasks.audits.dataset import Dataset
from tasks.audits.finding import Finding, finding, undecided
from tasks.audits.shares import by_family, gain, share
from tasks.audits.thresholds import LEAST_HOUSES, MARGIN

NAME = "text_only"
RUNGS = ("E0b", "E0")


def audit(data: Dataset) -> Iterator[Finding]:
    answered = text_answers(data)
    if answered.is_empty():
        yield undecided(NAME, "E0b, E0")
    for (rung, answerer), rows in answered.group_by("rung", "answerer", maintain_order=True):
        for family, mine in by_family(rows):
            yield _finding(f"{rung} {answerer}", family, mine)


def text_answers(data: Dataset) -> pl.DataFrame:
    """A row a question, rung and answerer that saw no picture: `is_right`, with the question's own columns.

    The same answerer in two evaluations counts once: it is asked the same again.
    """
    told = data.predictions.filter(pl.col("rung").is_in(RUNGS)).unique(
        ["rung", "answerer", "question_id"], keep="first", maintain_order=True
    )
    return (
        told.select("rung", "answerer", "question_id", "is_right")
        .join(data.questions, on="question_id", validate="m:1")
        .with_columns(chance=1.0 / pl.col("options").list.len())
        .sort("rung", "answerer", "question_id")
    )


def _finding(statistic: str, family: str, rows: pl.DataFrame) -> Finding:
    """Fails where the score lies above chance by more than the margin, its whole interval taken."""
    rows = rows.with_columns(above=pl.col("is_right").cast(pl.Float64) - pl.col("chance"))
    _, above = gain(rows, "above")
    right, chance = float(rows["is_right"].sum()), float(rows["chance"].sum())
    is_sensitive = above is not None and above.low > MARGIN
    decided = rows["house_id"].n_unique() >= LEAST_HOUSES
    return finding(
        NAME,
        statistic,
        right / rows.height,
        "undecided" if not decided else "failed" if is_sensitive else "passed",
        family=family,
        interval=share(rows, "is_right"),
        threshold=chance / rows.height + MARGIN,
        ids=rows.filter("is_right")["question_id"] if decided and is_sensitive else (),
    )
