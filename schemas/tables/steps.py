"""One row a step of a rung's walk: the spawn, then what each decision came to."""

import dataframely as dy

from schemas.columns import added, one_of
from schemas.values import SPLITS


class Steps(dy.Schema):
    run_id = dy.String(primary_key=True)
    split = one_of(SPLITS, primary_key=True)
    rung = dy.String(primary_key=True)
    episode_id = dy.String(primary_key=True)
    t = dy.Int32(primary_key=True, min=0)
    action = dy.String(nullable=True)
    """The action that led here; null at spawn and where none could be read. A policy's Done has a row of its own."""
    magnitude = dy.Float64(nullable=True)
    """Metres or degrees."""
    success = dy.Bool()
    """Whether the action worked; true at spawn and of Done, false where no action could be read."""
    error = dy.String()
    """Why, in words; else empty."""
    raw = added(dy.String(nullable=True))
    """What the policy said, word for word; null at spawn and in a replay."""
    compliant = added(dy.Bool(nullable=True))
    """Whether that kept to the format asked for."""
    graph = added(dy.String(nullable=True))
    """The scene graph that the policy acted on, word for word; null for one that makes none."""
    x = dy.Float64()
    """Metres."""
    z = dy.Float64()
    """Metres."""
    yaw = dy.Float64(min=0.0, max_exclusive=360.0)
    """Degrees clockwise seen from above."""
    horizon = dy.Float64(min=-30.0, max=60.0)
    """Degrees below level."""
    pixel_hash = dy.String(nullable=True)
    """Null for Done, which is no observation."""
