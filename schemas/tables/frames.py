"""One row an observation: the pose it was made from and the hash of its pixels."""

import dataframely as dy

from schemas.columns import one_of
from schemas.values import SPLITS


class Frames(dy.Schema):
    run_id = dy.String(primary_key=True)
    split = one_of(SPLITS, primary_key=True)
    episode_id = dy.String(primary_key=True)
    t = dy.Int32(primary_key=True, min=0)
    x = dy.Float64()
    """Metres."""
    z = dy.Float64()
    """Metres."""
    yaw = dy.Float64(min=0.0, max_exclusive=360.0)
    """Degrees clockwise seen from above."""
    horizon = dy.Float64(min=-30.0, max=60.0)
    """Degrees below level."""
    room_id = dy.String()
    """The room that holds the agent."""
    room_type = dy.String()
    """Type of the room that holds the agent."""
    space_id = dy.String()
    """Rooms joined by open boundaries are one space, named by its first room."""
    action = dy.String(nullable=True)
    """The action that led here; null at spawn."""
    magnitude = dy.Float64(nullable=True)
    """Metres or degrees."""
    pixel_hash = dy.String(nullable=True)
    """SHA-256 of the RGB bytes; null where frames are not drawn."""
