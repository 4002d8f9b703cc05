"""One row a rung and stratum: success rate, SPL and lengths."""

import dataframely as dy

from schemas.columns import one_of
from schemas.values import SPLITS, STRATA


class NavigationMetrics(dy.Schema):
    run_id = dy.String(primary_key=True)
    split = one_of(SPLITS, primary_key=True)
    rung = dy.String(primary_key=True)
    stratum = one_of([*STRATA, "all"], primary_key=True)
    designated = dy.Int32(min=0)
    executed = dy.Int32(min=0)
    reached = dy.Int32(min=0)
    success_rate = dy.Float64(nullable=True)
    success_low = dy.Float64(nullable=True)
    success_high = dy.Float64(nullable=True)
    spl = dy.Float64(nullable=True)
    spl_reference = dy.Float64(nullable=True)
    path_length_m = dy.Float64(nullable=True)
    distance_reduction_m = dy.Float64(nullable=True)
    mean_actions = dy.Float64(nullable=True)
    median_actions = dy.Float64(nullable=True)
    n_invalid_actions = dy.Int32(min=0)
    frames_identical = dy.Float64(nullable=True)
    """Share of replayed frames whose pixels equal the stored ones, 0 to 1."""
