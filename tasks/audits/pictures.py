"""Pictures: none is black, and no two poses or houses share one.

Where an agent stands at a pose again, a deterministic world shows the same picture again; that is no fault.
"""

from collections.abc import Iterator

import polars as pl

from tasks.audits.agreement import frame_id
from tasks.audits.dataset import Dataset
from tasks.audits.finding import Finding, finding, undecided
from tasks.audits.thresholds import BLACK

NAME = "pictures"
_POSE = ("house_id", "x", "z", "yaw", "horizon")


def audit(data: Dataset) -> Iterator[Finding]:
    if data.brightness.is_empty():
        yield undecided(NAME, "black")
    else:
        yield _none("black", data.brightness, data.brightness.filter(pl.col("brightest") <= BLACK))
    drawn = data.frames.filter(pl.col("pixel_hash").is_not_null())
    if drawn.is_empty():
        yield undecided(NAME, "duplicate")
    else:
        yield _none("duplicate", drawn, _duplicates(drawn, data.episodes))


def _none(statistic: str, pictures: pl.DataFrame, wrong: pl.DataFrame) -> Finding:
    ids = wrong.select(frame_id()).to_series()
    value = wrong.height / pictures.height
    return finding(NAME, statistic, value, "failed" if wrong.height else "passed", threshold=0.0, ids=ids)


def _duplicates(drawn: pl.DataFrame, episodes: pl.DataFrame) -> pl.DataFrame:
    placed = drawn.join(episodes.select("episode_id", "house_id"), on="episode_id", validate="m:1")
    poses = placed.select("pixel_hash", *_POSE).unique().group_by("pixel_hash").agg(n_poses=pl.len())
    return placed.join(poses.filter(pl.col("n_poses") > 1), on="pixel_hash", how="semi").sort("episode_id", "t")
