"""The tables of a report as rows of finished text: the ladder (A, Table 4), coverage, every figure."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import polars as pl

from schemas.values import FAMILIES, STRATA
from tasks.models.answerers import BLIND
from tasks.reports.figures import NOT_ASKED, Cell, brief, percent, plain, shade, span
from tasks.rungs.rungs import RUNGS

Row = Mapping[str, Any]

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


def looks(figures: Figures) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The answerers that look at pictures and those that do not; where none does, all stand in front."""
    blind = tuple(name for name in figures.answerers if kind(name) in BLIND)
    seeing = tuple(name for name in figures.answerers if name not in blind)
    return (seeing, blind) if seeing else (blind, ())


def about(answerer: str) -> str:
    return _KNOWN.get(kind(answerer), "a model")


def _rank(answerer: str) -> tuple[int, str]:
    """Models first, then what is built in, from the one that sees to the one that guesses."""
    built_in = list(_KNOWN)
    return (built_in.index(kind(answerer)) + 1 if kind(answerer) in built_in else 0), answerer


def ladders(figures: Figures, answerers: Iterable[str]) -> list[Ladder]:
    return [_ladder(figures, answerer) for answerer in answerers]


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


def coverage_lines(figures: Figures, predictions: pl.DataFrame, rungs: Sequence[str]) -> tuple[list[Line], list[Line]]:
    """The five denominators, what was right, and why some answers could not be read: first where any could not."""
    unread = predictions.filter(~pl.col("parse_ok")).group_by("rung", "answerer", "status").len()
    why: dict[tuple[str, str], list[str]] = {}
    for rung, answerer, status, n in unread.sort(
        "rung", "answerer", "len", "status", descending=[False, False, True, False]
    ).iter_rows():
        why.setdefault((rung, answerer), []).append(f"{n} {status.replace('_', ' ')}")
    lines: tuple[list[Line], list[Line]] = ([], [])
    for rung in rungs:
        for answerer in figures.answerers:
            if row := figures.row(rung, answerer):
                counts = [
                    str(row[name]) for name in ("designated", "executed", "answered", "scored", "parsed", "correct")
                ]
                told = ", ".join(why.get((rung, answerer), [])) or "–"
                lines[row["parsed"] == row["designated"]].append(Line(rung, (figures.labels[answerer], *counts, told)))
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
