"""Episodes: each was walked under the rules that it records, and ends at its target (A, section 3.1 and Table 1).

The constants are those of the episode's own `settings`, which is what it was made under.
"""

import polars as pl

from expectations.check import EPISODE, FRAME, Check, Generation, Suite, found, key_is_unique
from schemas.settings import STRATA

_NUMBERS = pl.List(pl.Float64)
_SETTINGS = pl.Struct(
    {
        "stop_distance_m": pl.Float64,
        "target_area": pl.Float64,
        "min_spawn_distance_m": pl.Float64,
        "min_spawn_distance_same_room_m": pl.Float64,
        "min_actions": pl.Int64,
        "max_actions": pl.Int64,
        "moves_m": _NUMBERS,
        "turns_deg": _NUMBERS,
        "looks_deg": _NUMBERS,
        "image_size": pl.Int64,
    }
)
_POSE_TOLERANCE = 1e-5
"""Metres and degrees. Poses are rounded to a tenth of this after each step."""
_LENGTH_TOLERANCE_M = 1e-3


def house_exists(generation: Generation) -> pl.Series:
    return found(generation["episodes"], generation["houses"], ("split", "house_id"))


def stratum_is_the_room_count(generation: Generation) -> pl.Series:
    n_rooms = pl.col("n_rooms")
    listed = (pl.col("rooms").list.len() == n_rooms) & (pl.col("rooms").list.n_unique() == n_rooms)
    stratum = pl.concat_str(pl.lit("S"), n_rooms.clip(upper_bound=len(STRATA)).cast(pl.String))
    return generation["episodes"].select(listed & (pl.col("stratum") == stratum)).to_series()


def target_invisible_at_spawn(generation: Generation) -> pl.Series:
    """By the episode's own figure, and by the observations of the frame at spawn."""
    episodes = generation["episodes"]
    at_spawn = generation["observations"].filter(pl.col("t") == 0).rename({"object_id": "target_id"})
    return (episodes["target_pixels_at_spawn"] == 0) & ~found(episodes, at_spawn, (*EPISODE, "target_id"))


def spawn_is_far_enough(generation: Generation) -> pl.Series:
    same_room = pl.col("n_rooms") == 1
    least = pl.when(same_room).then(_set("min_spawn_distance_same_room_m")).otherwise(_set("min_spawn_distance_m"))
    return generation["episodes"].select(pl.col("spawn_distance_m") >= least).to_series()


def actions_are_on_the_menu(generation: Generation) -> pl.Series:
    """Every magnitude is one of the menu's, and Done comes once, at the end."""
    steps = _steps(generation)
    name, magnitude = pl.col("name"), pl.col("magnitude")
    legal = (
        pl.when(name == "MoveAhead")
        .then(_set("moves_m").list.contains(magnitude))
        .when(name.is_in(["RotateLeft", "RotateRight"]))
        .then(_set("turns_deg").list.contains(magnitude))
        .when(name.is_in(["LookUp", "LookDown"]))
        .then(_set("looks_deg").list.contains(magnitude))
        .otherwise((name == "Done") & (magnitude == 0))
    )
    ends = (name == "Done") == (pl.col("t") == pl.col("actions_listed"))
    by_episode = steps.group_by(EPISODE).agg((legal & ends).all().alias("legal"))
    return _beside(generation, by_episode)["legal"]


def action_count_is_in_range(generation: Generation) -> pl.Series:
    listed = pl.col("actions").list.len() == pl.col("n_actions")
    in_range = pl.col("n_actions").is_between(_set("min_actions"), _set("max_actions"))
    return generation["episodes"].select(listed & in_range).to_series()


def frames_are_complete(generation: Generation) -> pl.Series:
    """One frame for each t from 0 to n_frames - 1, and no other."""
    t = pl.col("t")
    by_episode = (
        generation["frames"]
        .group_by(EPISODE)
        .agg(t.len().alias("stored"), t.n_unique().alias("differ"), t.min().alias("first"), t.max().alias("last"))
    )
    n_frames = pl.col("n_frames")
    whole = (pl.col("stored") == n_frames) & (pl.col("differ") == n_frames)
    in_place = (pl.col("first") == 0) & (pl.col("last") == n_frames - 1)
    return _beside(generation, by_episode).select(whole & in_place).to_series()


def first_frame_is_the_spawn(generation: Generation) -> pl.Series:
    parts = ("x", "z", "yaw", "horizon")
    first = generation["frames"].filter(pl.col("t") == 0).select(*EPISODE, *parts)
    near = [(pl.col(part) - pl.col("spawn").struct.field(part)).abs() <= _POSE_TOLERANCE for part in parts]
    return _beside(generation, first).select(pl.all_horizontal(near)).to_series()


def path_length_is_the_walk(generation: Generation) -> pl.Series:
    """The stored length against the frames' own positions, added up again."""
    dx, dz = (pl.col(axis).diff().over(EPISODE, order_by="t") for axis in ("x", "z"))
    walked = (
        generation["frames"]
        .with_columns(step_m=(dx * dx + dz * dz).sqrt())
        .group_by(EPISODE)
        .agg(pl.col("step_m").sum().alias("walked_m"))
    )
    same = (pl.col("walked_m") - pl.col("path_length_m")).abs() <= _LENGTH_TOLERANCE_M
    return _beside(generation, walked).select(same).to_series()


def walk_ends_at_the_target(generation: Generation) -> pl.Series:
    """The final test of A's section 3.1, by the episode's own figures and by the observation in its last frame."""
    episodes = generation["episodes"].with_columns(t=pl.col("n_frames") - 1, object_id=pl.col("target_id"))
    sight = generation["observations"].select(*FRAME, "object_id", "pixels", "distance_m")
    last = episodes.join(
        sight.unique((*FRAME, "object_id")), on=(*FRAME, "object_id"), how="left", maintain_order="left"
    )
    told = (pl.col("final_distance_m") <= _set("stop_distance_m")) & (pl.col("final_area") >= _set("target_area"))
    area = pl.col("pixels") / (_set("image_size") * _set("image_size"))
    seen = (pl.col("distance_m") <= _set("stop_distance_m")) & (area >= _set("target_area"))
    return last.select(told & seen).to_series()


def strata_are_balanced(generation: Generation) -> pl.Series:
    return strata(generation).select(pl.col("n_episodes").n_unique().over("split") == 1).to_series()


def strata(generation: Generation) -> pl.DataFrame:
    """Episodes a stratum of the test split, all four strata named; no rows where there is no test split."""
    test = generation["episodes"].filter(pl.col("split") == "test")
    counts = test.group_by("stratum").agg(pl.len().cast(pl.Int64).alias("n_episodes"))
    named = test.select(pl.col("split").first()).drop_nulls().join(pl.DataFrame({"stratum": STRATA}), how="cross")
    return named.join(counts, on="stratum", how="left", maintain_order="left").with_columns(
        pl.col("n_episodes").fill_null(0)
    )


def _set(name: str) -> pl.Expr:
    return pl.col("settings").str.json_decode(_SETTINGS).struct.field(name)


def _steps(generation: Generation) -> pl.DataFrame:
    """One row an action, `t` counted from 1: the frame that it led to."""
    return (
        generation["episodes"]
        .select(*EPISODE, "settings", "actions", actions_listed=pl.col("actions").list.len())
        .explode("actions")
        .unnest("actions")
        .with_columns(t=pl.int_range(1, pl.len() + 1).over(EPISODE))
    )


def _beside(generation: Generation, by_episode: pl.DataFrame) -> pl.DataFrame:
    """The episodes in their order, each with what was worked out for it; null where nothing was."""
    one_each = by_episode.unique(EPISODE, keep="any")
    return generation["episodes"].join(one_each, on=EPISODE, how="left", maintain_order="left")


EPISODES = Suite(
    "episodes",
    (
        key_is_unique("episodes"),
        Check("house_exists", "The house stands in `houses`, in the same split.", house_exists),
        Check(
            "stratum_is_the_room_count",
            "The stratum is the number of distinct rooms on the reference route, S4 from four on.",
            stratum_is_the_room_count,
        ),
        Check(
            "target_invisible_at_spawn",
            "The target instance has no pixel and no observation in the frame at spawn.",
            target_invisible_at_spawn,
            kind="target_invisible_at_spawn",
        ),
        Check(
            "spawn_is_far_enough",
            "The target's centre is as far from spawn as the episode's settings demand.",
            spawn_is_far_enough,
        ),
        Check(
            "actions_are_on_the_menu",
            "Every action and magnitude is on the menu, and Done comes once, at the end.",
            actions_are_on_the_menu,
        ),
        Check(
            "action_count_is_in_range",
            "The number of actions lies between the least and the most that the settings allow.",
            action_count_is_in_range,
        ),
        Check("frames_are_complete", "There is one frame for each t from 0 to the last.", frames_are_complete),
        Check("first_frame_is_the_spawn", "The first frame was made at the spawn pose.", first_frame_is_the_spawn),
        Check(
            "path_length_is_the_walk",
            "The stored path length is what the frames' positions add up to.",
            path_length_is_the_walk,
        ),
        Check(
            "walk_ends_at_the_target",
            "The last frame passes the success test: the target instance is near enough and large enough.",
            walk_ends_at_the_target,
        ),
    ),
)

STRATA_OF_TEST = Suite(
    "episodes_by_stratum",
    (
        Check(
            "strata_are_balanced",
            "The test split holds equally many episodes of each stratum.",
            strata_are_balanced,
        ),
    ),
    least_rows=0,  # a generation without a test split has nothing to balance
    rows=strata,
    key=("stratum",),
)
