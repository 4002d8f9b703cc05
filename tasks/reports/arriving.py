"""Did the score come of arriving? The closed loop's navigation beside its answers, in words (A, abstract and section 5)."""

from collections.abc import Iterator, Mapping

import polars as pl

from tasks.analysis.equivalence import MARGIN
from tasks.models.answerers import BLIND, WORDLESS
from tasks.reports.figures import percent, span
from tasks.reports.ladder import Figures, Row, kind
from tasks.rungs.rungs import RUNGS


def arrivals(figures: Figures, navigation: pl.DataFrame, apart: pl.DataFrame | None = None) -> Iterator[str]:
    """A finding a closed loop: what it reached, and what its best answerer made of that; tables tell of the others.

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
    walked += f"({span(walk['success_low'], walk['success_high'])})."
    row = _best(figures, rung)
    if row is None:
        return walked
    counts = _counts(row, apart)
    return " ".join([walked, *_score(row, counts, arrived=reached > 0), *_of_evidence(counts)])


def _best(figures: Figures, rung: str) -> Row | None:
    """The answerer whose score says most of the walk: the best model, or else the best that looks at nothing."""
    rows = [row for name in figures.answerers if kind(name) not in WORDLESS and (row := figures.row(rung, name))]
    tried = [row for row in rows if row["accuracy"] is not None]
    return max(tried, key=lambda row: (kind(row["answerer"]) not in BLIND, row["accuracy"]), default=None)


def _score(row: Row, counts: Mapping[str, int], *, arrived: bool) -> Iterator[str]:
    answered, designated, right = row["answered"], row["designated"], percent(row["accuracy"])
    said = f"is right on {right} of {designated} questions"
    if answered < designated:
        said = f"answered {answered} of {designated} questions and is right on {right} of all"
    houses = f"{row['n_houses']} {'house' if row['n_houses'] == 1 else 'houses'}"
    is_unearned = row["low"] > row["chance"] and not arrived
    yield (
        f"`{row['label']}` {said} ({span(row['low'], row['high'])}, {houses}), {_standing(row)}"
        f"{', without arriving' if is_unearned and not _owes_nothing(row, counts) else ''}."
    )
    if is_unearned and _owes_nothing(row, counts):
        yield "These answers without arriving tell nothing of the walk."


def _owes_nothing(row: Row, counts: Mapping[str, int]) -> bool:
    """Whether no right answer came of what the walk showed: nobody looked, or none of them had evidence there."""
    return kind(row["answerer"]) in BLIND or 0 < counts.get("right", 0) == counts["right_without_evidence"]


def _standing(row: Row) -> str:
    chance = percent(row["chance"])
    if row["low"] > row["chance"]:
        return f"above chance ({chance})"
    if row["low"] > row["chance"] - MARGIN and row["high"] < row["chance"] + MARGIN:
        return f"within {100 * MARGIN:.0f} points of chance ({chance})"
    return (
        f"which cannot be told from chance ({chance})" if row["high"] >= row["chance"] else f"below chance ({chance})"
    )


def _counts(row: Row, apart: pl.DataFrame | None) -> dict[str, int]:
    """Counts of the closed loop taken apart, of all questions; empty where the run has none."""
    if apart is None:
        return {}
    key = {"rung": row["rung"], "answerer": row["answerer"], "family": "all", "stratum": "all", "gold_by": "all"}
    sums = apart.filter(pl.all_horizontal(pl.col(name) == value for name, value in key.items()))
    return {each["statistic"]: round(each["count"]) for each in sums.iter_rows(named=True)}


def _of_evidence(counts: Mapping[str, int]) -> Iterator[str]:
    """How much of what was right had evidence; nothing where that is not known, or nothing was right."""
    if counts.get("right"):
        yield (
            f"{counts['right_without_evidence']} of its {counts['right']} right answers had no evidence in the "
            "pictures given."
        )
