"""Pictures that are drawn later into stored episodes."""

from collections.abc import Callable, Mapping

import polars as pl
import pytest

from schemas.errors import WorldError
from schemas.settings import EpisodeSettings
from tasks.episodes.batch import Batch
from tasks.episodes.pictures import draw_pictures, with_hashes
from tasks.episodes.slots import Lodging, lay_out
from tasks.houses.house import House
from tasks.worlds.embedded.world import EmbeddedWorld

Tables = dict[str, pl.DataFrame]
_AT = (pl.col("episode_id") == "ep_00001") & (pl.col("t") == 2)


def batch_of(world: EmbeddedWorld, house: House, *, draw: bool) -> Tables:
    settings = EpisodeSettings()
    batch = Batch(world, {house.id: house}, settings, draw=draw)
    batch.find(lay_out("test", [Lodging.of(house)], 4, 7), 7)
    return {table: rows.with_columns(split=pl.lit("test")) for table, rows in batch.frames().items()}


@pytest.fixture(scope="module")
def drawn(world: EmbeddedWorld, houses: dict[int, House]) -> Tables:
    return batch_of(world, houses[4], draw=True)


@pytest.fixture(scope="module")
def undrawn(world: EmbeddedWorld, houses: dict[int, House]) -> Mapping[str, pl.DataFrame]:
    return batch_of(world, houses[4], draw=False)


@pytest.fixture
def stored(undrawn: Tables) -> Tables:
    return dict(undrawn)


def moved(rows: pl.DataFrame) -> pl.DataFrame:
    return rows.with_columns(x=pl.when(_AT).then(pl.col("x") + 1e-9).otherwise("x"))


def in_another_room(rows: pl.DataFrame) -> pl.DataFrame:
    return rows.with_columns(space_id=pl.when(_AT).then(pl.lit("room|77")).otherwise("space_id"))


def one_pixel_more(rows: pl.DataFrame) -> pl.DataFrame:
    first = _AT & (pl.col("object_id") == pl.col("object_id").filter(_AT).first())
    return rows.with_columns(pixels=pl.when(first).then(pl.col("pixels") + 1).otherwise("pixels"))


def one_object_less(rows: pl.DataFrame) -> pl.DataFrame:
    return rows.filter(~(_AT & (pl.col("object_id") == pl.col("object_id").filter(_AT).first())))


def test_pictures_drawn_later_are_those_that_would_have_been_drawn_at_once(
    world: EmbeddedWorld, houses: dict[int, House], drawn: Tables, stored: Tables
) -> None:
    later = draw_pictures(world, {houses[4].id: houses[4]}, stored)
    key = ["episode_id", "t"]
    assert later.sort(key).equals(drawn["images"].drop("split").sort(key))


@pytest.mark.parametrize(
    ("table", "change", "words"),
    [
        ("frames", moved, r"`frames` at t 2 has x .*, now"),
        ("frames", in_another_room, r"`frames` at t 2 has space_id 'room\|77', now"),
        ("observations", one_pixel_more, r"`observations` at t 2, object_id .* has pixels \d+, now"),
        ("observations", one_object_less, r"`observations` at t 2, object_id .* is not stored"),
    ],
    ids=["pose", "room", "pixels", "object"],
)
def test_an_episode_that_comes_out_otherwise_is_named_with_its_first_difference(
    world: EmbeddedWorld,
    houses: dict[int, House],
    stored: Tables,
    table: str,
    change: Callable[[pl.DataFrame], pl.DataFrame],
    words: str,
) -> None:
    stored[table] = change(stored[table])
    with pytest.raises(WorldError, match=rf"test episode ep_00001 comes out otherwise than it is stored: {words}"):
        draw_pictures(world, {houses[4].id: houses[4]}, stored)


def test_frames_take_the_hashes_of_pictures_that_were_drawn_later(drawn: Tables, stored: Tables) -> None:
    assert with_hashes(stored["frames"], drawn["images"]).equals(drawn["frames"])


def test_frames_that_were_drawn_at_once_keep_their_hashes(drawn: Tables) -> None:
    assert with_hashes(drawn["frames"], drawn["images"]).equals(drawn["frames"])
