"""Lengths as cues: does the number of cited frames, or of actions of the walk, tell the answer?

Each is put beside what the same habit scores without it. The number of cited frames reaches every answerer, so a gain
fails. The length of a walk reaches one only where all its frames are shown, so a gain is a caution: pad them.
"""

from collections.abc import Iterator

import polars as pl

from tasks.audits.dataset import Dataset
from tasks.audits.finding import Finding, Verdict
from tasks.audits.habit import credit, with_option_set
from tasks.audits.shares import by_family, gain_found
from tasks.audits.thresholds import CUE_GAIN

EVIDENCE, TRAJECTORY = "evidence_length", "trajectory_length"
_PARTS = 4
"""Walks are told apart by quarter: their exact length is nearly a name."""


def evidence_length(data: Dataset) -> Iterator[Finding]:
    """Evidence length as a cue: does the number of cited frames tell the answer? Everyone is given it, so a gain fails."""
    yield from cue(EVIDENCE, "gain_by_cited_frames", data.questions, pl.col("frame_refs").list.len(), "failed")


def trajectory_length(data: Dataset) -> Iterator[Finding]:
    """Trajectory length as a cue: does the number of actions tell the answer? Few can count them: a gain is a caution."""
    quarter = (pl.col("n_frames").rank("min") - 1) * _PARTS // pl.len()
    yield from cue(TRAJECTORY, "gain_by_length_of_walk", data.questions, quarter, "caution")


def cue(audit: str, statistic: str, questions: pl.DataFrame, known: pl.Expr, verdict: Verdict) -> Iterator[Finding]:
    """For each family, what the habit of questions with the same value of a cue scores above the habit without it."""
    for family, mine in by_family(with_option_set(questions)):
        rows = mine.with_columns(cue=known)
        rows = rows.with_columns(
            more=credit(rows, ["option_set", "cue"], ["option_set"]) - credit(rows, ["option_set"])
        )
        yield gain_found(audit, statistic, family, rows, "more", CUE_GAIN, verdict)
