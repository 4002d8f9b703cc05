"""Sheets of comparisons: primary contrasts, controls, the closed loop taken apart."""

from collections.abc import Iterator

import polars as pl

from schemas.values import CLOSED_LOOP_STATISTICS
from tasks.analysis.sameness import outcomes
from tasks.analysis.sheets.sheet import (
    ALL,
    Figures,
    Sheet,
    in_order,
    laid_out,
    p_value,
    percent,
    points,
    whole,
    with_interval,
)

_NOTE = (
    "Paired on the questions designated under both; points, with the 95 % interval clustered by house. p: exact, by "
    "flipping signs of whole houses (against chance a t test), with Holm's correction over the families. Equivalent: the "
    "90 % interval lies within the margin that was fixed beforehand; power: the chance of that verdict, were there no "
    "difference. Detectable: the difference that would be found in four of five such data sets. Same: questions asked in "
    "the same words with the same pictures. One measurement: that holds for all that were answered, so there is nothing to "
    "compare."
)


def comparison_sheets(figures: Figures) -> Iterator[Sheet]:
    rows = figures.table("contrasts")
    yield _sheet("contrasts", "Primary contrasts", _NOTE, rows.filter(pl.col("role") == "primary"))
    exploratory = f"Exploratory: each control against its rung. {_NOTE}"
    yield _sheet("controls", "Controls", exploratory, rows.filter(pl.col("role") == "exploratory"))
    yield closed_loop(figures)


def compared(rows: pl.DataFrame) -> pl.DataFrame:
    """A comparison (`Paired.told`) as text: families over all strata, the sum, then strata over all families."""
    shown = in_order(rows.filter((pl.col("family") == ALL) | (pl.col("stratum") == ALL)))
    families = shown.filter(pl.col("stratum") == ALL)
    return pl.concat([families, shown.filter(pl.col("stratum") != ALL)]).select(_told())


def _sheet(name: str, title: str, note: str, rows: pl.DataFrame) -> Sheet:
    shown = outcomes(rows.filter((pl.col("family") == ALL) | (pl.col("stratum") == ALL)))
    contrast = pl.format("{} − {}", "rung", "against").alias("contrast")
    return Sheet(name, title, note, rows, shown.select("answerer", contrast, *_told()))


def _told() -> list[pl.Expr]:
    return [
        pl.col("family"),
        pl.col("stratum"),
        whole("n").alias("n"),
        whole("n_houses").alias("houses"),
        with_interval(points("difference"), "low", "high").alias("difference (points)"),
        pl.col("verdict"),
        percent("accuracy").alias("first (%)"),
        percent("accuracy_against").alias("second (%)"),
        pl.format("{}/{}", "better", "worse").alias("better/worse"),
        p_value(pl.coalesce("p_sign_flip", "p_t")).alias("p"),
        p_value(pl.col("p_holm")).alias("p, Holm"),
        percent("margin").alias("margin (points)"),
        percent("power").alias("power (%)"),
        percent("detectable").alias("detectable (points)"),
        whole("n_same").alias("same"),
    ]


def closed_loop(figures: Figures) -> Sheet:
    rows = figures.table("closed_loop_metrics")
    title = "The closed loop, taken apart (%)"
    note = (
        "Of all designated questions: what the frames of the whole walk say of gold (acquired), what those say that reached "
        "the answerer (given), what was answered and right, and what was right without evidence or wrong with it."
    )
    if rows.is_empty():
        return Sheet("closed_loop", title, note, rows, pl.DataFrame())
    sums = rows.filter((pl.col("family") == ALL) & (pl.col("stratum") == ALL))
    lines = sums.with_columns(cell=with_interval(percent("share"), "low", "high"), n=whole("n"))
    down = ["answerer", "rung", "gold_by", "n"]
    return Sheet("closed_loop", title, note, rows, laid_out(lines, down, "statistic", "cell", CLOSED_LOOP_STATISTICS))
