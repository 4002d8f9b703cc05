"""The controls of a report as rows of finished text: what each changes, what it tells, and its paired difference."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import polars as pl

from tasks.analysis.sameness import ONE_MEASUREMENT, outcomes
from tasks.reports.figures import NOT_ASKED, Cell, percent, plain, points, span
from tasks.reports.ladder import Figures, Line, Row, accuracy_cell
from tasks.rungs.rungs import RUNGS

_KINDS = (
    ("all", "all questions"),
    ("presence", "gold that presence shows"),
    ("absence", "gold that only absence shows"),
)


@dataclass(frozen=True, slots=True)
class Control:
    """A line of the table of controls."""

    name: str
    title: str
    asks: str
    against: str
    cells: tuple[Cell, ...]
    """One an answerer, in the order of the report."""


def control_lines(figures: Figures, contrasts: pl.DataFrame) -> list[Control]:
    """A line a control. Turned options are left to `circular_lines`, which puts their turns together.

    Args:
        figures: the rung metrics.
        contrasts: the table `contrasts`; without it the cells show no differences.
    """
    sums = contrasts.filter(pl.col("family") == "all", pl.col("stratum") == "all")
    sums = sums.with_columns(outcome=outcomes(sums)["verdict"])
    pairs = {(row["rung"], row["against"], row["answerer"]): row for row in sums.iter_rows(named=True)}
    lines = []
    for name in figures.controls:
        rung = RUNGS[name]
        if not rung.rotation:
            cells = tuple(
                _cell(figures.row(name, answerer), _pair(pairs, name, rung.against, answerer))
                for answerer in figures.answerers
            )
            lines.append(Control(name, rung.title, rung.asks, rung.against, cells))
    return lines


def _pair(pairs: Mapping[tuple[str, str, str], Row], name: str, against: str, answerer: str) -> tuple[Row, int] | None:
    """The comparison with its sign: a primary one may be written the other way round (E5 minus `E5-even6c`)."""
    for key, sign in (((name, against, answerer), 1), ((against, name, answerer), -1)):
        if key in pairs:
            return pairs[key], sign
    return None


def _cell(row: Row | None, pair: tuple[Row, int] | None) -> Cell:
    cell = accuracy_cell(row)
    if cell is NOT_ASKED or pair is None:
        return cell
    figures, sign = pair
    if figures["outcome"] == ONE_MEASUREMENT:
        words = (
            f"the {figures['n_same']} that were answered had the same words and pictures as there: {ONE_MEASUREMENT}"
        )
        return replace(cell, notes=(ONE_MEASUREMENT, *cell.notes[1:]), title=f"{cell.title}; {words}")
    ends = sorted(sign * figures[end] for end in ("low", "high"))
    difference = f"{points(sign * figures['difference'])} ({points(ends[0])} to {points(ends[1])})"
    title = f"{cell.title}; {difference} points, paired on {figures['n']} questions of {figures['n_houses']} houses"
    return replace(cell, notes=(f"{difference} pts", *cell.notes[1:]), title=title)


def circular_lines(figures: Figures, circular: pl.DataFrame) -> list[Line]:
    """A line a rung and answerer whose options were turned: as they stand, mean over the turns, right in all."""
    sums = circular.filter(pl.col("family") == "all", pl.col("stratum") == "all")
    rows = {(row["rung"], row["answerer"]): row for row in sums.iter_rows(named=True)}
    lines = []
    for rung in figures.rungs:
        for answerer in figures.answerers:
            if row := rows.get((rung, answerer)):
                cells = (
                    figures.labels[answerer],
                    str(row["n"]),
                    percent(row["accuracy"]),
                    f"{percent(row['mean_accuracy'])} ({span(row['mean_low'], row['mean_high'])})",
                    f"{percent(row['right_in_all'])} ({span(row['all_low'], row['all_high'])})",
                )
                lines.append(Line(rung, cells))
    return lines


def acquired_lines(figures: Figures, apart: pl.DataFrame, rungs: Sequence[str]) -> list[tuple[str, list[Line]]]:
    """What the frames of each rung held, whoever answered: a group of lines a rung, a line a kind of gold."""
    groups = []
    for rung in _there(rungs, apart):
        mine = apart.filter(pl.col("rung") == rung)
        first = mine["answerer"].sort()[0]
        lines = []
        for gold_by, head in _KINDS:
            if sums := _sums(mine, first, gold_by):
                lines.append(Line(head, _held(sums), gold_by == "all"))
        groups.append((f"{rung}, {RUNGS[rung].title}", lines))
    return groups


def answered_lines(figures: Figures, apart: pl.DataFrame, rungs: Sequence[str]) -> list[Line]:
    """What each answerer made of it: a line a rung and answerer."""
    lines = []
    for rung in _there(rungs, apart):
        for answerer in figures.answerers:
            if sums := _sums(apart.filter(pl.col("rung") == rung), answerer, "all"):
                told = ("has_evidence", "answered", "right", "right_without_evidence", "wrong_with_evidence")
                cells = (figures.labels[answerer], str(sums["right"]["n"]), *[_counted(sums[name]) for name in told])
                lines.append(Line(rung, cells))
    return lines


def _there(rungs: Sequence[str], apart: pl.DataFrame) -> list[str]:
    there = set(apart["rung"].unique())
    return [rung for rung in rungs if rung in there]


def _sums(mine: pl.DataFrame, answerer: str, gold_by: str) -> dict[str, Row]:
    key = {"answerer": answerer, "family": "all", "stratum": "all", "gold_by": gold_by}
    rows = mine.filter(pl.all_horizontal(pl.col(name) == value for name, value in key.items()))
    return {row["statistic"]: row for row in rows.iter_rows(named=True)}


def _held(sums: Mapping[str, Row]) -> tuple[str, ...]:
    against = sums["acquired_contrary"]["count"] + sums["acquired_contrary_by_absence"]["count"]
    coverage = sums["pose_coverage"]
    return (
        str(coverage["n"]),
        _counted(sums["acquired_shown"]),
        _counted(sums["given_shown"]),
        _counted(sums["acquired_by_absence"]),
        _counted(sums["given_by_absence"]),
        plain(against, 0),
        f"{percent(coverage['share'])} ({span(coverage['low'], coverage['high'])})",
        _counted(sums["own_gold_is_gold"]),
    )


def _counted(row: Row) -> str:
    return f"{row['count']:.0f} ({span(row['low'], row['high'])})"
