"""All sheets of an evaluation, in the order in which they are listed."""

from tasks.analysis.sheets.answers import answer_sheets
from tasks.analysis.sheets.comparisons import comparison_sheets
from tasks.analysis.sheets.others import other_sheets
from tasks.analysis.sheets.sheet import Figures as Figures
from tasks.analysis.sheets.sheet import Sheet as Sheet

STORED = (
    "rung_metrics",
    "navigation_metrics",
    "baselines",
    "contrasts",
    "standardised_metrics",
    "size_metrics",
    "closed_loop_metrics",
    "circular_metrics",
)
"""The tables that sheets are made from."""


def sheets(figures: Figures) -> list[Sheet]:
    """Those that have a figure."""
    made = [*answer_sheets(figures), *comparison_sheets(figures), *other_sheets(figures)]
    return [sheet for sheet in made if sheet.figures.height]
