"""What there is to show of each episode: records and pictures, the stored ones or those of a walk of the rung's own."""

from collections import defaultdict
from collections.abc import Callable, Mapping
from functools import lru_cache

import imagecodecs
import numpy as np
import polars as pl

from schemas.errors import ContractError
from schemas.settings import EpisodeSettings
from tasks.episodes.pictures import with_hashes
from tasks.questions.trajectories import trajectories
from tasks.rungs.ask import Footage
from tasks.worlds.base import RgbImage

Tables = Mapping[str, pl.DataFrame]
PicturesOf = Callable[[str], Mapping[int, bytes]]
"""Encoded pictures of an episode, by frame."""

_FRAME = ["episode_id", "t"]


def latest(stored: Tables, own: Tables, executed: pl.Series) -> dict[str, pl.DataFrame]:
    """The stored tables of the executed episodes, with a rung's own frames in the place of those that differ."""
    kept = {
        name: rows.filter(pl.col("episode_id").is_in(executed.implode()))
        for name, rows in stored.items()
        if "t" in rows.columns
    }
    episodes = stored["episodes"].filter(pl.col("episode_id").is_in(executed.implode()))
    replaced = own["frames"].select(_FRAME)
    merged = {
        name: pl.concat([rows.join(replaced, on=_FRAME, how="anti"), own[name].select(rows.columns)])
        for name, rows in kept.items()
    }
    return {**stored, "episodes": episodes, **merged}


def footage_of(tables: Tables, settings: EpisodeSettings, stored: PicturesOf) -> dict[str, Footage]:
    """By episode id. Pictures are read and decoded only when they are asked for.

    Args:
        tables: Rows of `episodes`, `frames`, `observations` and `houses`, and of `images` all columns but the pictures.
        settings: What counts as visible.
        stored: The encoded pictures of an episode, by frame.
    """
    walks = trajectories(tables["episodes"], tables["frames"], tables["observations"], tables["houses"], settings)
    rooms = dict(tables["episodes"].select("episode_id", "target_room").iter_rows())
    hashes: dict[str, dict[int, str]] = defaultdict(dict)
    frames = with_hashes(tables["frames"], tables["images"])
    for episode_id, t, pixel_hash in frames.select(*_FRAME, "pixel_hash").iter_rows():
        if pixel_hash is not None:
            hashes[episode_id][t] = pixel_hash
    # Prompts come episode by episode, so the last one's pictures are all that need be kept.
    recent = lru_cache(maxsize=1)(stored)
    return {
        walk.episode_id: Footage(
            rooms[walk.episode_id], walk.frames, hashes[walk.episode_id], _loader(recent, walk.episode_id)
        )
        for walk in walks
    }


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
