"""One row a rejected candidate, with its reason and figures."""

import dataframely as dy

from schemas.columns import one_of
from schemas.values import SPLITS, STRATA


class Rejections(dy.Schema):
    run_id = dy.String(primary_key=True)
    split = one_of(SPLITS, primary_key=True)
    episode_id = dy.String(primary_key=True)
    """The episode that was being looked for."""
    attempt = dy.Int32(primary_key=True, min=0)
    """Number of the candidate."""
    house_id = dy.String()
    stratum = one_of(STRATA)
    reason = dy.String()
    """Why, as one of a few words."""
    target_id = dy.String(nullable=True)
    """Id of the target in its house."""
    target_type = dy.String(nullable=True)
    """Canonical type of the target."""
    spawn_distance_m = dy.Float64(nullable=True)
    """Plane distance from spawn to target, metres."""
    n_actions = dy.Int32(nullable=True)
    """Actions, Done included."""
    final_distance_m = dy.Float64(nullable=True)
    """Plane distance to the target at the end, metres."""
    final_area = dy.Float64(nullable=True)
