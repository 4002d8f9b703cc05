"""One row a frame that was replayed: how far the replay is from what is stored (SPEC section 6, replay drift).

In a deterministic world every difference is nought. An engine that renders on a graphics card, or lets physics run, drifts.
"""

import dataframely as dy

from schemas.columns import one_of
from schemas.values import SPLITS


class Drift(dy.Schema):
    run_id = dy.String(primary_key=True)
    split = one_of(SPLITS, primary_key=True)
    rung = dy.String(primary_key=True)
    episode_id = dy.String(primary_key=True)
    t = dy.Int32(primary_key=True, min=0)
    position_m = dy.Float64(min=0.0)
    """Plane distance between the stored position and the replayed one."""
    yaw_deg = dy.Float64(min=0.0, max=180.0)
    """Difference in yaw, degrees."""
    horizon_deg = dy.Float64(min=0.0)
    """Difference in horizon, degrees."""
    n_visible = dy.Int32(min=0)
    """Objects of the stored visible-object record."""
    lost = dy.List(dy.String())
    """Ids in the stored record and not in the replayed one, in order."""
    gained = dy.List(dy.String())
    """Ids in the replayed record and not in the stored one, in order."""
    same_pixels = dy.Bool(nullable=True)
    """Whether the hashes agree; null where the generation drew no picture."""
