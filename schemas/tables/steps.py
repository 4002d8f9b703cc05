"""One row a step of a rung's walk."""

import dataframely as dy

from schemas.columns import one_of
from schemas.values import SPLITS


class Steps(dy.Schema):
    run_id = dy.String(primary_key=True)
    split = one_of(SPLITS, primary_key=True)
    rung = dy.String(primary_key=True)
    episode_id = dy.String(primary_key=True)
    t = dy.Int32(primary_key=True, min=0)
    action = dy.String(nullable=True)
    magnitude = dy.Float64(nullable=True)
    success = dy.Bool()
    error = dy.String()
    x = dy.Float64()
    z = dy.Float64()
    yaw = dy.Float64(min=0.0, max_exclusive=360.0)
    horizon = dy.Float64(min=-30.0, max=60.0)
    pixel_hash = dy.String(nullable=True)
