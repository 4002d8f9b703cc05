"""How far habits carry: what someone scores who answers each question as questions like it were answered elsewhere.

`Like it` is having the same values in some columns: the same family and options, the same text, the same number of
pictures. `Elsewhere` is in other houses, so that nothing is learned from a question itself. Ties share the credit, so
that no order of the options matters.
"""

from collections.abc import Sequence

import polars as pl

_COARSE_WEIGHT = 1e-6


def with_option_set(rows: pl.DataFrame) -> pl.DataFrame:
    """Rows with `option_set`: the options in an order of their own."""
    return rows.with_columns(option_set=pl.col("options").list.sort().list.join(" | "))


def credit(
    rows: pl.DataFrame, alike: Sequence[str], coarser: Sequence[str] = (), *, elsewhere: bool = True
) -> pl.Series:
    """What each row scores, 0 to 1, by the most frequent gold among rows that are alike.

    Args:
        rows: Questions, with `question_id`, `house_id`, `options`, `gold` and the columns named.
        alike: Columns that must have the same value; nulls are alike.
        coarser: Columns that decide where rows alike in all of `alike` do not; none: all options are tied.
        elsewhere: Leave out the rows of the question's own house. Otherwise it is the in-sample majority.
    """
    options = rows.select(
        "question_id", "house_id", "gold", *dict.fromkeys([*alike, *coarser]), option="options"
    ).explode("option", empty_as_null=True)
    fine = _counts(rows, options, alike, elsewhere)
    coarse = _counts(rows, options, coarser, elsewhere) if coarser else pl.Series([0] * options.height, dtype=pl.Int64)
    scored = options.with_columns(weight=fine + coarse * _COARSE_WEIGHT)
    best = scored.filter(pl.col("weight") == pl.col("weight").max().over("question_id"))
    earned = best.group_by("question_id").agg(credit=(pl.col("option") == pl.col("gold")).sum() / pl.len())
    return rows.select("question_id").join(earned, on="question_id", how="left", maintain_order="left")["credit"]


def _counts(rows: pl.DataFrame, options: pl.DataFrame, alike: Sequence[str], elsewhere: bool) -> pl.Series:
    """For each option of each question, how often it was gold among the questions that are alike."""
    keys = [*alike, "gold"]
    everywhere = rows.group_by(keys).agg(n=pl.len().cast(pl.Int64))
    at_home = rows.group_by(*keys, "house_id").agg(n_home=pl.len().cast(pl.Int64))
    wanted = options.select(*alike, "house_id", gold="option")
    counted = wanted.join(everywhere, on=keys, how="left", nulls_equal=True, maintain_order="left")
    if elsewhere:
        counted = counted.join(at_home, on=[*keys, "house_id"], how="left", nulls_equal=True, maintain_order="left")
    else:
        counted = counted.with_columns(n_home=0)
    return counted.select(pl.col("n").fill_null(0) - pl.col("n_home").fill_null(0)).to_series()
