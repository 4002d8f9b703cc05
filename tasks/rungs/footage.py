"""What there is to show of each episode: records and pictures, the stored ones or those of a walk of the rung's own."""

from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache

import imagecodecs
import numpy as np
import polars as pl

from schemas.errors import ContractError
from schemas.settings import EpisodeSettings
from tasks.episodes.pictures import with_hashes
from tasks.questions.record import FrameRecord
from tasks.questions.trajectories import trajectories
from tasks.worlds.base import RgbImage

Tables = Mapping[str, pl.DataFrame]
PicturesOf = Callable[[str], Mapping[int, bytes]]
"""Encoded pictures of an episode, by frame."""

Pose2 = tuple[float, float, float]
"""x and z in metres, yaw in degrees."""

_FRAME = ["episode_id", "t"]
_EPISODES_AT_HAND = 2
"""Prompts come episode by episode, and one episode may lend another its pictures."""


@dataclass(frozen=True, slots=True)
class Footage:
    """What an episode has to show under a rung: its records, and the pictures behind them."""

    target_room: str
    """Room type of the target's room."""
    records: tuple[FrameRecord, ...]
    hashes: Mapping[int, str]
    """Pixel hash of each frame that was drawn."""
    load: Callable[[int], RgbImage]
    """The picture of a frame."""
    target_type: str = ""
    house_id: str = ""
    stratum: str = ""
    image_size: int = 256
    """Pixels, of width and height alike."""
    poses: tuple[Pose2, ...] = ()
    """Of each frame."""
    said_done: bool = True
    """Whether the walk ended because the agent said Done."""


def latest(stored: Tables, own: Tables, executed: pl.Series) -> dict[str, pl.DataFrame]:
    """The stored tables of the executed episodes, with a replay's own frames in the place of those that differ."""
    kept = {
        name: rows.filter(pl.col("episode_id").is_in(executed.implode()))
        for name, rows in stored.items()
        if "t" in rows.columns
    }
    replaced = own["frames"].select(_FRAME)
    merged = {
        name: pl.concat([rows.join(replaced, on=_FRAME, how="anti"), own[name].select(rows.columns)])
        for name, rows in kept.items()
    }
    return {**stored, "episodes": _executed(stored, executed), **merged}


def walked(stored: Tables, own: Tables, executed: pl.Series) -> dict[str, pl.DataFrame]:
    """The executed episodes with the frames of the rung's own walk alone."""
    there = executed.implode()
    mine = {name: rows.filter(pl.col("episode_id").is_in(there)) for name, rows in own.items()}
    return {**stored, "episodes": _executed(stored, executed), **mine}


def footage_of(
    tables: Tables, settings: EpisodeSettings, stored: PicturesOf, said_done: Mapping[str, bool] | None = None
) -> dict[str, Footage]:
    """By episode id. Pictures are read and decoded only when they are asked for.

    Args:
        tables: Rows of `episodes`, `frames`, `observations` and `houses`, and of `images` all columns but the pictures.
        settings: What counts as visible, and the size of a picture.
        stored: The encoded pictures of an episode, by frame.
        said_done: By episode, whether its walk ended with Done; the recorded walks, for which it is left out, all do.
    """
    walks = trajectories(tables["episodes"], tables["frames"], tables["observations"], tables["houses"], settings)
    columns = ("episode_id", "target_room", "target_type", "house_id", "stratum")
    facts = {episode_id: rest for episode_id, *rest in tables["episodes"].select(columns).iter_rows()}
    hashes: dict[str, dict[int, str]] = defaultdict(dict)
    poses: dict[str, list[Pose2]] = defaultdict(list)
    frames = with_hashes(tables["frames"], tables["images"]).sort(_FRAME)
    for episode_id, t, pixel_hash, *pose in frames.select(*_FRAME, "pixel_hash", "x", "z", "yaw").iter_rows():
        poses[episode_id].append((pose[0], pose[1], pose[2]))
        if pixel_hash is not None:
            hashes[episode_id][t] = pixel_hash
    recent = lru_cache(maxsize=_EPISODES_AT_HAND)(stored)
    found = {}
    for walk in walks:
        target_room, target_type, house_id, stratum = facts[walk.episode_id]
        found[walk.episode_id] = Footage(
            target_room=target_room,
            records=walk.frames,
            hashes=hashes[walk.episode_id],
            load=_loader(recent, walk.episode_id),
            target_type=target_type,
            house_id=house_id,
            stratum=stratum,
            image_size=settings.image_size,
            poses=tuple(poses[walk.episode_id]),
            said_done=said_done is None or said_done[walk.episode_id],
        )
    return found


def _executed(stored: Tables, executed: pl.Series) -> pl.DataFrame:
    return stored["episodes"].filter(pl.col("episode_id").is_in(executed.implode()))


def _loader(stored: PicturesOf, episode_id: str) -> Callable[[int], RgbImage]:
    def load(t: int) -> RgbImage:
        data = stored(episode_id).get(t)
        if data is None:
            raise ContractError(
                f"frame {t} of {episode_id} has no stored picture: the generation drew none. Draw them with "
                "`ladder render`."
            )
        picture: RgbImage = np.asarray(imagecodecs.qoi_decode(data))
        return picture

    return load
