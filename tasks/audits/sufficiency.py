"""Sufficiency: the cited frames, taken for all there is, give gold (A, section 4 and Appendix E.1).

Worked out by the second derivation, so that a fault of the first one cannot vouch for itself. Beside it stands what the
last picture of the strip would mend (A's defect of Presence-change), and whether the whole walk gives gold.
"""

from collections.abc import Iterator

import polars as pl

from tasks.audits.dataset import Dataset
from tasks.audits.finding import Finding, finding
from tasks.audits.shares import all_hold, by_family

NAME = "sufficiency"


def audit(data: Dataset) -> Iterator[Finding]:
    both = data.questions.join(
        data.derived.select("question_id", "cited", "mended", "walk"), on="question_id", how="left", validate="1:1"
    )
    gold = pl.col("gold")
    yield from all_hold(NAME, "cited_frames", both, gold == pl.col("cited"))
    yield from all_hold(NAME, "whole_walk", both, gold == pl.col("walk"))
    lacking = both.filter(gold.ne_missing(pl.col("cited")))
    for family, mine in by_family(lacking):
        mended = mine.filter(gold == pl.col("mended"))
        value, ids = mended.height / mine.height, mended["question_id"]
        yield finding(NAME, "lacking_only_the_last_picture", value, "stated", family=family, ids=ids)
