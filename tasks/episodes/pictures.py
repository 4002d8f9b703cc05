"""Pictures drawn later: each episode is walked again, and must come out as it is stored.

A picture belongs to a pose, a room and what was seen from there. So these are held against the stored rows, value by
value, before a picture is kept: pictures that agree with nothing would be worse than none.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

import polars as pl

from schemas.errors import WorldError
from schemas.tables import rows_frame
from tasks.episodes.batch import image_row
from tasks.episodes.entered import Entered
from tasks.episodes.rows import actions_of, frame_row, observation_rows, spawn_of
from tasks.episodes.walk import Walk, walk
from tasks.houses.house import House
from tasks.houses.rooms import RoomGraph
from tasks.worlds.base import World
from tasks.worlds.lost import Mishap

Row = dict[str, Any]
Key = tuple[Any, ...]

_FRAME = ("episode_id", "t")
_KEYS = {"frames": ("t",), "observations": ("t", "object_id")}
_PLACE = ("run_id", "split")


def draw_pictures(
    world: World,
    houses: Mapping[str, House],
    stored: Mapping[str, pl.DataFrame],
    note: Callable[[Mishap], None] = lambda mishap: None,
) -> pl.DataFrame:
    """Rows of `images` of every frame, house by house.

    Args:
        world: A world with the generation's fingerprint.
        houses: By id, all that the episodes are in.
        stored: Rows of `episodes`, `frames` and `observations`, all of the same episodes of one split, undrawn.
        note: Is told where an engine was lost and an episode done again.

    Raises:
        WorldError: An episode comes out otherwise than it is stored.
    """
    recorded = {table: _by_episode(stored[table], table) for table in _KEYS}
    images: list[Row] = []
    entered = Entered(world, houses, note)
    for episode in stored["episodes"].sort("house_id", "episode_id").iter_rows(named=True):
        split, episode_id = episode["split"], episode["episode_id"]

        def work(episode: Row = episode) -> tuple[Walk, House, RoomGraph]:
            house, graph = entered.enter(episode["house_id"])
            return walk(world, spawn_of(episode), actions_of(episode), draw=True), house, graph

        walked, house, graph = entered.redone(work, f"{split} episode {episode_id}")
        for table, rows in _rows_of(episode_id, walked, house, graph).items():
            again = {_key(row, table): row for row in rows}
            _compare(episode, table, recorded[table].get(episode_id, {}), again)
        images += [image_row(episode_id, step) for step in walked.steps]
    return rows_frame("images", images)


def with_hashes(frames: pl.DataFrame, images: pl.DataFrame) -> pl.DataFrame:
    """Rows of `frames` of one split with the hashes of pictures that were drawn later, which only `images` holds.

    Args:
        frames: Rows of `frames`.
        images: `episode_id`, `t` and `pixel_hash`, at least, of their pictures.
    """
    later = images.select(*_FRAME, drawn_later="pixel_hash")
    joined = frames.join(later, on=_FRAME, how="left", maintain_order="left")
    return joined.with_columns(pixel_hash=pl.coalesce("pixel_hash", "drawn_later")).drop("drawn_later")


def _rows_of(episode_id: str, walked: Walk, house: House, graph: RoomGraph) -> dict[str, list[Row]]:
    """What would be stored of the walk if nothing were drawn."""
    plain = [replace(step, rgb=None) for step in walked.steps]
    return {
        "frames": [frame_row(episode_id, step, graph, house) for step in plain],
        "observations": [row for step in plain for row in observation_rows(episode_id, step, house)],
    }


def _by_episode(rows: pl.DataFrame, table: str) -> dict[str, dict[Key, Row]]:
    found: dict[str, dict[Key, Row]] = {}
    for row in rows.drop(_PLACE, strict=False).iter_rows(named=True):
        found.setdefault(row["episode_id"], {})[_key(row, table)] = row
    return found


def _key(row: Row, table: str) -> Key:
    return tuple(row[name] for name in _KEYS[table])


def _compare(episode: Row, table: str, stored: Mapping[Key, Row], drawn: Mapping[Key, Row]) -> None:
    if stored == drawn:
        return
    difference = next(_differences(table, stored, drawn))
    raise WorldError(
        f"{episode['split']} episode {episode['episode_id']} comes out otherwise than it is stored: {difference}. None of "
        "its shard's pictures was kept, for they would show something else. Generate again with this version."
    )


def _differences(table: str, stored: Mapping[Key, Row], drawn: Mapping[Key, Row]) -> Iterator[str]:
    for key in sorted(stored.keys() | drawn.keys()):
        name = f"`{table}` at {_named(table, key)}"
        if key not in drawn:
            yield f"{name} is stored and was not seen again"
        elif key not in stored:
            yield f"{name} is not stored"
        else:
            ours = drawn[key]
            yield from (
                f"{name} has {column} {value!r}, now {ours[column]!r}"
                for column, value in stored[key].items()
                if value != ours[column]
            )


def _named(table: str, key: Key) -> str:
    return ", ".join(f"{name} {value}" for name, value in zip(_KEYS[table], key, strict=True))
