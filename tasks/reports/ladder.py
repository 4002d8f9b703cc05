"""The tables of a report as rows of finished text: the ladder (A, Table 4), strata (Table 5), coverage, every figure."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import polars as pl

from schemas.values import FAMILIES, STRATA
from tasks.reports.figures import NOT_ASKED, Cell, brief, metres, percent, plain, points, shade, span
from tasks.rungs.rungs import RUNGS

Row = Mapping[str, Any]

ROUTES = {"S1": "1 room", "S2": "2 rooms", "S3": "3 rooms", "S4": "4 or more", "all": "all routes"}

_KNOWN = {
    "reader": "answers by logic from the records of its pictures; where they do not settle it, it says that it cannot tell",
    "majority": "gives the answer that was right most often in its family in train; it looks at no picture",
    "prior": "guesses from the words alone, by what went with right answers in train; it looks at no picture",
    "uniform": "picks an option at random; it looks at no picture",
    "scripted": "gives replies that were written beforehand",
}


@dataclass(frozen=True, slots=True)
class Line:
    """A row of a table: its head, then its cells."""

    head: str
    cells: tuple[Any, ...]
    is_sum: bool = False


@dataclass(frozen=True, slots=True)
class Ladder:
    """A's Table 4 for one answerer: families down, rungs across."""

    answerer: str
    label: str
    about: str
    rungs: tuple[str, ...]
    lines: tuple[Line, ...]
    """Cells: chance and n as text, then a `Cell` a rung."""


@dataclass(frozen=True, slots=True)
class Figures:
    """The rung metrics by key, in the orders in which they are printed."""

    rungs: tuple[str, ...]
    """Of the ladder."""
    controls: tuple[str, ...]
    answerers: tuple[str, ...]
    families: tuple[str, ...]
    strata: tuple[str, ...]
    rows: Mapping[tuple[str, str, str, str], Row]
    """Rung, answerer, family, stratum; each row with its `label`."""
    labels: Mapping[str, str]
    """The answerers as text names them."""

    @classmethod
    def of(cls, metrics: pl.DataFrame) -> "Figures":
        rows = metrics.rows(named=True)
        answerers = sorted({row["answerer"] for row in rows}, key=_rank)
        label = {name: _label(name, answerers) for name in answerers}

        def there(column: str, order: Iterable[str]) -> tuple[str, ...]:
            values = {row[column] for row in rows}
            return tuple(value for value in order if value in values)

        return cls(
            rungs=there("rung", (name for name, rung in RUNGS.items() if not rung.is_control)),
            controls=there("rung", (name for name, rung in RUNGS.items() if rung.is_control)),
            answerers=tuple(answerers),
            families=there("family", (*FAMILIES, "all")),
            strata=there("stratum", (*STRATA, "all")),
            rows={
                (row["rung"], row["answerer"], row["family"], row["stratum"]): {**row, "label": label[row["answerer"]]}
                for row in rows
            },
            labels=label,
        )

    def row(self, rung: str, answerer: str, family: str = "all", stratum: str = "all") -> Row | None:
        return self.rows.get((rung, answerer, family, stratum))


def kind(answerer: str) -> str:
    """The name without its seed or digest."""
    return answerer.partition(":")[0]


def _label(answerer: str, answerers: Sequence[str]) -> str:
    """Without seed or digest where that is enough to tell it apart."""
    alike = [name for name in answerers if kind(name) == kind(answerer)]
    return kind(answerer) if kind(answerer) in _KNOWN and len(alike) == 1 else answerer


def about(answerer: str) -> str:
    return _KNOWN.get(kind(answerer), "a model")


def _rank(answerer: str) -> tuple[int, str]:
    """Models first, then what is built in, from the one that sees to the one that guesses."""
    built_in = list(_KNOWN)
    return (built_in.index(kind(answerer)) + 1 if kind(answerer) in built_in else 0), answerer


def ladders(figures: Figures) -> list[Ladder]:
    return [_ladder(figures, answerer) for answerer in figures.answerers]


def _ladder(figures: Figures, answerer: str) -> Ladder:
    lines = []
    for family in figures.families:
        rows = [figures.row(rung, answerer, family) for rung in figures.rungs]
        asked = next((row for row in rows if row), None)
        if asked is None:
            continue
        cells = (percent(asked["chance"]), str(asked["designated"]), *[accuracy_cell(row) for row in rows])
        lines.append(Line("Overall" if family == "all" else family, cells, family == "all"))
    return Ladder(answerer, figures.labels[answerer], about(answerer), figures.rungs, tuple(lines))


def accuracy_cell(row: Row | None) -> Cell:
    if row is None or row["accuracy"] is None:
        return NOT_ASKED
    title = (
        f"{percent(row['accuracy'])}: {row['correct']} of {row['designated']} right, "
        f"95 % interval {span(row['low'], row['high'])} over {row['n_houses']} houses; "
        f"{row['parsed']} answers could be read; chance {percent(row['chance'])}"
    )
    notes = [brief(row["low"], row["high"])]
    if row["parsed"] < row["designated"]:
        notes.append(f"{row['parsed']}/{row['designated']} read")
    return Cell(plain(100 * row["accuracy"]), tuple(notes), title, shade(row["accuracy"]))


def strata_lines(figures: Figures) -> list[tuple[str, list[Line]]]:
    """A group of lines an answerer, a line a rung; rungs with the same figures share one."""
    return [(figures.labels[answerer], _strata_of(figures, answerer)) for answerer in figures.answerers]


def _strata_of(figures: Figures, answerer: str) -> list[Line]:
    rungs: dict[tuple[Cell, ...], list[str]] = {}
    for rung in figures.rungs:
        cells = tuple(_stratum_cell(figures.row(rung, answerer, "all", stratum)) for stratum in figures.strata)
        rungs.setdefault(cells, []).append(rung)
    rungs.pop((NOT_ASKED,) * len(figures.strata), None)
    return [Line(", ".join(names), cells) for cells, names in rungs.items()]


def _stratum_cell(row: Row | None) -> Cell:
    cell = accuracy_cell(row)
    if row is None or row["accuracy"] is None:
        return cell
    notes = (cell.notes[0], f"n {row['designated']}", f"{points(row['accuracy'] - row['chance'])} pts")
    return replace(cell, notes=notes)


def navigation_lines(metrics: pl.DataFrame, strata: Sequence[str]) -> list[tuple[str, list[Line]]]:
    """Success, SPL and lengths by stratum, a group of lines a walking rung."""
    rows = {(row["rung"], row["stratum"]): row for row in metrics.iter_rows(named=True)}
    walked = [rung for rung in RUNGS if any(rung == key[0] for key in rows)]
    return [(rung, _walk_lines([rows.get((rung, stratum)) for stratum in strata])) for rung in walked]


def _walk_lines(rows: Sequence[Row | None]) -> list[Line]:
    def line(head: str, show: Callable[[Row], str]) -> Line:
        return Line(head, tuple("–" if row is None else show(row) for row in rows))

    return [
        line("walks that ran", lambda row: f"{row['executed']} of {row['designated']}"),
        line("targets reached", lambda row: f"{row['reached']} of {row['designated']}"),
        line("success rate", lambda row: percent(row["success_rate"])),
        line("its 95 % interval", lambda row: span(row["success_low"], row["success_high"])),
        line("SPL", lambda row: plain(row["spl"], 3)),
        line("its 95 % interval", lambda row: _between(row["spl_low"], row["spl_high"])),
        line("SPL, planned route", lambda row: plain(row["spl_reference"], 3)),
        line("path", lambda row: metres(row["path_length_m"])),
        line("came nearer by", lambda row: metres(row["distance_reduction_m"])),
        line("actions, mean (median)", lambda row: f"{plain(row['mean_actions'])} ({plain(row['median_actions'])})"),
        line("refused actions", lambda row: str(row["n_invalid_actions"])),
        line("frames as stored", lambda row: percent(row["frames_identical"])),
    ]


def _between(low: float | None, high: float | None) -> str:
    return "–" if low is None or high is None else f"{low:.3f} to {high:.3f}"


def coverage_lines(figures: Figures, predictions: pl.DataFrame, rungs: Sequence[str]) -> list[Line]:
    """The five denominators, what was right, and why some answers could not be read."""
    unread = predictions.filter(~pl.col("parse_ok")).group_by("rung", "answerer", "status").len()
    why: dict[tuple[str, str], list[str]] = {}
    for rung, answerer, status, n in unread.sort(
        "rung", "answerer", "len", "status", descending=[False, False, True, False]
    ).iter_rows():
        why.setdefault((rung, answerer), []).append(f"{n} {status.replace('_', ' ')}")
    lines = []
    for rung in rungs:
        for answerer in figures.answerers:
            if row := figures.row(rung, answerer):
                counts = [
                    str(row[name]) for name in ("designated", "executed", "answered", "scored", "parsed", "correct")
                ]
                lines.append(
                    Line(rung, (figures.labels[answerer], *counts, ", ".join(why.get((rung, answerer), [])) or "–"))
                )
    return lines


def every_figure(figures: Figures) -> list[Line]:
    """A line a rung, answerer and family, with both intervals: houses vary, or episodes."""
    lines = []
    for (rung, answerer, family, stratum), row in sorted(
        figures.rows.items(), key=lambda item: _order(figures, item[0])
    ):
        if (stratum != "all" and family != "all") or row["accuracy"] is None:
            continue
        of_parsed = "–" if not row["parsed"] else f"{percent(row['accuracy_parsed'])} of {row['parsed']}"
        cells = (
            figures.labels[answerer],
            "all" if family == "all" else family,
            stratum,
            str(row["designated"]),
            str(row["n_houses"]),
            str(row["correct"]),
            percent(row["accuracy"]),
            span(row["low"], row["high"]),
            span(row["low_episodes"], row["high_episodes"]),
            of_parsed,
            percent(row["chance"]),
        )
        lines.append(Line(rung, cells, family == "all" and stratum == "all"))
    return lines


def _order(figures: Figures, key: tuple[str, str, str, str]) -> tuple[int, int, int, int]:
    rung, answerer, family, stratum = key
    return (
        (*figures.rungs, *figures.controls).index(rung),
        figures.answerers.index(answerer),
        figures.strata.index(stratum) if stratum != "all" else -1,
        figures.families.index(family),
    )
