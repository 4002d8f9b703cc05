"""Images: each is the picture of a frame, by the hash of its pixels."""

import polars as pl

from expectations.check import EPISODE, FRAME, Check, Generation, Suite, found, key_is_unique


def frame_has_the_same_hash(generation: Generation) -> pl.Series:
    """Frames of an episode that was drawn later hold no hash; the pictures' own stand for them."""
    images, frames = generation["images"], generation["frames"]
    undrawn = frames.filter(pl.col("pixel_hash").is_null().all().over(EPISODE))
    return found(images, frames, (*FRAME, "pixel_hash")) | found(images, undrawn, FRAME)


IMAGES = Suite(
    "images",
    (
        key_is_unique("images"),
        Check(
            "frame_has_the_same_hash",
            "`frames` holds its frame with the same pixel hash, or its episode with none.",
            frame_has_the_same_hash,
        ),
    ),
    least_rows=0,  # frames need not be drawn; where they are, `picture_is_stored` misses each absent one by name
)
