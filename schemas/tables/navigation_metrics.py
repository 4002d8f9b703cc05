"""One row a rung and stratum: success rate, SPL and lengths."""

import dataframely as dy

from schemas.columns import added, one_of
from schemas.values import SPLITS, STRATA


class NavigationMetrics(dy.Schema):
    run_id = dy.String(primary_key=True)
    split = one_of(SPLITS, primary_key=True)
    rung = dy.String(primary_key=True)
    stratum = one_of([*STRATA, "all"], primary_key=True)
    designated = dy.Int32(min=0)
    """Episodes that were to be walked."""
    executed = dy.Int32(min=0)
    """Of those, how many walks ran."""
    reached = dy.Int32(min=0)
    """Walks that reached the target."""
    success_rate = dy.Float64(nullable=True)
    """Success over designated episodes, 0 to 1."""
    success_low = dy.Float64(nullable=True)
    success_high = dy.Float64(nullable=True)
    spl = dy.Float64(nullable=True)
    """Success weighted by path length, 0 to 1."""
    spl_low = added(dy.Float64(nullable=True))
    """Lower end of the 95 % interval of `spl`, from drawing houses again where there are ten or more."""
    spl_high = added(dy.Float64(nullable=True))
    spl_reference = dy.Float64(nullable=True)
    """SPL with A's reference distance."""
    path_length_m = dy.Float64(nullable=True)
    """Metres walked."""
    distance_reduction_m = dy.Float64(nullable=True)
    """How much nearer the walk came, metres."""
    mean_actions = dy.Float64(nullable=True)
    """Mean of actions over walks that ran."""
    median_actions = dy.Float64(nullable=True)
    """Median of actions over walks that ran."""
    n_invalid_actions = dy.Int32(min=0)
    """Actions that the world refused."""
    n_null_actions = added(dy.Int32(min=0), default=0)
    """Decisions from which no action could be read."""
    format_compliance = added(dy.Float64(nullable=True))
    """Share of decisions from which an allowed action name could be read, 0 to 1 (A, section 3.4)."""
    exact_format = added(dy.Float64(nullable=True))
    """Share of decisions that were one action name and nothing else, as the prompt asks."""
    immediate_done = added(dy.Float64(nullable=True))
    """Share of walks whose first decision was Done."""
    type_visible_at_done = added(dy.Float64(nullable=True))
    """Share of walks ended by Done that had a thing of the target's type, any, in view there."""
    ended_done_target_not_visible = added(dy.Int32(min=0), default=0)
    ended_done_too_far = added(dy.Int32(min=0), default=0)
    ended_done_too_small = added(dy.Int32(min=0), default=0)
    ended_stuck = added(dy.Int32(min=0), default=0)
    ended_budget = added(dy.Int32(min=0), default=0)
    ended_error = added(dy.Int32(min=0), default=0)
    reached_lenient = added(dy.Int32(min=0), default=0)
    """Targets reached by the rule that leaves looking on the spot aside, of `known_lenient` walks followed that far."""
    stuck_lenient = added(dy.Int32(min=0), default=0)
    """Walks that end stuck by the lenient rule."""
    known_lenient = added(dy.Int32(min=0), default=0)
    """Walks that were followed to the lenient rule's end."""
    frames_identical = dy.Float64(nullable=True)
    """Share of replayed frames whose pixels equal the stored ones, 0 to 1; null where none are stored."""
