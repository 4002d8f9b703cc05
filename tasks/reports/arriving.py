"""Did the score come of arriving? The closed loop's navigation beside its answers, in words (A, abstract and section 5)."""

from collections.abc import Iterator

import polars as pl

from tasks.analysis.equivalence import MARGIN
from tasks.reports.figures import percent, span
from tasks.reports.ladder import Figures, Row, kind
from tasks.rungs.rungs import RUNGS

_NO_TRY = {"uniform", "scripted", "reader"}
"""Answerers whose score under a walk says nothing of words: by lot, by script, or by the records alone."""


def arrivals(figures: Figures, navigation: pl.DataFrame, apart: pl.DataFrame | None = None) -> Iterator[str]:
    """For each closed loop what it reached and what was answered after it, and how much of that rested on its pictures.

    Args:
        figures: the rung metrics.
        navigation: the table `navigation_metrics`.
        apart: the table `closed_loop_metrics`, where the run has one.
    """
    for row in navigation.filter(pl.col("stratum") == "all").iter_rows(named=True):
        rung = row["rung"]
        if rung in figures.rungs and RUNGS[rung].shows_own:
            yield from _of_walk(figures, row)
            yield from _of_evidence(figures, rung, apart)


def _of_walk(figures: Figures, walk: Row) -> Iterator[str]:
    rung, reached, designated = walk["rung"], walk["reached"], walk["designated"]
    walked = f"{rung} ({RUNGS[rung].title}) reached {reached or 'none'} of {designated} targets "
    walked += f"({span(walk['success_low'], walk['success_high'])})"
    said = False
    for answerer in figures.answerers:
        row = figures.row(rung, answerer)
        if row is None or row["accuracy"] is None or kind(answerer) in _NO_TRY:
            continue
        said = True
        missing = "" if row["answered"] == row["designated"] else f"; {row['answered']} were answered"
        beside = (
            f"{percent(row['accuracy'])} of {row['designated']} questions ({span(row['low'], row['high'])}, "
            f"{row['n_houses']} {'house' if row['n_houses'] == 1 else 'houses'}{missing})"
        )
        yield f"{walked}; `{row['label']}` is right on {beside}, {_standing(row, arrived=reached > 0)}"
    if not said:
        yield f"{walked}."


def _standing(row: Row, *, arrived: bool) -> str:
    chance = percent(row["chance"])
    if row["low"] > row["chance"]:
        words = f"above chance ({chance})"
        return f"{words}." if arrived else f"{words}: answers without arriving. They tell nothing of the walk."
    if row["low"] > row["chance"] - MARGIN and row["high"] < row["chance"] + MARGIN:
        return f"within {100 * MARGIN:.0f} points of chance ({chance})."
    return (
        f"which cannot be told from chance ({chance})." if row["high"] >= row["chance"] else f"below chance ({chance})."
    )


def _of_evidence(figures: Figures, rung: str, apart: pl.DataFrame | None) -> Iterator[str]:
    """Right without evidence and wrong with it, of every answerer that could have either."""
    if apart is None:
        return
    sums = apart.filter(
        pl.col("rung") == rung, pl.col("family") == "all", pl.col("stratum") == "all", pl.col("gold_by") == "all"
    )
    for answerer in figures.answerers:
        mine = {row["statistic"]: row for row in sums.filter(pl.col("answerer") == answerer).iter_rows(named=True)}
        if mine and kind(answerer) not in _NO_TRY:
            right, lucky, had, wasted = (
                mine[name] for name in ("right", "right_without_evidence", "has_evidence", "wrong_with_evidence")
            )
            yield (
                f"On {rung} `{figures.labels[answerer]}` is right on {right['count']:.0f} of {right['n']} questions, on "
                f"{lucky['count']:.0f} of them with no evidence in the pictures that it was given "
                f"({span(lucky['low'], lucky['high'])} of all); of {had['count']:.0f} questions whose pictures held the "
                f"evidence it answered {wasted['count']:.0f} wrong."
            )
