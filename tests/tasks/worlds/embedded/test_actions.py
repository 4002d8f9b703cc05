"""Every action's effect and refusal, as AI2-THOR has them."""

import pytest

from schemas.errors import WorldError
from tasks.worlds.base import Action, Pose


@pytest.fixture
def inside(world, two_rooms):
    world.load(two_rooms())
    return world


def at(world, x, z, yaw=0.0, horizon=0.0):
    outcome = world.teleport(Pose(x, z, yaw, horizon))
    assert outcome.success, outcome.error
    return world


def test_the_agent_starts_where_the_house_says(inside):
    assert inside.pose == Pose(1.0, 1.0, 0.0, 0.0)


@pytest.mark.parametrize(
    ("yaw", "x", "z"), [(0, 2.0, 2.5), (90, 2.5, 2.0), (180, 2.0, 1.5), (270, 1.5, 2.0), (30, 2.25, 2.433013)]
)
def test_a_move_goes_along_the_yaw_clockwise_from_z(inside, yaw, x, z):
    outcome = at(inside, 2.0, 2.0, yaw).step(Action("MoveAhead", 0.5))
    assert outcome.success
    assert outcome.pose == Pose(x, z, float(yaw), 0.0)


@pytest.mark.parametrize(
    ("action", "yaw"),
    [(Action("RotateRight", 15), 0.0), (Action("RotateLeft", 45), 300.0), (Action("RotateRight", 90), 75.0)],
)
def test_a_turn_changes_the_yaw_alone(inside, action, yaw):
    outcome = at(inside, 2.0, 2.0, 345.0, 30.0).step(action)
    assert outcome.success
    assert outcome.pose == Pose(2.0, 2.0, yaw, 30.0)


def test_turning_all_the_way_round_comes_back_to_the_bit(inside):
    before = at(inside, 2.123456, 2.0, 15.0).pose
    for _ in range(24):
        inside.step(Action("RotateLeft", 15))
    assert inside.pose == before


@pytest.mark.parametrize(("action", "horizon"), [(Action("LookDown", 30), 30.0), (Action("LookUp", 15), -15.0)])
def test_a_look_changes_the_horizon_alone(inside, action, horizon):
    outcome = at(inside, 2.0, 2.0).step(action)
    assert outcome.success
    assert outcome.pose == Pose(2.0, 2.0, 0.0, horizon)


@pytest.mark.parametrize(
    ("start", "action", "error"),
    [
        (45.0, Action("LookDown", 30), "can't look down beyond 60 degrees below the forward horizon"),
        (60.0, Action("LookDown", 15), "can't look down beyond 60 degrees below the forward horizon"),
        (-15.0, Action("LookUp", 30), "can't look up beyond 30 degrees above the forward horizon"),
    ],
)
def test_a_look_past_the_limit_is_refused_and_not_cut_short(inside, start, action, error):
    outcome = at(inside, 2.0, 2.0, 0.0, start).step(action)
    assert not outcome.success
    assert outcome.error == error
    assert outcome.pose.horizon == start


def test_done_changes_nothing(inside):
    before = at(inside, 2.0, 2.0, 30.0, 15.0).pose
    outcome = inside.step(Action("Done"))
    assert outcome.success
    assert outcome.pose == before


@pytest.mark.parametrize("magnitude", [0.0, -0.25, float("nan"), float("inf")])
def test_a_move_without_a_length_is_refused(inside, magnitude):
    outcome = inside.step(Action("MoveAhead", magnitude))
    assert not outcome.success
    assert "positive magnitude" in outcome.error


def test_a_blocked_move_names_the_furniture_in_the_way(world, two_rooms, thing):
    world.load(two_rooms(thing("Fridge", 2.0, 3.0, (1.0, 1.8, 0.8))))
    outcome = at(world, 2.0, 2.25).step(Action("MoveAhead", 0.25))
    assert not outcome.success
    assert outcome.blocked_by == "Fridge|1"
    assert outcome.error == "Fridge|1 is blocking Agent 0 from moving by (0.0000, 0.0000, 0.2500)"
    assert outcome.pose == Pose(2.0, 2.25, 0.0, 0.0)


def test_of_two_things_in_the_way_the_nearer_is_named(world, two_rooms, thing):
    far, near = thing("Box", 2.0, 2.6, number=1), thing("Box", 2.0, 2.0, number=2)
    world.load(two_rooms(far, near))
    assert at(world, 2.0, 1.0).step(Action("MoveAhead", 2.0)).blocked_by == "Box|2"


@pytest.mark.parametrize(
    ("x", "z", "yaw", "blocker"),
    [
        (0.5, 2.0, 270, "wall|left|0"),
        (3.5, 3.5, 90, "wall|left|2"),
        (1.5, 0.5, 180, "door|1|left"),
        (7.5, 2.0, 90, "wall|right|2"),
    ],
    ids=["wall", "inner wall beside the door", "shut way out", "window"],
)
def test_walls_windows_and_the_way_out_stop_the_body(inside, x, z, yaw, blocker):
    outcome = at(inside, x, z, yaw).step(Action("MoveAhead", 1.0))
    assert not outcome.success
    assert outcome.blocked_by == blocker


def test_the_agent_walks_through_an_inner_door(inside):
    assert at(inside, 3.5, 2.0, 90.0).step(Action("MoveAhead", 1.0)).pose.x == 4.5


def test_the_agent_walks_across_an_open_boundary_anywhere(world, two_rooms):
    world.load(two_rooms(is_open=True))
    assert at(world, 3.5, 3.5, 90.0).step(Action("MoveAhead", 1.0)).success


def test_the_body_keeps_its_radius_from_a_wall(inside):
    assert inside.can_stand(2.0, 0.2)
    assert not inside.can_stand(2.0, 0.1999)


@pytest.mark.parametrize("pose", [Pose(0.2, 3.8, 0.0, -30.0), Pose(6.123457, 1.0, 345.0, 60.0), Pose(3, 3, 37.5, 0)])
def test_a_teleport_lands_on_the_very_pose(inside, pose):
    outcome = inside.teleport(pose)
    assert outcome.success
    assert outcome.pose == outcome.view.pose == inside.pose == pose


@pytest.mark.parametrize(
    ("pose", "error", "blocker"),
    [
        (Pose(-1.0, 1.0, 0.0, 0.0), "there is no floor at (-1, 1)", None),
        (Pose(2.5, 2.5, 0.0, 0.0), "Box|1 is in the way at (2.5, 2.5)", "Box|1"),
        (Pose(0.1, 1.0, 0.0, 0.0), "wall|left|0 is in the way at (0.1, 1)", "wall|left|0"),
        (Pose(1.0, 1.0, 0.0, 60.1), "a horizon of 60.1 degrees is outside -30 to 60", None),
        (Pose(1.0, 1.0, 0.0, -45.0), "a horizon of -45 degrees is outside -30 to 60", None),
    ],
)
def test_a_teleport_where_the_agent_cannot_be_is_refused(world, two_rooms, thing, pose, error, blocker):
    world.load(two_rooms(thing("Box", 2.5, 2.5)))
    before = world.pose
    outcome = world.teleport(pose)
    assert (outcome.success, outcome.error, outcome.blocked_by) == (False, error, blocker)
    assert world.pose == before


def test_a_refused_action_still_brings_a_view(inside):
    outcome = at(inside, 2.0, 2.0, 0.0, 60.0).step(Action("LookDown", 15))
    assert outcome.view.pose == outcome.pose


def test_an_action_that_there_is_not_is_an_error_and_no_turn(inside):
    with pytest.raises(WorldError, match="no action 'MoveBack'"):
        inside.step(Action("MoveBack", 0.25))
    assert inside.pose == Pose(1.0, 1.0, 0.0, 0.0)


def test_a_world_without_a_house_says_what_to_do(world):
    with pytest.raises(WorldError, match="call load"):
        world.step(Action("Done"))
