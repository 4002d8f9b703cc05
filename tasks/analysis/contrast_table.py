"""The table `contrasts`: every comparison of two rungs that an evaluation can make, by family and stratum."""

from collections.abc import Iterator

import polars as pl

from schemas.tables import empty
from tasks.analysis.cells import ALL, groups
from tasks.analysis.clusters import LEVEL
from tasks.analysis.contrasts import CHANCE, Contrast, contrasts
from tasks.analysis.holm import holm
from tasks.analysis.pairs import pair_figures
from tasks.analysis.rates import TWELFTHS, in_twelfths

_QUESTION = ["episode_id", "question_id"]
_NONE = pl.lit(None, pl.Float64)


def contrast_table(asked: pl.DataFrame) -> pl.DataFrame:
    """Rows of `contrasts` from what became of each designated question (`answers.fates`).

    Two rungs are compared on the questions that were designated under both.
    """
    columns = empty("contrasts").columns
    tables = (
        table.select(columns)
        for key, rows in groups(asked, ["run_id", "split", "answerer"])
        for table in _of_answerer(key, rows)
    )
    ordered = pl.concat([empty("contrasts"), *tables])
    return ordered.sort("run_id", "split", "rung", "against", "answerer", maintain_order=True)


def with_holm(figures: pl.DataFrame, p_value: str) -> pl.DataFrame:
    """`p_holm`: the families' p values over all strata, corrected over the families; null elsewhere."""
    is_family = (pl.col("family") != ALL) & (pl.col("stratum") == ALL)
    adjusted, _ = holm(figures.filter(is_family)[p_value].to_list(), LEVEL)
    corrected = figures.filter(is_family).select("family", "stratum", p_holm=pl.Series(adjusted, dtype=pl.Float64))
    return figures.join(corrected, on=["family", "stratum"], how="left", validate="1:1", maintain_order="left")


def _of_answerer(key: list[pl.Expr], rows: pl.DataFrame) -> Iterator[pl.DataFrame]:
    earned = rows.select(
        *_QUESTION,
        "rung",
        "family",
        "stratum",
        "house_id",
        "parsed",
        "content",
        right=pl.col("correct").cast(pl.Int64) * TWELFTHS,
        chance=in_twelfths(pl.col("chance")),
    )
    by_rung = {str(rung): mine for (rung,), mine in earned.partition_by("rung", as_dict=True).items()}
    for contrast in contrasts(by_rung):
        pairs = _pairs(by_rung[contrast.rung], by_rung.get(contrast.against))
        if pairs.height:
            yield _figures(contrast, pairs).with_columns(*key)


def _figures(contrast: Contrast, pairs: pl.DataFrame) -> pl.DataFrame:
    figures = pair_figures(pairs, contrast.margin, contrast.margin_a_family).with_columns(
        rung=pl.lit(contrast.rung), against=pl.lit(contrast.against), role=pl.lit(contrast.role)
    )
    if contrast.against != CHANCE:
        return with_holm(figures, "p_sign_flip")
    # A guess among four is no coin: neither signs nor discordant pairs are by lot, so the t test speaks alone.
    return with_holm(figures, "p_t").with_columns(p_sign_flip=_NONE, p_mcnemar=_NONE)


def _pairs(rows: pl.DataFrame, others: pl.DataFrame | None) -> pl.DataFrame:
    """The pairs of two rungs, or of one with chance."""
    if others is None:
        return rows.with_columns(other=pl.col("chance"), parsed_other=True, is_same=False)
    other = others.select(*_QUESTION, other="right", parsed_other="parsed", content_other="content")
    return rows.join(other, on=_QUESTION, how="inner", validate="1:1").with_columns(
        is_same=(pl.col("content") == pl.col("content_other")).fill_null(False)
    )
