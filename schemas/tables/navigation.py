"""One row an episode that a rung walked; field names as in A's Table 11."""

import dataframely as dy
import polars as pl

from schemas.columns import added, one_of
from schemas.values import SPLITS, TERMINATIONS


class Navigation(dy.Schema):
    run_id = dy.String(primary_key=True)
    split = one_of(SPLITS, primary_key=True)
    rung = dy.String(primary_key=True)
    episode_id = dy.String(primary_key=True)
    policy = added(dy.String(), default="replay")
    """Who walked, with all that decides its actions: seed, model and revision; `replay` for the reference actions."""
    reached_target = dy.Bool()
    """Whether the walk ended in success."""
    path_length_replayed_m = dy.Float64(min=0.0)
    """Metres walked."""
    path_length_optimal_m = dy.Float64(min=0.0)
    """Geodesic from spawn to the success region."""
    path_length_reference_m = dy.Float64(min=0.0)
    """Metres of the reference distance."""
    spl = dy.Float64(min=0.0, max=1.0)
    """Success weighted by path length, 0 to 1."""
    spl_reference = dy.Float64(min=0.0, max=1.0)
    """SPL with A's reference distance in place of the geodesic."""
    initial_dist_to_target_m = dy.Float64(min=0.0)
    """Plane distance to the target at the start, metres."""
    final_dist_to_target_m = dy.Float64(min=0.0)
    """Plane distance to the target at the end, metres."""
    distance_reduction_m = added(
        dy.Float64(), default=pl.col("initial_dist_to_target_m") - pl.col("final_dist_to_target_m")
    )
    """How much nearer to the target the walk ended than it began; negative where it led away."""
    final_area = dy.Float64(min=0.0, max=1.0)
    n_actions = dy.Int32(min=0)
    """Actions given to the world, Done included."""
    n_invalid_actions = dy.Int32(min=0)
    """Actions that the world refused."""
    n_null_actions = added(dy.Int32(min=0), default=0)
    """Decisions from which no action could be read; each costs a step of the budget and does nothing."""
    n_decisions = added(dy.Int32(min=0), default=pl.col("n_actions"))
    """What the policy decided, readable or not."""
    n_compliant = added(dy.Int32(min=0), default=pl.col("n_actions"))
    """Decisions in the format that was asked for, whatever became of the action (A, section 3.4)."""
    immediate_done = added(dy.Bool(), default=False)
    """The first decision was Done."""
    target_type_visible_at_done = added(dy.Bool(nullable=True))
    """Whether any thing of the target's type was in the visible-object record at Done; null where Done was not said."""
    n_frames = dy.Int32(min=0)
    """0 where the walk could not begin."""
    n_frames_identical = dy.Int32(min=0, nullable=True)
    """Frames whose pixel hash equals the stored one of the same index; null where a replay had no stored one to equal."""
    termination = one_of(TERMINATIONS)
    """By A's rule: stuck after eight steps in a row without positional progress, turns and looks counted."""
    error = added(dy.String(), default="")
    """Why a walk ended in `error`; else empty."""
    termination_lenient = added(one_of(TERMINATIONS, nullable=True))
    """How the same walk ends by a rule that leaves turns and looks aside; null where it was not followed that far."""
    n_actions_lenient = added(dy.Int32(min=0, nullable=True))
    """Actions by the lenient rule."""
    path_length_lenient_m = added(dy.Float64(min=0.0, nullable=True))
    """Metres walked by the lenient rule."""

    @dy.rule()
    def a_decision_is_an_action_or_null(cls) -> pl.Expr:
        return pl.col("n_decisions") == pl.col("n_actions") + pl.col("n_null_actions")

    @dy.rule()
    def no_more_compliant_than_decided(cls) -> pl.Expr:
        return pl.col("n_compliant") <= pl.col("n_decisions")

    @dy.rule()
    def the_lenient_rule_never_stops_earlier(cls) -> pl.Expr:
        return (pl.col("n_actions_lenient") >= pl.col("n_actions")).fill_null(True)

    @dy.rule()
    def both_rules_agree_unless_stuck(cls) -> pl.Expr:
        same = pl.col("termination").eq_missing(pl.col("termination_lenient"))
        return same | (pl.col("termination") == "stuck")
