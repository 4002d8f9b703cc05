"""One row an episode that a rung walked; field names as in A's Table 11."""

import dataframely as dy

from schemas.columns import one_of
from schemas.values import SPLITS, TERMINATIONS


class Navigation(dy.Schema):
    run_id = dy.String(primary_key=True)
    split = one_of(SPLITS, primary_key=True)
    rung = dy.String(primary_key=True)
    episode_id = dy.String(primary_key=True)
    reached_target = dy.Bool()
    path_length_replayed_m = dy.Float64(min=0.0)
    path_length_optimal_m = dy.Float64(min=0.0)
    """Geodesic from spawn to the success region."""
    path_length_reference_m = dy.Float64(min=0.0)
    spl = dy.Float64(min=0.0, max=1.0)
    spl_reference = dy.Float64(min=0.0, max=1.0)
    """SPL with A's reference distance in place of the geodesic."""
    initial_dist_to_target_m = dy.Float64(min=0.0)
    final_dist_to_target_m = dy.Float64(min=0.0)
    final_area = dy.Float64(min=0.0, max=1.0)
    n_actions = dy.Int32(min=0)
    n_invalid_actions = dy.Int32(min=0)
    n_frames = dy.Int32(min=1)
    n_frames_identical = dy.Int32(min=0)
    """Frames whose pixel hash equals the stored one of the same index."""
    termination = one_of(TERMINATIONS)
