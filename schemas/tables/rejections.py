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
    house_id = dy.String()
    stratum = one_of(STRATA)
    reason = dy.String()
    target_id = dy.String(nullable=True)
    target_type = dy.String(nullable=True)
    spawn_distance_m = dy.Float64(nullable=True)
    n_actions = dy.Int32(nullable=True)
    final_distance_m = dy.Float64(nullable=True)
    final_area = dy.Float64(nullable=True)
