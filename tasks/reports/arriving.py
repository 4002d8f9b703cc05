"""Did the score come of arriving? The closed loop's navigation beside its answers, in words (A, abstract and section 5)."""

from collections.abc import Iterator

import polars as pl

from tasks.analysis.equivalence import MARGIN
from tasks.models.answerers import BLIND
from tasks.reports.figures import percent, span
from tasks.reports.ladder import Figures, Row, kind
from tasks.rungs.rungs import RUNGS

_NO_TRY = {"uniform", "scripted", "reader"}
"""Answerers whose score under a walk says nothing of words: by lot, by script, or by the records alone."""


def arrivals(figures: Figures, navigation: pl.DataFrame, apart: pl.DataFrame | None = None) -> Iterator[str]:
    """A sentence a closed loop: what it reached, and what its best answerer made of that; tables tell of the others.

    Args:
        figures: the rung metrics.
        navigation: the table `navigation_metrics`.
        apart: the table `closed_loop_metrics`, where the run has one.
    """
    for row in navigation.filter(pl.col("stratum") == "all").iter_rows(named=True):
        rung = row["rung"]
        if rung in figures.rungs and RUNGS[rung].shows_own:
            yield _of_walk(figures, row, apart)


def _of_walk(figures: Figures, walk: Row, apart: pl.DataFrame | None) -> str:
    rung, reached, designated = walk["rung"], walk["reached"], walk["designated"]
    walked = f"{rung} ({RUNGS[rung].title}) reached {reached or 'none'} of {designated} targets "
    walked += f"({span(walk['success_low'], walk['success_high'])})"
    row = _best(figures, rung)
    if row is None:
        return f"{walked}."
    missing = "" if row["answered"] == row["designated"] else f"; {row['answered']} were answered"
    beside = (
        f"{percent(row['accuracy'])} of {row['designated']} questions ({span(row['low'], row['high'])}, "
        f"{row['n_houses']} {'house' if row['n_houses'] == 1 else 'houses'}{missing})"
    )
    said = f"{walked}; `{row['label']}` is right on {beside}, {_standing(row, arrived=reached > 0)}"
    return f"{said}{_of_evidence(row, apart)}."


def _best(figures: Figures, rung: str) -> Row | None:
    """The answerer whose score says most of the walk: the best model, or else the best that looks at nothing."""
    rows = [row for name in figures.answerers if kind(name) not in _NO_TRY and (row := figures.row(rung, name))]
    tried = [row for row in rows if row["accuracy"] is not None]
    return max(tried, key=lambda row: (kind(row["answerer"]) not in BLIND, row["accuracy"]), default=None)


def _standing(row: Row, *, arrived: bool) -> str:
    chance = percent(row["chance"])
    if row["low"] > row["chance"]:
        words = f"above chance ({chance})"
        return words if arrived else f"{words}: answers without arriving, which tell nothing of the walk"
    if row["low"] > row["chance"] - MARGIN and row["high"] < row["chance"] + MARGIN:
        return f"within {100 * MARGIN:.0f} points of chance ({chance})"
    return (
        f"which cannot be told from chance ({chance})" if row["high"] >= row["chance"] else f"below chance ({chance})"
    )


def _of_evidence(row: Row, apart: pl.DataFrame | None) -> str:
    """How much of what was right had evidence; nothing where that is not known, or nothing was right."""
    key = {"rung": row["rung"], "answerer": row["answerer"], "family": "all", "stratum": "all", "gold_by": "all"}
    if apart is None:
        return ""
    sums = apart.filter(pl.all_horizontal(pl.col(name) == value for name, value in key.items()))
    counts = {each["statistic"]: each["count"] for each in sums.iter_rows(named=True)}
    if not counts.get("right"):
        return ""
    return (
        f"; {counts['right_without_evidence']:.0f} of its {counts['right']:.0f} right answers had no evidence in the "
        "pictures given"
    )
