"""How far a replay is from what is stored: pose, visible-object record, pixels, frame by frame (SPEC section 6)."""

import math
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import polars as pl

from schemas.settings import EpisodeSettings
from tasks.episodes.walk import Step, Walk
from tasks.questions.trajectories import in_record
from tasks.worlds.base import View

Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class StoredFrame:
    """A stored frame, as far as a replay can be held against it."""

    x: float
    z: float
    yaw: float
    horizon: float
    pixel_hash: str | None
    visible: frozenset[str]
    """Ids in the visible-object record."""


StoredWalks = Mapping[str, Mapping[int, StoredFrame]]
"""By episode, then by frame."""


def stored_walks(frames: pl.DataFrame, observations: pl.DataFrame, settings: EpisodeSettings) -> StoredWalks:
    """From rows of `frames` (with the hashes of pictures drawn later) and of `observations`."""
    seen: dict[tuple[str, int], set[str]] = defaultdict(set)
    record = observations.filter(in_record(settings)).select("episode_id", "t", "object_id")
    for episode_id, t, object_id in record.iter_rows():
        seen[episode_id, t].add(object_id)
    walks: dict[str, dict[int, StoredFrame]] = defaultdict(dict)
    columns = ("episode_id", "t", "x", "z", "yaw", "horizon", "pixel_hash")
    for episode_id, t, x, z, yaw, horizon, pixel_hash in frames.select(columns).iter_rows():
        walks[episode_id][t] = StoredFrame(x, z, yaw, horizon, pixel_hash, frozenset(seen[episode_id, t]))
    return walks


def drift_rows(
    episode_id: str,
    walked: Walk,
    hashes: Mapping[int, str],
    stored: Mapping[int, StoredFrame],
    settings: EpisodeSettings,
) -> list[Row]:
    """Rows of `drift` without their rung, one a replayed frame that is stored.

    Args:
        episode_id: Whose walk it is.
        walked: The replay.
        hashes: Pixel hash of each replayed frame.
        stored: The stored frames of the episode.
        settings: What counts as visible.
    """
    both = ((step, stored[step.t]) for step in walked.steps if step.t in stored)
    return [_row(episode_id, step, hashes.get(step.t), then, _record(step.view, settings)) for step, then in both]


def _row(episode_id: str, step: Step, pixel_hash: str | None, then: StoredFrame, now: frozenset[str]) -> Row:
    dx, dz = step.pose.x - then.x, step.pose.z - then.z
    return {
        "episode_id": episode_id,
        "t": step.t,
        "position_m": math.sqrt(dx * dx + dz * dz),
        "yaw_deg": abs((step.pose.yaw - then.yaw + 180.0) % 360.0 - 180.0),
        "horizon_deg": abs(step.pose.horizon - then.horizon),
        "n_visible": len(then.visible),
        "lost": sorted(then.visible - now),
        "gained": sorted(now - then.visible),
        "same_pixels": None if then.pixel_hash is None else pixel_hash == then.pixel_hash,
    }


def _record(view: View, settings: EpisodeSettings) -> frozenset[str]:
    """Ids in the visible-object record of a view."""
    return view.visible & {key for key, pixels in view.pixels.items() if pixels >= settings.visible_pixels}
