"""Replays held against what is stored."""

import polars as pl
import pytest

from schemas.contract import check
from schemas.settings import EpisodeSettings
from tasks.episodes.batch import Batch
from tasks.episodes.slots import Lodging, lay_out
from tasks.rungs.replay import replay_all
from tasks.worlds.embedded.world import EmbeddedWorld

SETTINGS = EpisodeSettings()
AT = (pl.col("episode_id") == "ep_00001") & (pl.col("t") == 2)


@pytest.fixture(scope="module")
def world():
    return EmbeddedWorld()


@pytest.fixture(scope="module")
def stored(world, houses):
    batch = Batch(world, {houses[4].id: houses[4]}, SETTINGS, draw=True)
    batch.find(lay_out("test", [Lodging.of(houses[4])], 4, 7), 7)
    return batch.frames()


def replayed(world, houses, stored):
    tables = (stored["episodes"], stored["frames"], stored["observations"])
    return replay_all(world, {houses[4].id: houses[4]}, *tables, "E5", SETTINGS, note=lambda mishap: None)


def drift_of(world, houses, stored, **changes):
    return replayed(world, houses, {**stored, **changes})["drift"]


def test_a_deterministic_world_does_not_drift(world, houses, stored):
    rows = replayed(world, houses, stored)
    drift = rows["drift"]
    assert drift.height == stored["frames"].height
    assert drift.select(pl.max("position_m", "yaw_deg", "horizon_deg")).row(0) == (0.0, 0.0, 0.0)
    assert drift["same_pixels"].all()
    assert drift.select((pl.col("lost").list.len() + pl.col("gained").list.len()).sum()).item() == 0
    assert drift["n_visible"].sum() > 0
    assert rows["own_frames"].is_empty()


def test_rows_keep_the_contract_of_their_table(world, houses, stored):
    rows = drift_of(world, houses, stored).with_columns(run_id=pl.lit("eval-0"), split=pl.lit("test"))
    assert check("drift", rows).height == rows.height


@pytest.mark.parametrize(
    ("column", "by", "found", "value"),
    [("x", 0.3, "position_m", 0.3), ("horizon", 15.0, "horizon_deg", 15.0), ("yaw", None, "yaw_deg", 10.0)],
)
def test_another_pose_is_measured(world, houses, stored, column, by, found, value):
    moved = (pl.col(column) + 350.0) % 360.0 if by is None else pl.col(column) + by
    frames = stored["frames"].with_columns(pl.when(AT).then(moved).otherwise(pl.col(column)).alias(column))
    drift = drift_of(world, houses, stored, frames=frames)
    assert drift.filter(AT)[found].item() == pytest.approx(value)
    assert drift.filter(~AT)[found].max() == 0.0


def test_things_that_are_lost_and_gained_are_named(world, houses, stored):
    seen = stored["observations"].filter(AT & pl.col("visible") & (pl.col("pixels") >= 33))
    gone, stranger = seen["object_id"][0], "Mug|of another house"
    observations = pl.concat(
        [
            stored["observations"].filter(~(AT & (pl.col("object_id") == gone))),
            seen.head(1).with_columns(object_id=pl.lit(stranger)),
        ]
    )
    drift = drift_of(world, houses, stored, observations=observations).filter(AT)
    assert (drift["lost"].item().to_list(), drift["gained"].item().to_list()) == ([stranger], [gone])


def test_things_too_small_for_the_record_are_no_drift(world, houses, stored):
    observations = stored["observations"].filter(pl.col("pixels") >= 33)
    drift = drift_of(world, houses, stored, observations=observations)
    assert drift["gained"].list.len().sum() == 0


def test_other_pixels_are_told_apart_from_none(world, houses, stored):
    other = stored["frames"].with_columns(pixel_hash=pl.when(AT).then(pl.lit("0" * 64)).otherwise("pixel_hash"))
    rows = replayed(world, houses, {**stored, "frames": other})
    assert rows["drift"].filter(~pl.col("same_pixels")).height == 1
    assert rows["own_frames"].height == 1
    assert rows["navigation"].filter(pl.col("n_frames_identical") < pl.col("n_frames")).height == 1
    undrawn = stored["frames"].with_columns(pixel_hash=pl.lit(None, pl.String))
    assert drift_of(world, houses, stored, frames=undrawn)["same_pixels"].null_count() == stored["frames"].height


def test_where_nothing_was_drawn_no_frame_is_called_another(world, houses, stored):
    undrawn = stored["frames"].with_columns(pixel_hash=pl.lit(None, pl.String))
    walks = replayed(world, houses, {**stored, "frames": undrawn})["navigation"]
    assert walks["n_frames_identical"].null_count() == walks.height > 0
    check("navigation", walks.with_columns(run_id=pl.lit("eval-0"), split=pl.lit("test")))
