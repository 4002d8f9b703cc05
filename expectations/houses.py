"""Houses: splits never share one (SPEC section 1)."""

import polars as pl

from expectations.check import Check, Generation, Suite, key_is_unique


def splits_share_no_house(generation: Generation) -> pl.Series:
    """By the hash of the layout, and by the id that is cut from it."""
    n_splits = pl.col("split").n_unique()
    alone = (n_splits.over("content_hash") == 1) & (n_splits.over("house_id") == 1)
    return generation["houses"].select(alone).to_series()


HOUSES = Suite(
    "houses",
    (
        key_is_unique("houses"),
        Check("splits_share_no_house", "The house serves one split only.", splits_share_no_house),
    ),
)
