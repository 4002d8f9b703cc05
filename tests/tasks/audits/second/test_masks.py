"""Masks drawn again by the embedded world, held against observations that it gave before."""

import polars as pl
import pytest

from tasks.audits.second.masks import differing, redrawn
from tasks.episodes.rows import observation_rows
from tasks.episodes.walk import Step
from tasks.worlds.base import Pose
from tasks.worlds.embedded.world import EmbeddedWorld


@pytest.fixture(scope="module")
def drawn(houses):
    """Poses, observations stored for them, and the same drawn again."""
    house, rows, poses = houses[4], [], []
    world = EmbeddedWorld()
    x, z, _ = house.start
    world.load(house)
    for t, yaw in enumerate((0.0, 90.0, 180.0, 270.0)):
        outcome = world.teleport(Pose(x, z, yaw, 0.0))
        assert outcome.success
        rows.extend(observation_rows("ep_00000", Step(t, None, outcome.pose, outcome.view, None, True, ""), house))
        at = outcome.pose
        poses.append((house.id, "ep_00000", t, at.x, at.z, at.yaw, at.horizon))
    columns = ["house_id", "episode_id", "t", "x", "z", "yaw", "horizon"]
    frames = pl.DataFrame(poses, schema=columns, orient="row").with_columns(pl.col("t").cast(pl.Int32))
    stored = pl.DataFrame(rows).with_columns(pl.col("t", "pixels").cast(pl.Int32))
    again = redrawn(world, {house.id: house}, frames)
    world.close()
    assert again.height > 3
    return frames, stored, again


def test_the_same_poses_give_the_same_masks(drawn):
    frames, stored, again = drawn
    assert differing(stored, again, frames).is_empty()


@pytest.mark.parametrize(
    "fault",
    [
        pl.col("pixels") + 1,
        (~pl.col("visible")).alias("visible"),
        pl.lit("Sofa").alias("object_type"),
    ],
    ids=["pixels", "flag", "type"],
)
def test_one_wrong_observation_names_its_frame(drawn, fault):
    frames, stored, again = drawn
    t = stored["t"][0]
    wrong = pl.concat([stored.head(1).with_columns(fault), stored.tail(-1)])
    assert differing(wrong, again, frames).rows() == [("ep_00000", t)]


def test_a_lost_and_an_invented_observation_name_their_frames(drawn):
    frames, stored, again = drawn
    assert differing(stored.tail(-1), again, frames).rows() == [("ep_00000", stored["t"][0])]
    assert differing(stored, again.tail(-1), frames).height == 1


def test_a_pose_that_the_world_refuses_has_no_observations(drawn, houses):
    frames, stored, _ = drawn
    nowhere = frames.head(1).with_columns(x=pl.lit(-50.0))
    world = EmbeddedWorld()
    again = redrawn(world, {houses[4].id: houses[4]}, nowhere)
    world.close()
    assert again.is_empty()
    assert differing(stored, again, nowhere).height == 1
