"""The adapter over the stand-in: the same as the embedded world behind it, and fair to an engine that knows better."""

import numpy as np
import pytest

from schemas.errors import WorldError
from schemas.settings import EpisodeSettings
from tasks.episodes.navmesh import build_navmesh
from tasks.worlds.base import Action, Pose, WorldChange
from tasks.worlds.embedded.world import EmbeddedWorld
from tasks.worlds.thor.settings import ThorSettings
from tasks.worlds.thor.world import ThorWorld

ACTIONS = (
    Action("MoveAhead", 0.25),
    Action("MoveAhead", 1.0),
    Action("RotateRight", 15.0),
    Action("RotateLeft", 90.0),
    Action("LookDown", 30.0),
    Action("LookUp", 15.0),
)


def same(ours, theirs):
    """Whether two outcomes tell the same, to the bit."""
    one, other = ours.view, theirs.view
    assert (ours.success, ours.pose, ours.blocked_by) == (theirs.success, theirs.pose, theirs.blocked_by)
    assert (one.object_ids, dict(one.pixels), one.visible) == (other.object_ids, dict(other.pixels), other.visible)
    assert dict(one.distance_m) == dict(other.distance_m)
    assert np.array_equal(one.depth, other.depth)
    assert np.array_equal(one.instances, other.instances)


@pytest.mark.parametrize("n_rooms", [1, 4])
def test_a_walk_through_the_engine_is_the_same_as_without_it(thor, houses, n_rooms):
    embedded = EmbeddedWorld()
    assert thor.load(houses[n_rooms]) == embedded.load(houses[n_rooms])
    draw = np.random.default_rng(n_rooms)
    for number in draw.integers(len(ACTIONS), size=60):
        same(thor.step(ACTIONS[number]), embedded.step(ACTIONS[number]))
        assert np.array_equal(thor.rgb(), embedded.rgb())


def test_the_moves_that_are_planned_are_the_same_in_both_worlds(thor, houses):
    embedded = EmbeddedWorld()
    ours, theirs = (build_navmesh(world.load(houses[3]), world) for world in (thor, embedded))
    assert ours.cells == theirs.cells
    assert np.array_equal(np.stack([ours.source, ours.sink]), np.stack([theirs.source, theirs.sink]))


def test_a_move_that_only_the_engine_knows_is_tried_there_and_once(standin, houses):
    world = ThorWorld(EpisodeSettings(), standin("roomy"))
    grid = world.load(houses[3])
    moves = world._moves
    assert moves.n_disputed > 0
    before = world.pose
    mesh = build_navmesh(grid, world)
    tried = moves.n_tried
    assert 0 < tried < 4 * moves.n_disputed + 200
    assert world.step(Action("Done")).pose == before
    disputed = {tuple(round(float(value) / 0.25) for value in cell) for cell in moves._disputed}
    joined = {mesh.cells[number] for number in mesh.source}
    assert disputed & joined
    build_navmesh(grid, world)
    assert moves.n_tried == tried
    world.close()


def test_a_changed_house_changes_the_same_in_both_worlds(thor, houses):
    house, embedded = houses[2], EmbeddedWorld()
    thor.load(house)
    embedded.load(house)
    bearer = next(item for item in house.objects if any(other.parent_id == item.id for other in house.objects))
    x, y, z = bearer.position
    for change in (
        WorldChange(bearer.id, None),
        WorldChange(bearer.id, bearer.position, bearer.yaw),
        WorldChange(bearer.id, (x + 0.3, y, z), bearer.yaw + 90.0),
    ):
        thor.apply(change)
        embedded.apply(change)
        same(thor.step(Action("RotateRight", 45.0)), embedded.step(Action("RotateRight", 45.0)))


def test_a_world_without_a_house_says_what_to_do(thor):
    for ask in (lambda: thor.step(Action("Done")), lambda: thor.teleport(Pose(0.0, 0.0, 0.0, 0.0)), thor.rgb):
        with pytest.raises(WorldError, match=r"call load\(house\) first"):
            ask()


def test_a_second_world_in_one_process_is_refused(thor, right, houses):
    thor.load(houses[1])
    with pytest.raises(WorldError, match="one AI2-THOR player"):
        ThorWorld(EpisodeSettings(), right).load(houses[1])


def test_the_player_stays_for_the_next_world(right, houses):
    ids = []
    for _ in range(2):
        world = ThorWorld(EpisodeSettings(), right)
        world.load(houses[1])
        ids.append(world.player.process_id)
        world.close()
    assert ids[0] == ids[1]


@pytest.mark.slow
def test_another_image_size_has_a_player_of_its_own(right, houses):
    world = ThorWorld(EpisodeSettings(image_size=128), right)
    world.load(houses[1])
    assert world.rgb().shape == (128, 128, 3)
    world.close()


def test_the_fingerprint_names_the_player_and_starts_none(right, tmp_path):
    local = ThorWorld(EpisodeSettings(), right)
    fetched = ThorWorld(EpisodeSettings(), ThorSettings())
    assert fetched.fingerprint.startswith("thor/5.0.0:f0825767cd50:256:90:")
    assert local.fingerprint.startswith("thor/5.0.0:")
    assert local.fingerprint != fetched.fingerprint
    assert local._player is None


def test_pixels_that_quality_changes_change_the_fingerprint_and_waiting_does_not():
    plain = ThorWorld(EpisodeSettings(), ThorSettings()).fingerprint
    assert ThorWorld(EpisodeSettings(), ThorSettings(quality="Low")).fingerprint != plain
    assert ThorWorld(EpisodeSettings(), ThorSettings(gpu=1, step_timeout_s=5.0)).fingerprint == plain
