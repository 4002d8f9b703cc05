"""One row an accepted episode: where it starts, what it seeks, the reference actions and their lengths."""

import dataframely as dy
import polars as pl

from schemas.columns import one_of
from schemas.values import SPLITS, STRATA


class Episodes(dy.Schema):
    run_id = dy.String(primary_key=True)
    split = one_of(SPLITS, primary_key=True)
    episode_id = dy.String(primary_key=True, regex=r"^ep_\d{5}$")
    house_id = dy.String()
    stratum = one_of(STRATA)
    spawn = dy.Struct({"x": dy.Float64(), "z": dy.Float64(), "yaw": dy.Float64(), "horizon": dy.Float64()})
    """Pose at the start: metres and degrees."""
    target_id = dy.String()
    """Id of the target in its house."""
    target_type = dy.String()
    """Canonical type of the target."""
    target_room = dy.String()
    """Room type of the target's room: the label that text-only rungs are given."""
    rooms = dy.List(dy.String(), min_length=1)
    """Ids of the distinct rooms on the reference route, in the order of first entry."""
    n_rooms = dy.Int32(min=1)
    """Rooms."""
    n_spaces = dy.Int32(min=1)
    """Spaces: rooms joined by open boundaries count once."""
    actions = dy.List(dy.Struct({"name": dy.String(), "magnitude": dy.Float64()}), min_length=1)
    """What is executed, in order."""
    n_actions = dy.Int32(min=1)
    """Actions, Done included."""
    n_frames = dy.Int32(min=2)
    """Observations: one an executed action and the one at spawn. Done is no observation."""
    path_length_m = dy.Float64(min=0.0)
    """Length of the path that was walked."""
    geodesic_m = dy.Float64(min=0.0)
    """Shortest path from spawn to the success region; SPL is computed from it."""
    reference_distance_m = dy.Float64(min=0.0)
    """A's reference distance: the planned route through the chosen doorways before it became discrete actions."""
    spawn_distance_m = dy.Float64(min=0.0)
    """Plane distance from spawn to the target's centre."""
    final_distance_m = dy.Float64(min=0.0)
    """Plane distance to the target at the end, metres."""
    final_area = dy.Float64(min=0.0, max=1.0)
    target_pixels_at_spawn = dy.Int32(min=0)
    """Pixels of the target in the first frame: 0 where accepted."""
    teleport_hops = dy.Int32(min=0)
    """Jumps in the walk: always 0."""
    settings = dy.String()
    """Canonical JSON of the EpisodeSettings that it was made under."""

    @dy.rule()
    def a_frame_at_spawn_and_one_an_action_but_done(cls) -> pl.Expr:
        return pl.col("n_frames") == pl.col("n_actions")

    @dy.rule()
    def geodesic_is_not_above_the_walk(cls) -> pl.Expr:
        return pl.col("geodesic_m") <= pl.col("path_length_m") + 1e-9
