"""Sheets of navigation, of what is right without looking, and of how large the decisive thing was."""

from collections.abc import Iterator

import polars as pl

from schemas.values import STRATA
from tasks.analysis.sheets.sheet import ALL, NOTHING, Figures, Sheet, laid_out, number, percent, whole, with_interval
from tasks.analysis.sizes import CLASSES


def _spl() -> pl.Expr:
    ends = pl.format(" [{}, {}]", number("spl_low", 3), number("spl_high", 3))
    return pl.format("{}{}", number("spl", 3), ends)


_NAVIGATION = {
    "success_rate": ("success (%)", with_interval(percent("success_rate"), "success_low", "success_high")),
    "spl": ("SPL", _spl()),
    "spl_reference": ("SPL, planned route", number("spl_reference", 3)),
    "path_length_m": ("path (m)", number("path_length_m")),
    "distance_reduction_m": ("came nearer by (m)", number("distance_reduction_m")),
    "mean_actions": ("actions, mean", number("mean_actions", 1)),
    "median_actions": ("actions, median", number("median_actions", 1)),
    "format_compliance": ("actions in format (%)", percent("format_compliance")),
    "immediate_done_rate": ("Done at once (%)", percent("immediate_done_rate")),
    "n_invalid_actions": ("refused actions", whole("n_invalid_actions")),
    "frames_identical": ("frames as stored (%)", percent("frames_identical")),
}
"""Columns of `navigation_metrics`, how they are called in print, and their text."""


def navigation(figures: Figures) -> Sheet:
    rows = figures.table("navigation_metrics")
    lines = [_line(rows, "reached", pl.format("{}/{}", "reached", "executed"))]
    lines += [_line(rows, head, cell) for name, (head, cell) in _NAVIGATION.items() if name in rows.columns]
    down = [name for name in ("rung", "policy") if name in rows.columns]
    return Sheet(
        "navigation",
        "Navigation by stratum",
        "Success and SPL are over all designated episodes; lengths and actions are means over the walks that ran.",
        rows,
        laid_out(pl.concat(lines), [*down, "measure"], "stratum", "cell", [*STRATA, ALL]),
    )


def _line(rows: pl.DataFrame, measure: str, cell: pl.Expr) -> pl.DataFrame:
    down = [name for name in ("rung", "policy") if name in rows.columns]
    return rows.select(*down, "stratum", measure=pl.lit(measure), cell=cell.cast(pl.String).fill_null(NOTHING))


def baselines(figures: Figures) -> Sheet:
    rows = figures.table("baselines")
    shown = rows.filter((pl.col("family") == ALL) | (pl.col("stratum") == ALL))
    return Sheet(
        "baselines",
        "What is right without looking (%)",
        "Chance: mean of 1/K. Majority: the most frequent gold value of the family in this very split. Image count: the "
        "number of cited frames, in families whose options are numbers.",
        rows,
        shown.select(
            "family",
            "stratum",
            n=whole("n"),
            options_2_3_4=pl.format("{}/{}/{}", "n_options_2", "n_options_3", "n_options_4"),
            chance=percent("chance"),
            majority=with_interval(percent("majority"), "majority_low", "majority_high"),
            image_count=with_interval(percent("image_count"), "image_count_low", "image_count_high"),
        ),
    )


def sizes(figures: Figures) -> Sheet:
    rows = figures.table("size_metrics")
    told = rows.filter(pl.col("family") == ALL).with_columns(
        cell=pl.format("{}, n {}", with_interval(percent("accuracy"), "low", "high"), "n")
    )
    return Sheet(
        "sizes",
        "Accuracy by the size of the decisive observation (%)",
        "The smallest thing that an answer hangs on, as a part of its picture: in each decisive frame the largest of each "
        "type that the question names, of those the smallest.",
        rows,
        laid_out(told, ["answerer", "rung"], "size", "cell", CLASSES),
    )


def other_sheets(figures: Figures) -> Iterator[Sheet]:
    yield navigation(figures)
    yield baselines(figures)
    yield sizes(figures)
