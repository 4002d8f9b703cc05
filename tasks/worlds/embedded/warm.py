"""Compile every kernel once, before a pool of workers starts: all of them then find the code on disk."""

import numpy as np

from schemas.settings import EpisodeSettings
from tasks.houses.house import House, HouseObject, Room
from tasks.worlds.base import Action, WorldChange
from tasks.worlds.embedded.world import EmbeddedWorld


def warm_up() -> None:
    """Walk a few steps in a bare room; takes about ten seconds the first time, then a fraction of one."""
    world = EmbeddedWorld(EpisodeSettings())
    world.load(_bare_room())
    world.step(Action("MoveAhead", 0.25))
    world.can_move_all(np.zeros((1, 4)))
    world.apply(WorldChange("Box|1", None))
    world.rgb()
    smooth = EmbeddedWorld(EpisodeSettings(), supersampling=2)
    smooth.load(_bare_room())
    smooth.rgb()


def _bare_room() -> House:
    corners = ((0.0, 0.0), (0.0, 3.0), (3.0, 3.0), (3.0, 0.0))
    box = HouseObject("Box|1", "box", "Box", (2.0, 0.25, 2.0), 0.0, (0.5, 0.5, 0.5), None, "room|1", None)
    return House(
        id="house-warm-up",
        source="warm-up",
        content_hash="",
        rooms=(Room("room|1", "Kitchen", corners, "Wood"),),
        walls=(),
        openings=(),
        objects=(box,),
        start=(1.0, 1.0, 0.0),
        schema="1.0.0",
        document={},
    )
