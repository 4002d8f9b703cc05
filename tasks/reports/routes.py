"""Routes of a report as rows of finished text: answers by stratum (A, Table 5), and navigation."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

import polars as pl

from tasks.reports.figures import NOT_ASKED, Cell, metres, percent, plain, points, span
from tasks.reports.ladder import Figures, Line, Row, accuracy_cell
from tasks.reports.verdict import best_text, fullest
from tasks.rungs.rungs import RUNGS

_ROUTES = {"S1": "1 room", "S2": "2 rooms", "S3": "3 rooms", "S4": "4 or more", "all": "all routes"}


@dataclass(frozen=True, slots=True)
class Stratum:
    """A column of both tables."""

    name: str
    route: str
    n_episodes: int
    n_questions: int
    """Designated under the ladder's rungs; a control that asks fewer says so in its cells."""


def strata_of(figures: Figures, planned: pl.DataFrame, navigation: pl.DataFrame) -> list[Stratum]:
    """The strata of a run that was asked or walked, the sum last.

    Args:
        figures: the rung metrics.
        planned: episodes that were to be asked about, or walked where nothing was to be asked.
        navigation: the table `navigation_metrics`.
    """
    there = {*figures.strata, *navigation["stratum"]}
    told = fullest(figures) or best_text(figures)
    rung, answerer = (
        (told["rung"], told["answerer"]) if told else ((*figures.rungs, "")[0], (*figures.answerers, "")[0])
    )
    found = []
    for name in (each for each in _ROUTES if each in there):
        n_episodes = planned.height if name == "all" else planned.filter(pl.col("stratum") == name).height
        row = figures.row(rung, answerer, "all", name)
        found.append(Stratum(name, _ROUTES[name], n_episodes, row["designated"] if row else 0))
    return found


def strata_lines(figures: Figures, strata: Sequence[Stratum], answerers: Iterable[str]) -> list[tuple[str, list[Line]]]:
    """A group of lines an answerer, a line a rung; rungs with the same figures share one."""
    return [(figures.labels[answerer], _strata_of(figures, strata, answerer)) for answerer in answerers]


def _strata_of(figures: Figures, strata: Sequence[Stratum], answerer: str) -> list[Line]:
    rungs: dict[tuple[Cell, ...], list[str]] = {}
    for rung in figures.rungs:
        cells = tuple(_stratum_cell(figures.row(rung, answerer, "all", each.name), each) for each in strata)
        rungs.setdefault(cells, []).append(rung)
    rungs.pop((NOT_ASKED,) * len(strata), None)
    return [Line(", ".join(names), cells) for cells, names in rungs.items()]


def _stratum_cell(row: Row | None, stratum: Stratum) -> Cell:
    cell = accuracy_cell(row)
    if row is None or row["accuracy"] is None:
        return cell
    fewer = () if row["designated"] == stratum.n_questions else (f"n {row['designated']}",)
    return replace(cell, notes=(cell.notes[0], *fewer, f"{points(row['accuracy'] - row['chance'])} pts"))


def navigation_lines(
    metrics: pl.DataFrame, strata: Sequence[Stratum]
) -> tuple[list[tuple[str, list[Line]]], list[tuple[str, list[Line]]]]:
    """Success, SPL and lengths by stratum, a group of lines a walking rung: those of the ladder, those of controls."""
    rows = {(row["rung"], row["stratum"]): row for row in metrics.iter_rows(named=True)}
    groups: tuple[list[tuple[str, list[Line]]], list[tuple[str, list[Line]]]] = ([], [])
    for name, rung in RUNGS.items():
        mine = [rows.get((name, stratum.name)) for stratum in strata]
        if any(mine):
            groups[rung.is_control].append((f"{name}, {rung.title}", _walk_lines(mine)))
    return groups


def _walk_lines(rows: Sequence[Row | None]) -> list[Line]:
    def line(head: str, show: Callable[[Row], str]) -> Line:
        return Line(head, tuple("–" if row is None else show(row) for row in rows))

    lines = [
        line("walks that ran", lambda row: f"{row['executed']} of {row['designated']}"),
        line("targets reached", lambda row: f"{row['reached']} of {row['designated']}"),
        line(
            "success rate",
            lambda row: f"{percent(row['success_rate'])} ({span(row['success_low'], row['success_high'])})",
        ),
        line("SPL", lambda row: f"{plain(row['spl'], 3)} ({_between(row['spl_low'], row['spl_high'])})"),
        line("SPL, planned route", lambda row: plain(row["spl_reference"], 3)),
        line("path", lambda row: metres(row["path_length_m"])),
        line("came nearer by", lambda row: metres(row["distance_reduction_m"])),
        line("actions, mean (median)", lambda row: f"{plain(row['mean_actions'])} ({plain(row['median_actions'])})"),
        line("refused actions", lambda row: str(row["n_invalid_actions"])),
        line("frames as stored", lambda row: percent(row["frames_identical"])),
    ]
    return [each for each in lines if set(each.cells) != {"–"}]


def _between(low: float | None, high: float | None) -> str:
    return "–" if low is None or high is None else f"{low:.3f} to {high:.3f}"
