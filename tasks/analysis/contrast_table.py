"""The table `contrasts`: every comparison of two rungs that an evaluation can make, by family and stratum."""

from collections.abc import Iterator, Sequence

import polars as pl

from schemas.tables import empty
from tasks.analysis.cells import groups
from tasks.analysis.contrasts import CHANCE, Contrast, contrasts
from tasks.analysis.pairs import pair_figures
from tasks.analysis.rates import TWELFTHS, in_twelfths
from tasks.analysis.sameness import sameness

_QUESTION = ["episode_id", "question_id"]
_NONE = pl.lit(None, pl.Float64)


def contrast_table(asked: pl.DataFrame) -> pl.DataFrame:
    """Rows of `contrasts` from what became of each designated question (`answers.fates`).

    Two rungs are compared on the questions that were designated under both.
    """
    columns = empty("contrasts").columns
    tables = (
        table
        for key, rows in groups(asked, ["run_id", "split", "answerer"])
        for table in _of_answerer(key, rows, columns)
    )
    ordered = pl.concat([empty("contrasts"), *tables])
    return ordered.sort("run_id", "split", "rung", "against", "answerer", maintain_order=True)


def _of_answerer(key: list[pl.Expr], rows: pl.DataFrame, columns: Sequence[str]) -> Iterator[pl.DataFrame]:
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
            yield _figures(contrast, pairs).with_columns(*key, *_named(contrast)).select(columns)


def _figures(contrast: Contrast, pairs: pl.DataFrame) -> pl.DataFrame:
    # A guess among four is no coin: neither signs nor discordant pairs are by lot, so against chance a t test decides.
    by_lot = contrast.against != CHANCE
    decides = "p_sign_flip" if by_lot else "p_t"
    figures = pair_figures(pairs, contrast.margin, contrast.margin_a_family, decides)
    return figures if by_lot else figures.with_columns(p_sign_flip=_NONE, p_mcnemar=_NONE)


def _named(contrast: Contrast) -> list[pl.Expr]:
    return [pl.lit(getattr(contrast, name)).alias(name) for name in ("rung", "against", "role")]


def _pairs(rows: pl.DataFrame, others: pl.DataFrame | None) -> pl.DataFrame:
    """The pairs of two rungs, or of one with chance."""
    if others is None:
        return rows.with_columns(other=pl.col("chance"), parsed_other=True, **sameness(pl.lit(None, pl.UInt64)))
    other = others.select(*_QUESTION, other="right", parsed_other="parsed", content_other="content")
    return rows.join(other, on=_QUESTION, how="inner", validate="1:1").with_columns(**sameness())
