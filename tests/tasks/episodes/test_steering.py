from itertools import pairwise

import pytest

from schemas.settings import EpisodeSettings
from tasks.episodes.plane import distance
from tasks.episodes.steering import headings_towards, look, steer, turn
from tasks.houses.house import Point
from tasks.worlds.angles import sin_cos
from tasks.worlds.base import Action

SETTINGS = EpisodeSettings()


def free(_: Point, __: Point) -> bool:
    return True


@pytest.mark.parametrize(
    ("start", "end", "expected"),
    [
        (0, 0, []),
        (0, 15, ["RotateRight 15"]),
        (15, 0, ["RotateLeft 15"]),
        (0, 180, ["RotateRight 90", "RotateRight 90"]),
        (0, 195, ["RotateLeft 90", "RotateLeft 45", "RotateLeft 30"]),
        (350 // 15 * 15, 15, ["RotateRight 30"]),
        (90, 330, ["RotateLeft 90", "RotateLeft 30"]),
        (0, 75, ["RotateRight 45", "RotateRight 30"]),
    ],
)
def test_turns_the_short_way_round_with_the_fewest_actions(start: int, end: int, expected: list[str]) -> None:
    assert [f"{action.name} {action.magnitude:g}" for action in turn(start, end, SETTINGS)] == expected


@pytest.mark.parametrize("start", range(0, 360, 15))
@pytest.mark.parametrize("end", range(0, 360, 15))
def test_every_turn_ends_where_it_should(start: int, end: int) -> None:
    turned = sum(a.magnitude if a.name == "RotateRight" else -a.magnitude for a in turn(start, end, SETTINGS))
    assert (start + turned - end) % 360 == 0


@pytest.mark.parametrize(
    ("start", "end", "expected"),
    [(0, 45, ["LookDown 30", "LookDown 15"]), (30, 0, ["LookUp 30"]), (60, -30, ["LookUp 30"] * 3), (0, 0, [])],
)
def test_looks_by_the_menu(start: int, end: int, expected: list[str]) -> None:
    assert [f"{action.name} {action.magnitude:g}" for action in look(start, end, SETTINGS)] == expected


@pytest.mark.parametrize(
    ("end", "yaw"), [((0.0, 1.0), 0), ((1.0, 0.0), 90), ((0.0, -1.0), 180), ((-1.0, 0.0), 270), ((1.0, 1.0), 45)]
)
def test_yaw_is_clockwise_from_plus_z(end: Point, yaw: int) -> None:
    assert headings_towards((0.0, 0.0), end)[0][0] == yaw


def positions(start: Point, yaw: int, actions: tuple[Action, ...]) -> list[Point]:
    """Where the actions lead, by the rules of a world without obstacles."""
    at, places = start, [start]
    for action in actions:
        if action.name == "MoveAhead":
            sine, cosine = sin_cos(float(yaw))
            at = (at[0] + action.magnitude * sine, at[1] + action.magnitude * cosine)
            places.append(at)
        else:
            yaw = int(yaw + (action.magnitude if action.name == "RotateRight" else -action.magnitude)) % 360
    return places


@pytest.mark.parametrize("end", [(3.0, 0.0), (2.25, 3.75), (-1.25, 4.0), (0.0, 0.25), (-2.0, -2.0)])
def test_arrives_within_an_eighth_of_a_metre_by_the_menu(end: Point) -> None:
    plan = steer(((0.0, 0.0), end), 0, free, SETTINGS)
    assert plan is not None
    assert distance(plan.end, end) <= 0.13
    assert distance(positions((0.0, 0.0), 0, plan.actions)[-1], plan.end) < 1e-5
    assert {action.magnitude for action in plan.actions if action.name == "MoveAhead"} <= set(SETTINGS.moves_m)


def test_slows_down_before_it_stops() -> None:
    plan = steer(((0.0, 0.0), (0.0, 4.0)), 0, free, SETTINGS)
    assert plan is not None
    assert [action.magnitude for action in plan.actions] == [1.0, 1.0, 1.0, 0.5, 0.25, 0.25]


def test_follows_the_path_round_a_corner() -> None:
    def around(start: Point, end: Point) -> bool:
        """A wall along x = 1 up to z = 2: it is passed above."""
        low = min(start[1], end[1])
        return not (min(start[0], end[0]) < 1.0 < max(start[0], end[0]) and low < 2.0)

    path = ((0.0, 0.0), (0.0, 1.0), (0.0, 2.0), (0.75, 2.25), (1.5, 2.25), (1.75, 1.0), (1.75, 0.0))
    plan = steer(path, 0, around, SETTINGS)
    assert plan is not None
    places = positions((0.0, 0.0), 0, plan.actions)
    assert all(around(a, b) for a, b in pairwise(places))
    assert distance(places[-1], path[-1]) <= 0.14


def test_says_so_where_there_is_no_way() -> None:
    assert steer(((0.0, 0.0), (3.0, 0.0)), 0, lambda start, end: start == end, SETTINGS) is None
