"""Images: each is the picture of a frame, by the hash of its pixels."""

import polars as pl

from expectations.check import FRAME, Check, Generation, Suite, found, key_is_unique


def frame_has_the_same_hash(generation: Generation) -> pl.Series:
    return found(generation["images"], generation["frames"], (*FRAME, "pixel_hash"))


IMAGES = Suite(
    "images",
    (
        key_is_unique("images"),
        Check("frame_has_the_same_hash", "`frames` holds its frame with the same pixel hash.", frame_has_the_same_hash),
    ),
    least_rows=0,  # frames need not be drawn; where they are, `picture_is_stored` misses each absent one by name
)
