"""Split balance: equal numbers of episodes of each stratum (A, section 3.2)."""

from collections.abc import Iterator

import polars as pl

from schemas.values import STRATA
from tasks.audits.dataset import Dataset
from tasks.audits.finding import Finding, Verdict, finding
from tasks.audits.thresholds import STRATA_APART

NAME = "split_balance"


def audit(data: Dataset) -> Iterator[Finding]:
    """A caution outside the test split: only the test split promises it."""
    counts = {stratum: int((data.episodes["stratum"] == stratum).sum()) for stratum in STRATA}
    most = max(counts.values())
    apart = most - min(counts.values())
    verdict: Verdict = "passed" if apart <= STRATA_APART else "failed" if data.split == "test" else "caution"
    crowded = [stratum for stratum, n in counts.items() if n - min(counts.values()) > STRATA_APART]
    ids = data.episodes.filter(pl.col("stratum").is_in(crowded))["episode_id"]
    yield finding(NAME, "strata_apart", float(apart), verdict, threshold=float(STRATA_APART), ids=ids)
    for stratum, n in counts.items():
        yield finding(NAME, f"episodes {stratum}", float(n), "stated")
