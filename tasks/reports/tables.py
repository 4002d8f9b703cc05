"""Exported sheets as tables of the report: the text that `ladder tables` writes, in fewer columns where room is short."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

import polars as pl

from tasks.analysis.sheets.answers import standardised, text_probes
from tasks.analysis.sheets.comparisons import comparison_sheets
from tasks.analysis.sheets.others import baselines, sizes
from tasks.analysis.sheets.sheet import ALL, NOTHING, Figures, Sheet
from tasks.reports.inputs import ReportInputs

_FIGURE = re.compile(r"[+−<]? ?\d.*|–|")
_PROBES = ("answerer", "family", "n", "chance", "majority", "E0b", "E0", "E0-no-label", "screening")
_PROBED = ~pl.col("answerer").str.contains("^(reader|uniform)") & pl.any_horizontal(
    pl.col("^E0b?(-no-label)?$") != NOTHING
)
"""Answerers that try, and no line of turned options alone: fewer questions have so many."""
_BLIND = "The same by answerers that look at no picture: only other words can change what they say."
_WORDS = ("verdict", "screening", "families")


@dataclass(frozen=True, slots=True)
class Table:
    sheet: str
    """The exported sheet that holds the figures."""
    title: str
    note: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    is_figure: tuple[bool, ...]
    """Columns of figures stand to the right."""


def table_of(sheet: Sheet, columns: Sequence[str] = (), *, only: pl.Expr | None = None, note: str = "") -> Table | None:
    """A sheet as a table, or None where it holds nothing.

    Args:
        sheet: as exported.
        columns: of its printed form, all if empty; what it lacks is left out.
        only: rows of its printed form.
        note: in place of the sheet's own.
    """
    if sheet.figures.is_empty() or sheet.printed.is_empty():
        return None
    printed = sheet.printed if only is None else sheet.printed.filter(only)
    printed = printed.select([name for name in columns if name in printed.columns] or printed.columns)
    rows = tuple(tuple("–" if cell is None else str(cell) for cell in row) for row in printed.iter_rows())
    if not rows:
        return None
    is_figure = tuple(
        name not in _WORDS and all(_FIGURE.fullmatch(row[place]) for row in rows)
        for place, name in enumerate(printed.columns)
    )
    return Table(sheet.name, sheet.title, note or sheet.note, tuple(printed.columns), rows, is_figure)


@dataclass(frozen=True, slots=True)
class Tables:
    probes: Table | None
    baselines: Table | None
    standardised: Table | None
    sizes: Table | None
    contrasts: Table | None
    """All families together."""
    contrasts_blind: Table | None
    """The same of answerers that look at no picture, which differ only by their words."""
    contrasts_by: Table | None
    """By family and by stratum."""


def tables(inputs: ReportInputs, blind: Sequence[str] = ()) -> Tables:
    figures = Figures.of(
        {
            "rung_metrics": inputs.rung_metrics,
            "contrasts": inputs.contrasts,
            "baselines": inputs.baselines,
            "standardised_metrics": inputs.standardised_metrics,
            "size_metrics": inputs.size_metrics,
            "closed_loop_metrics": inputs.closed_loop_metrics,
        },
        inputs.audits,
    )
    contrasts = next(iter(comparison_sheets(figures)))
    is_blind = pl.col("answerer").is_in(list(blind))
    whole = (pl.col("family") == ALL) & (pl.col("stratum") == ALL)
    told = (
        "answerer",
        "contrast",
        "n",
        "houses",
        "difference (points)",
        "verdict",
        "p",
        "margin (points)",
        "power (%)",
    )
    columns = (*told, "detectable (points)", "same")
    has_figures = not inputs.contrasts.is_empty()
    return Tables(
        probes=table_of(text_probes(figures), _PROBES, only=_PROBED),
        baselines=table_of(baselines(figures)),
        standardised=table_of(standardised(figures)),
        sizes=table_of(sizes(figures)),
        contrasts=table_of(contrasts, columns, only=whole & ~is_blind) if has_figures else None,
        contrasts_blind=table_of(contrasts, columns, only=whole & is_blind, note=_BLIND) if has_figures else None,
        contrasts_by=table_of(contrasts, only=~whole, note="The same by family and by stratum.")
        if has_figures
        else None,
    )
