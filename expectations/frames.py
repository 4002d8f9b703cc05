"""Frames: each belongs to an episode, follows from its action, and is drawn where its episode is drawn."""

import polars as pl

from expectations.check import EPISODE, FRAME, Check, Generation, Suite, found, key_is_unique


def episode_exists(generation: Generation) -> pl.Series:
    return found(generation["frames"], generation["episodes"], EPISODE)


def action_is_the_reference(generation: Generation) -> pl.Series:
    """Frame t follows from the episode's action t - 1; the frame at spawn from none."""
    frames = generation.with_episode("frames", "actions")
    led_here = pl.col("actions").list.get(pl.col("t") - 1, null_on_oob=True)
    same_action = (pl.col("action") == led_here.struct.field("name")) & (
        pl.col("magnitude") == led_here.struct.field("magnitude")
    )
    none = pl.col("action").is_null() & pl.col("magnitude").is_null()
    return frames.select(pl.when(pl.col("t") == 0).then(none).otherwise(same_action)).to_series()


def episode_is_drawn_whole(generation: Generation) -> pl.Series:
    """All frames of an episode have a picture, or none has: by hash, or by `images` where they were drawn later."""
    frames = generation["frames"]
    hashed = frames["pixel_hash"].is_not_null()
    drawn = hashed | found(frames, generation["images"], FRAME)
    alike = pl.all_horizontal(pl.col("hashed", "drawn").n_unique().over(EPISODE) == 1)
    return frames.select(EPISODE).with_columns(hashed=hashed, drawn=drawn).select(alike).to_series()


def picture_is_stored(generation: Generation) -> pl.Series:
    frames = generation["frames"]
    return frames["pixel_hash"].is_null() | found(frames, generation["images"], FRAME)


FRAMES = Suite(
    "frames",
    (
        key_is_unique("frames"),
        Check("episode_exists", "The episode stands in `episodes`.", episode_exists),
        Check("action_is_the_reference", "It follows from the reference action before it.", action_is_the_reference),
        Check("episode_is_drawn_whole", "All frames of its episode are drawn, or none is.", episode_is_drawn_whole),
        Check("picture_is_stored", "Where it is drawn, `images` holds its picture.", picture_is_stored),
    ),
)
