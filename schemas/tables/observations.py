"""One row a frame and object that has the simulator's flag or a pixel; the visible-object record is derived."""

import dataframely as dy

from schemas.columns import one_of
from schemas.values import SPLITS


class Observations(dy.Schema):
    run_id = dy.String(primary_key=True)
    split = one_of(SPLITS, primary_key=True)
    episode_id = dy.String(primary_key=True)
    t = dy.Int32(primary_key=True, min=0)
    object_id = dy.String(primary_key=True)
    """Id of the object in its house."""
    object_type = dy.String()
    """Canonical type."""
    room_id = dy.String(nullable=True)
    """The room whose polygon holds the object's centre."""
    visible = dy.Bool()
    """The simulator's flag."""
    pixels = dy.Int32(min=0)
    """Pixels of the object in the picture."""
    distance_m = dy.Float64(min=0.0)
    """Plane distance from the agent to the object's nearest visible point."""
