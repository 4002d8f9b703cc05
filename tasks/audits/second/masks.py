"""Masks drawn again: the world is put at a stored pose and the pixels of every object are counted anew.

Counted in the mask itself, not taken from the world's own tally. The world is opened by the caller.
"""

from collections.abc import Mapping
from functools import partial

import numpy as np
import polars as pl

from tasks.houses.house import House
from tasks.worlds.base import Pose, View, World
from tasks.worlds.lost import redone

_SCHEMA = {
    "episode_id": pl.String,
    "t": pl.Int32,
    "object_id": pl.String,
    "object_type": pl.String,
    "visible": pl.Boolean,
    "pixels": pl.Int32,
}
_FRAME = ["episode_id", "t"]


def redrawn(world: World, houses: Mapping[str, House], poses: pl.DataFrame) -> pl.DataFrame:
    """A row a frame and object with a pixel or the flag; nothing for a pose that the world refuses.

    Args:
        world: The one that the frames were made in.
        houses: By id.
        poses: `house_id`, `episode_id`, `t`, `x`, `z`, `yaw`, `horizon`.
    """
    columns = ("house_id", "episode_id", "t", "x", "z", "yaw", "horizon")
    rows: list[tuple[str, int, str, str, bool, int]] = []
    for (house_id,), mine in poses.sort(columns[:3]).group_by("house_id", maintain_order=True):
        house, here = houses[str(house_id)], mine.select(columns[1:])
        rows += redone(partial(_in_house, world, house, here), f"house {house.id}", lambda mishap: None)
    return pl.DataFrame(rows, schema=_SCHEMA, orient="row")


def _in_house(world: World, house: House, poses: pl.DataFrame) -> list[tuple[str, int, str, str, bool, int]]:
    world.load(house)
    types = {item.id: item.type for item in house.objects}
    rows: list[tuple[str, int, str, str, bool, int]] = []
    for episode_id, t, x, z, yaw, horizon in poses.iter_rows():
        outcome = world.teleport(Pose(x, z, yaw, horizon))
        if outcome.success:
            pixels = _counted(outcome.view)
            flagged = outcome.view.visible
            shown = sorted(pixels.keys() | flagged)
            rows.extend((episode_id, t, each, types[each], each in flagged, pixels.get(each, 0)) for each in shown)
    return rows


def differing(stored: pl.DataFrame, drawn: pl.DataFrame, frames: pl.DataFrame) -> pl.DataFrame:
    """`episode_id`, `t` of the frames whose objects, types, flags or pixels are not those that were stored.

    Args:
        stored: rows of `observations`.
        drawn: the same frames drawn again.
        frames: `episode_id`, `t` of the frames to compare.
    """
    columns = list(_SCHEMA)
    wanted = frames.select(_FRAME)
    before = stored.join(wanted, on=_FRAME, how="semi").select(columns)
    lost = before.join(drawn, on=columns, how="anti")
    new = drawn.join(before, on=columns, how="anti")
    return pl.concat([lost, new]).select(_FRAME).unique().sort(_FRAME)


def _counted(view: View) -> dict[str, int]:
    indices, counts = np.unique(view.instances[view.instances >= 0], return_counts=True)
    return {view.object_ids[int(index)]: int(count) for index, count in zip(indices, counts, strict=True)}
