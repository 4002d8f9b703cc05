"""The two tables that the SQL answers from: where the camera was, and what was in view.

By the letter (`strict`), or as a person may see it: every pixel counted (`loose`), or open spaces as one room
(`by_space`).
"""

from dataclasses import dataclass

import polars as pl

from schemas.settings import EpisodeSettings
from schemas.vocabulary import room_display


@dataclass(frozen=True, slots=True)
class Reading:
    rooms: pl.DataFrame
    """`episode_id`, `t`, `room_id`, `room_label` of the camera."""
    in_view: pl.DataFrame
    """`episode_id`, `t`, `object_id`, `object_type`."""
    renamed: pl.DataFrame
    """`episode_id`, `room`, `read_as`: what a room that a question names is called here."""


def strict(located: pl.DataFrame, observations: pl.DataFrame, settings: EpisodeSettings) -> Reading:
    """The visible-object record: flagged, and a share of the image that is not below the least (SPEC section 1)."""
    share = pl.col("pixels") / (settings.image_size * settings.image_size)
    return Reading(_rooms(located), _in_view(observations.filter("visible", share >= settings.visible_area)), _same(located))


def loose(located: pl.DataFrame, observations: pl.DataFrame) -> Reading:
    """Everything with a pixel, at any distance."""
    return Reading(_rooms(located), _in_view(observations.filter(pl.col("pixels") > 0)), _same(located))


def by_space(located: pl.DataFrame, observations: pl.DataFrame, settings: EpisodeSettings) -> Reading:
    """As `strict`, with each open space as one room. One in which several room types were entered has none of them."""
    merged = located.with_columns(
        room_label=pl.col("room_type").unique().sort().str.join("+").over("episode_id", "space_id")
    )
    one = _rooms(merged.with_columns(room_id="space_id", room_type="room_label").drop("room_label"))
    renamed = located.select("episode_id", room="room_id", read_as="space_id").unique()
    return Reading(one, strict(located, observations, settings).in_view, renamed)


def _rooms(located: pl.DataFrame) -> pl.DataFrame:
    types = located["room_type"].drop_nulls().unique().sort().to_list()
    label = pl.col("room_type").replace_strict(types, [_label(name) for name in types], return_dtype=pl.String)
    return located.select("episode_id", "t", "room_id", room_label=label)


def _label(room_type: str) -> str:
    return room_type if "+" in room_type else room_display(room_type)


def _in_view(observations: pl.DataFrame) -> pl.DataFrame:
    return observations.select("episode_id", "t", "object_id", "object_type")


def _same(located: pl.DataFrame) -> pl.DataFrame:
    return located.select("episode_id", room="room_id", read_as="room_id").unique()
