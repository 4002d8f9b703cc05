"""The table `contrasts`: every comparison of two rungs that an evaluation can make, by family and stratum."""

from collections.abc import Iterator

import polars as pl

from schemas.tables import empty
from tasks.analysis.cells import groups
from tasks.analysis.contrasts import CHANCE, Contrast, contrasts
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
    # A guess among four is no coin: neither signs nor discordant pairs are by lot, so against chance a t test decides.
    by_lot = contrast.against != CHANCE
    figures = pair_figures(
        pairs, contrast.margin, contrast.margin_a_family, "p_sign_flip" if by_lot else "p_t"
    ).with_columns(rung=pl.lit(contrast.rung), against=pl.lit(contrast.against), role=pl.lit(contrast.role))
    return figures if by_lot else figures.with_columns(p_sign_flip=_NONE, p_mcnemar=_NONE)


def _pairs(rows: pl.DataFrame, others: pl.DataFrame | None) -> pl.DataFrame:
    """The pairs of two rungs, or of one with chance."""
    if others is None:
        return rows.with_columns(other=pl.col("chance"), parsed_other=True, is_same=False)
    other = others.select(*_QUESTION, other="right", parsed_other="parsed", content_other="content")
    return rows.join(other, on=_QUESTION, how="inner", validate="1:1").with_columns(
        is_same=(pl.col("content") == pl.col("content_other")).fill_null(False)
    )
