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
    "walks that ran": pl.format("{}/{}", "executed", "designated"),
    "reached": pl.format("{}/{}", "reached", "designated"),
    "success (%)": with_interval(percent("success_rate"), "success_low", "success_high"),
    "SPL": _spl(),
    "SPL, planned route": number("spl_reference", 3),
    "path (m)": number("path_length_m"),
    "came nearer by (m)": number("distance_reduction_m"),
    "actions, mean": number("mean_actions", 1),
    "actions, median": number("median_actions", 1),
    "refused actions": whole("n_invalid_actions"),
    "actions in format (%)": percent("format_compliance"),
    "Done at once (%)": percent("immediate_done"),
    "type in view at Done (%)": percent("type_visible_at_done"),
    "ended: target not visible": whole("ended_done_target_not_visible"),
    "ended: too far": whole("ended_done_too_far"),
    "ended: too small": whole("ended_done_too_small"),
    "ended: stuck": whole("ended_stuck"),
    "ended: budget": whole("ended_budget"),
    "ended: error": whole("ended_error"),
    "stuck, looking left aside": pl.format("{}/{}", "stuck_lenient", "known_lenient"),
    "frames as stored (%)": percent("frames_identical"),
}
"""Lines of the sheet and their text."""


def navigation(figures: Figures) -> Sheet:
    rows = figures.table("navigation_metrics")
    lines = [
        rows.select("rung", "stratum", measure=pl.lit(measure), cell=cell.fill_null(NOTHING))
        for measure, cell in _NAVIGATION.items()
    ]
    return Sheet(
        "navigation",
        "Navigation by stratum",
        "Success and SPL are over all designated episodes; lengths and actions are means over the walks that ran.",
        rows,
        laid_out(pl.concat(lines), ["rung", "measure"], "stratum", "cell", [*STRATA, ALL]),
    )


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
