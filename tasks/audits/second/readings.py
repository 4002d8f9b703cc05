"""The two tables that the SQL answers from: where the camera was, and what was in view.

By the letter (`strict`), or as a person may see it: every pixel counted (`loose`), open spaces as one room
(`by_space`), or a thing taken for what it looks like (`lookalikes`).
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

import polars as pl

from schemas.settings import EpisodeSettings
from schemas.vocabulary import confusable, room_display


@dataclass(frozen=True, slots=True)
class Reading:
    rooms: pl.DataFrame
    """`episode_id`, `t`, `room_id`, `room_label` of the camera."""
    in_view: pl.DataFrame
    """`episode_id`, `t`, `object_id`, `object_type`."""
    renamed: pl.DataFrame
    """`episode_id`, `room`, `read_as`: what a room that a question names is called here."""
    alike: pl.DataFrame
    """`object_type`, `shown_as`: the types that count as a type that a question names."""


def strict(located: pl.DataFrame, observations: pl.DataFrame, settings: EpisodeSettings) -> Reading:
    """The visible-object record: flagged, and a share of the image that is not below the least (SPEC section 1)."""
    share = pl.col("pixels") / (settings.image_size * settings.image_size)
    return _plain(located, observations.filter("visible", share >= settings.visible_area))


def loose(located: pl.DataFrame, observations: pl.DataFrame) -> Reading:
    """Everything with a pixel, at any distance."""
    return _plain(located, observations.filter(pl.col("pixels") > 0))


def by_space(located: pl.DataFrame, observations: pl.DataFrame, settings: EpisodeSettings) -> Reading:
    """As `strict`, with each open space as one room. One in which several room types were entered has none of them."""
    merged = located.with_columns(
        room_label=pl.col("room_type").unique().sort().str.join("+").over("episode_id", "space_id")
    )
    one = _rooms(merged.with_columns(room_id="space_id", room_type="room_label").drop("room_label"))
    renamed = located.select("episode_id", room="room_id", read_as="space_id").unique()
    return replace(strict(located, observations, settings), rooms=one, renamed=renamed)


def lookalikes(located: pl.DataFrame, observations: pl.DataFrame, settings: EpisodeSettings) -> Reading:
    """As `strict`, with everything that may be taken for a type counted as one of it."""
    plain = strict(located, observations, settings)
    return replace(plain, alike=_alike(plain.in_view["object_type"], confusable))


def _rooms(located: pl.DataFrame) -> pl.DataFrame:
    types = located["room_type"].drop_nulls().unique().sort().to_list()
    label = pl.col("room_type").replace_strict(types, [_label(name) for name in types], return_dtype=pl.String)
    return located.select("episode_id", "t", "room_id", room_label=label)


def _label(room_type: str) -> str:
    return room_type if "+" in room_type else room_display(room_type)


def _plain(located: pl.DataFrame, observed: pl.DataFrame) -> Reading:
    """Rooms by their own names, and types that count as themselves alone."""
    same = located.select("episode_id", room="room_id", read_as="room_id").unique()
    in_view = observed.select("episode_id", "t", "object_id", "object_type")
    return Reading(_rooms(located), in_view, same, _alike(in_view["object_type"], lambda name: (name,)))


def _alike(types: pl.Series, taken_for: Callable[[str], Iterable[str]]) -> pl.DataFrame:
    """Pairs of a type that is asked about and a type in view that counts as it; looking alike is symmetric."""
    pairs = [(other, name) for name in types.unique().sort() for other in sorted(taken_for(name))]
    return pl.DataFrame(pairs, schema={"object_type": pl.String, "shown_as": pl.String}, orient="row")
