"""What an audit has to say: one figure, what it was held against, and the rows that it names."""

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Literal

import polars as pl

from schemas.tables import rows_frame
from tasks.analysis.intervals import Interval

Verdict = Literal["failed", "caution", "undecided", "passed", "stated"]
EVERY_FAMILY = "all"


@dataclass(frozen=True, slots=True)
class Finding:
    """A row of `audits`, without its run and split."""

    audit: str
    family: str
    """A family of questions, or `all`."""
    statistic: str
    value: float | None
    low: float | None
    high: float | None
    threshold: float | None
    verdict: Verdict
    ids: tuple[str, ...] = ()
    """Questions, episodes or houses at fault, or frames as `episode/t`; in order."""

    @property
    def fails(self) -> bool:
        return self.verdict == "failed"


def finding(
    audit: str,
    statistic: str,
    value: float | None,
    verdict: Verdict,
    *,
    family: str = EVERY_FAMILY,
    interval: Interval | None = None,
    threshold: float | None = None,
    ids: Iterable[str] = (),
) -> Finding:
    """A finding, its ids sorted."""
    low, high = (interval.low, interval.high) if interval else (None, None)
    return Finding(audit, family, statistic, value, low, high, threshold, verdict, tuple(sorted(ids)))


def undecided(audit: str, statistic: str) -> Finding:
    """There was nothing to measure this by: no predictions, no pictures, no world."""
    return finding(audit, statistic, None, "undecided")


def findings_frame(findings: Iterable[Finding]) -> pl.DataFrame:
    """Rows of `audits`; the run and the split are filled in by the one who writes them."""
    return rows_frame("audits", map(asdict, findings))
