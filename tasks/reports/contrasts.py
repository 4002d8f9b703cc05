"""Comparisons in words: what each asks, and which of them are one measurement told twice."""

import re
from collections.abc import Iterator

import polars as pl

from tasks.analysis.contrasts import contrasts
from tasks.analysis.sameness import is_one_measurement
from tasks.reports.ladder import Figures

_CITED = re.compile(r" \(A, [^)]*\)")
"""Where the paper says it, which a reader of the page need not look up."""


def asked_lines(figures: Figures) -> list[tuple[str, str]]:
    """Name and question of each contrast that was named beforehand and that the run can make."""
    made = contrasts((*figures.rungs, *figures.controls))
    return [(each.name, _CITED.sub("", each.asks)) for each in made if each.role == "primary"]


def same_sentences(figures: Figures, rows: pl.DataFrame, role: str) -> list[str]:
    """A sentence a contrast whose two sides are one measurement, with whom it holds for.

    Args:
        figures: the rung metrics.
        rows: the table `contrasts`.
        role: `primary` or `exploratory`.
    """
    return list(_same(figures, rows.filter(pl.col("role") == role)))


def _same(figures: Figures, rows: pl.DataFrame) -> Iterator[str]:
    sums = rows.filter(pl.col("family") == "all", pl.col("stratum") == "all")
    for (rung, against), pairs in sums.partition_by("rung", "against", maintain_order=True, as_dict=True).items():
        same = pairs.filter(is_one_measurement())
        if same.is_empty():
            continue
        by = "" if same.height == pairs.height else f" by {_named(figures, same['answerer'])}"
        counts = " or ".join(map(str, same["n_same"].unique().sort()))
        yield (
            f"{rung} and {against}: all {counts} questions answered{by} were put in the same words with the same pictures "
            "under both. They are one measurement, and no difference between them is a finding."
        )


def _named(figures: Figures, answerers: pl.Series) -> str:
    return " and ".join(f"`{figures.labels[name]}`" for name in figures.answerers if name in set(answerers))
