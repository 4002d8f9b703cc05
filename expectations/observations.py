"""Observations: each was made in a frame, and an object is the same thing in all of them."""

import polars as pl

from expectations.check import EPISODE, FRAME, Check, Generation, Suite, found, key_is_unique


def frame_exists(generation: Generation) -> pl.Series:
    return found(generation["observations"], generation["frames"], FRAME)


def object_keeps_its_type(generation: Generation) -> pl.Series:
    kinds = pl.col("object_type").n_unique().over(*EPISODE, "object_id")
    return generation["observations"].select(kinds == 1).to_series()


OBSERVATIONS = Suite(
    "observations",
    (
        key_is_unique("observations"),
        Check("frame_exists", "The frame stands in `frames`.", frame_exists),
        Check("object_keeps_its_type", "The object has one type throughout its episode.", object_keeps_its_type),
    ),
)
