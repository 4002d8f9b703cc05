"""Trajectories from stored rows: the visible-object record is derived here and nowhere else (SPEC section 1)."""

import json
from collections.abc import Iterator

import polars as pl

from schemas.settings import EpisodeSettings
from tasks.questions.record import FrameRecord, Seen, Trajectory


def in_record(settings: EpisodeSettings) -> pl.Expr:
    """Whether an observation enters the visible-object record: flagged visible, and large enough in the image."""
    return pl.col("visible") & (pl.col("pixels") >= settings.visible_pixels)


def trajectories(
    episodes: pl.DataFrame,
    frames: pl.DataFrame,
    observations: pl.DataFrame,
    houses: pl.DataFrame,
    settings: EpisodeSettings,
) -> Iterator[Trajectory]:
    """One trajectory an episode, in order of episode id.

    Args:
        episodes: Rows of `episodes`.
        frames: Rows of `frames` of those episodes.
        observations: Rows of `observations` of those episodes.
        houses: Rows of `houses`, at least of those that the episodes are in.
        settings: What counts as visible.
    """
    records = records_of(frames, observations.filter(in_record(settings)))
    room_types = {
        house_id: room_types_of(document) for house_id, document in houses["house_id", "document"].iter_rows()
    }
    for episode_id, house_id, target_type in (
        episodes.sort("episode_id").select("episode_id", "house_id", "target_type").iter_rows()
    ):
        yield Trajectory(episode_id, target_type, room_types[house_id], records[episode_id])


def records_of(frames: pl.DataFrame, observations: pl.DataFrame) -> dict[str, tuple[FrameRecord, ...]]:
    """By episode id, the records of its frames in time order, holding just the objects observed that are given."""
    seen: dict[tuple[str, int], list[Seen]] = {}
    columns = ("episode_id", "t", "object_id", "object_type", "room_id")
    for episode_id, t, object_id, object_type, room_id in (
        observations.sort("episode_id", "t", "object_id").select(columns).iter_rows()
    ):
        seen.setdefault((episode_id, t), []).append(Seen(object_id, object_type, room_id))
    records: dict[str, list[FrameRecord]] = {}
    for episode_id, t, room_id, space_id, room_type in (
        frames.sort("episode_id", "t").select("episode_id", "t", "room_id", "space_id", "room_type").iter_rows()
    ):
        record = FrameRecord(t, room_id, space_id, tuple(seen.get((episode_id, t), ())), room_type)
        records.setdefault(episode_id, []).append(record)
    return {episode_id: tuple(found) for episode_id, found in records.items()}


def room_types_of(document: str) -> dict[str, str]:
    """Room id to room type, for every room of a stored house."""
    return {room["id"]: room["roomType"] for room in json.loads(document)["rooms"]}
