"""The page of a comparison: two evaluations on the same questions. It needs no network, no script and no other file."""

from dataclasses import dataclass

import polars as pl
from markupsafe import Markup

from tasks.analysis.comparison import Comparison, Paired
from tasks.analysis.sameness import ONE_MEASUREMENT
from tasks.analysis.sheets.comparisons import compared
from tasks.reports.figures import percent, points
from tasks.reports.template import render, text_of
from tasks.rungs.rung import Rung
from tasks.rungs.rungs import RUNGS

_OVERVIEW = ("n", "first (%)", "second (%)", "difference (points)", "verdict")
_FEW = 4
"""Comparisons whose tables stand open; of more the overview is to be read first."""


@dataclass(frozen=True, slots=True)
class _Pair:
    pair: Paired
    rung: Rung
    words: str
    told: pl.DataFrame
    """By family and stratum, as text."""

    @property
    def whole(self) -> dict[str, str]:
        return self.told.row(by_predicate=(pl.col("family") == "all") & (pl.col("stratum") == "all"), named=True)


def render_comparison(comparison: Comparison) -> str:
    """The page as text. The same comparison gives the same text."""
    return render(
        "comparison.html",
        style=Markup(text_of("report.css")),
        title=f"{comparison.run_id} against {comparison.against}",
        headline=headline(comparison),
        comparison=comparison,
        pairs=[_Pair(pair, RUNGS[pair.rung], in_words(pair), compared(pair.told)) for pair in comparison.pairs],
        overview_columns=_OVERVIEW,
        few=_FEW,
    )


def headline(comparison: Comparison) -> str:
    """How many of the pairs came out how."""
    verdicts = [pair.outcome for pair in comparison.pairs]
    named = ("different", "equivalent", "cannot tell", ONE_MEASUREMENT)
    counts = [f"{verdicts.count(name)} {name}" for name in named if name in verdicts]
    return f"Two runs on the same {comparison.n_questions} questions, {len(verdicts)} comparisons: {', '.join(counts)}"


def summary(comparison: Comparison) -> str:
    """The comparison in one sentence."""
    differ = "in their settings:" if comparison.settings else "in nothing that names them."
    return (
        f"{comparison.run_id} minus {comparison.against}, paired on {comparison.n_questions} questions in "
        f"{comparison.n_houses} houses; points, with 95 % intervals clustered by house. The runs differ {differ}"
    )


def in_words(pair: Paired) -> str:
    """What became of all families together."""
    row = pair.whole
    if pair.outcome == ONE_MEASUREMENT:
        return (
            f"{percent(row['accuracy'])} of {row['n']} questions in either run: all {row['n_same']} that were answered were "
            "put to the same answerer in the same words with the same pictures. That is one measurement, and not a finding."
        )
    interval = f"{points(row['low'])} to {points(row['high'])}"
    same = (
        f" {row['n_same']} of the questions were put in the same words with the same pictures." if row["n_same"] else ""
    )
    return (
        f"{percent(row['accuracy'])} against {percent(row['accuracy_against'])} of {row['n']} questions: "
        f"{points(row['difference'])} points ({interval}; {row['n_houses']} houses), {row['better']} better and "
        f"{row['worse']} worse. Verdict: {row['verdict']}. A difference of {100 * row['detectable']:.1f} points would have "
        f"been found in four of five such runs.{same}"
    )
