"""Coverage: what was planned is there (A, Appendix K.1), and each family is wide enough to speak of."""

from collections.abc import Iterator

import polars as pl

from schemas.values import FAMILIES
from tasks.audits.dataset import Dataset
from tasks.audits.finding import Finding, Verdict, finding
from tasks.audits.thresholds import (
    LARGEST_TEXT,
    ONE_TEXT,
    QUESTIONS_A_FAMILY,
    QUESTIONS_AN_EPISODE,
    TEXTS_A_FAMILY,
)

NAME = "coverage"


def audit(data: Dataset) -> Iterator[Finding]:
    yield _at_least("episodes", data.episodes.height, data.n_planned, "failed")
    yield _whole("walks_with_every_frame", _walks_with_gaps(data), data.episodes.height, "failed")
    asked = data.episodes.join(data.questions.group_by("episode_id").len("n_asked"), on="episode_id", how="left")
    n_asked = pl.col("n_asked").fill_null(0)
    unasked = asked.filter(n_asked == 0)
    accounted = _accounted(data.left_empty)
    lost = unasked.filter(~pl.col("episode_id").is_in(accounted.implode()))
    # An episode from which nothing can be asked soundly is no fault: its reasons are stored, and its walk counts.
    if lost.is_empty():
        yield _whole("episodes_with_questions", unasked, asked.height, "caution")
    else:
        yield _whole("episodes_with_questions", lost, asked.height, "failed")
    yield _whole("episodes_with_four_questions", asked.filter(n_asked < QUESTIONS_AN_EPISODE), asked.height, "caution")
    if data.split == "test":
        yield from _widths(data.questions)


def _widths(questions: pl.DataFrame) -> Iterator[Finding]:
    for family in FAMILIES:
        mine = questions.filter(pl.col("family") == family)
        yield _at_least("questions", mine.height, QUESTIONS_A_FAMILY, "caution", family)
        if family in ONE_TEXT or mine.is_empty():
            continue
        texts = mine.group_by("text").len("n").sort("n", "text", descending=[True, False])
        yield _at_least("texts", texts.height, TEXTS_A_FAMILY, "caution", family)
        largest = texts["n"][0] / mine.height
        too_large = largest > LARGEST_TEXT
        ids = mine.filter(pl.col("text") == texts["text"][0])["question_id"] if too_large else ()
        verdict: Verdict = "caution" if too_large else "passed"
        yield finding(NAME, "largest_text", largest, verdict, family=family, threshold=LARGEST_TEXT, ids=ids)


def _at_least(statistic: str, n: int, wanted: int, otherwise: Verdict, family: str = "all") -> Finding:
    verdict = otherwise if n < wanted else "passed"
    return finding(NAME, statistic, float(n), verdict, family=family, threshold=float(wanted))


def _whole(statistic: str, lacking: pl.DataFrame, n: int, otherwise: Verdict) -> Finding:
    value = 1.0 - lacking.height / n if n else None
    verdict = otherwise if lacking.height else "passed"
    return finding(NAME, statistic, value, verdict, threshold=1.0, ids=lacking["episode_id"])


def _accounted(left_empty: pl.DataFrame) -> pl.Series:
    """Episodes each of whose places has its reason for holding no question."""
    return left_empty.group_by("episode_id").len("n").filter(pl.col("n") >= QUESTIONS_AN_EPISODE)["episode_id"]


def _walks_with_gaps(data: Dataset) -> pl.DataFrame:
    stored = data.frames.group_by("episode_id").agg(n_stored=pl.len(), last=pl.col("t").max())
    both = data.episodes.join(stored, on="episode_id", how="left", validate="1:1")
    whole = (pl.col("n_stored") == pl.col("n_frames")) & (pl.col("last") == pl.col("n_frames") - 1)
    return both.filter(~whole.fill_null(False))
