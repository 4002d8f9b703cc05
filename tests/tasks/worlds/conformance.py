"""What every world must do, as checks that know a house by its file and its cells alone.

Each takes a world that has loaded the house, and raises AssertionError where the world breaks its word. No check knows
which world it is; what a picture shows is held against the house through geometry, not against another renderer.
"""

import hashlib
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
import pytest

from schemas.errors import WorldError
from schemas.settings import EpisodeSettings
from tasks.houses.house import House, HouseObject
from tasks.worlds.angles import sin_cos
from tasks.worlds.base import Action, Grid, Pose, StepOutcome, View, World, WorldChange

SETTINGS = EpisodeSettings()
EYE_M = 1.576
_SLACK_M = 0.06
"""How far a pixel's point may lie beside the box of its object: half a pixel at the far end of a room."""
_STRAY = 0.005
"""Share of a mask that may do so."""


@dataclass(frozen=True)
class Site:
    world: World
    house: House
    grid: Grid

    def at(self, x: float, z: float, yaw: float = 0.0, horizon: float = 0.0) -> StepOutcome:
        outcome = self.world.teleport(Pose(x, z, yaw, horizon))
        assert outcome.success, outcome.error
        return outcome

    def cells(self, n: int) -> list[tuple[float, float]]:
        """Places of `n` cells, evenly over the house."""
        ordered = sorted(self.grid.cells)
        return [self.grid.position(ordered[k * len(ordered) // n]) for k in range(n)]

    def views(self, n: int = 6, horizon: float = 0.0) -> Iterator[View]:
        """Views from all over the house, in all directions."""
        for number, (x, z) in enumerate(self.cells(n)):
            yield self.at(x, z, (number * 75.0) % 360.0, horizon).view


Check = Callable[[Site], None]
CHECKS: dict[str, Check] = {}


def check(function: Check) -> Check:
    CHECKS[function.__name__] = function
    return function


@check
def the_agent_starts_where_the_house_says(site: Site) -> None:
    site.world.load(site.house)
    outcome = site.world.step(Action("Done"))
    assert (outcome.pose.x, outcome.pose.z, outcome.pose.horizon) == (*site.house.start[:2], 0.0)


@check
def a_move_goes_along_the_yaw_clockwise_from_z(site: Site) -> None:
    done = 0
    for yaw in (0.0, 90.0, 180.0, 270.0, 30.0, 315.0):
        sine, cosine = sin_cos(yaw)
        for metres in SETTINGS.moves_m:
            for x, z in site.cells(12):
                end = (x + metres * sine, z + metres * cosine)
                if site.world.can_move((x, z), end):
                    site.at(x, z, yaw, 15.0)
                    outcome = site.world.step(Action("MoveAhead", metres))
                    assert outcome.success, outcome.error
                    assert math.dist((outcome.pose.x, outcome.pose.z), end) < 1e-5
                    assert (outcome.pose.yaw, outcome.pose.horizon) == (yaw, 15.0)
                    done += 1
                    break
    assert done >= 12


@check
def a_turn_changes_the_yaw_alone(site: Site) -> None:
    x, z = site.cells(1)[0]
    for name, degrees, yaw in (("RotateRight", 15.0, 0.0), ("RotateLeft", 45.0, 300.0), ("RotateRight", 90.0, 75.0)):
        site.at(x, z, 345.0, 30.0)
        assert site.world.step(Action(name, degrees)).pose == Pose(x, z, yaw, 30.0)


@check
def turning_all_the_way_round_comes_back_to_the_bit(site: Site) -> None:
    x, z = site.cells(1)[0]
    before = site.at(x, z, 15.0).pose
    poses = [site.world.step(Action("RotateLeft", 15.0)).pose for _ in range(24)]
    assert poses[-1] == before
    assert len(set(poses)) == 24


@check
def a_look_changes_the_horizon_alone(site: Site) -> None:
    x, z = site.cells(1)[0]
    for name, degrees, horizon in (("LookDown", 30.0, 30.0), ("LookUp", 15.0, -15.0)):
        site.at(x, z, 45.0)
        assert site.world.step(Action(name, degrees)).pose == Pose(x, z, 45.0, horizon)


@check
def a_look_past_the_limit_is_refused_and_not_cut_short(site: Site) -> None:
    x, z = site.cells(1)[0]
    for start, name in ((45.0, "LookDown"), (60.0, "LookDown"), (-15.0, "LookUp"), (-30.0, "LookUp")):
        site.at(x, z, 0.0, start)
        outcome = site.world.step(Action(name, 30.0))
        assert not outcome.success
        assert "beyond" in outcome.error
        assert outcome.pose == outcome.view.pose == Pose(x, z, 0.0, start)


@check
def done_changes_nothing(site: Site) -> None:
    x, z = site.cells(1)[0]
    before = site.at(x, z, 30.0, 15.0)
    outcome = site.world.step(Action("Done"))
    assert outcome.success
    assert outcome.pose == before.pose
    assert outcome.view.pixels == before.view.pixels


@check
def a_move_into_something_is_refused_and_says_what_it_is(site: Site) -> None:
    named = 0
    for x, z in site.cells(4):
        for yaw in (0.0, 90.0, 180.0, 270.0):
            outcome = site.at(x, z, yaw)
            while outcome.success:
                before = outcome.pose
                outcome = site.world.step(Action("MoveAhead", 1.0))
            assert outcome.pose == before
            assert outcome.error
            named += outcome.blocked_by is not None
    assert named >= 8


@check
def an_amount_that_is_none_is_refused(site: Site) -> None:
    x, z = site.cells(1)[0]
    for name in ("MoveAhead", "RotateRight", "LookDown"):
        for amount in (0.0, -15.0, math.nan, math.inf):
            before = site.at(x, z).pose
            outcome = site.world.step(Action(name, amount))
            assert not outcome.success
            assert outcome.pose == before


@check
def an_action_that_there_is_not_is_an_error(site: Site) -> None:
    with pytest.raises(WorldError, match="MoveBack"):
        site.world.step(Action("MoveBack", 0.25))  # type: ignore[arg-type]


@check
def a_teleport_lands_on_the_very_pose(site: Site) -> None:
    for number, (x, z) in enumerate(site.cells(8)):
        aside = (round(x + 0.0123, 6), round(z - 0.0456, 6))
        at = aside if site.world.can_move(aside, aside) else (x, z)
        pose = Pose(*at, number * 37.5, -30.0 + 15.0 * (number % 7))
        outcome = site.world.teleport(pose)
        assert outcome.success, outcome.error
        assert outcome.pose == outcome.view.pose == pose


@check
def a_teleport_where_the_agent_cannot_be_is_refused(site: Site) -> None:
    x, z = site.cells(1)[0]
    before = site.at(x, z, 15.0).pose
    bulky = max(_standing(site.house), key=lambda item: min(item.size[0], item.size[2]))
    inside = Pose(bulky.position[0], bulky.position[2], 0.0, 0.0)
    for pose in (Pose(-50.0, -50.0, 0.0, 0.0), inside, Pose(x, z, 0.0, 60.1), Pose(x, z, 0.0, -45.0)):
        outcome = site.world.teleport(pose)
        assert not outcome.success
        assert outcome.error
        assert outcome.pose == before


@check
def every_cell_can_be_stood_on_and_left(site: Site) -> None:
    cells = site.grid.cells
    for x, z in site.cells(40):
        site.at(x, z)
        i, j = round(x / site.grid.spacing_m), round(z / site.grid.spacing_m)
        assert {(i + 1, j), (i - 1, j), (i, j + 1), (i, j - 1)} & cells


@check
def what_may_be_walked_can_be_walked_and_the_rest_cannot(site: Site) -> None:
    spacing, tried = site.grid.spacing_m, {True: 0, False: 0}
    for x, z in site.cells(30):
        for yaw in (0.0, 90.0, 180.0, 270.0):
            sine, cosine = sin_cos(yaw)
            for metres in (spacing, 4 * spacing):
                may = site.world.can_move((x, z), (x + metres * sine, z + metres * cosine))
                if tried[may] < 30:
                    site.at(x, z, yaw)
                    assert site.world.step(Action("MoveAhead", metres)).success is may
                    tried[may] += 1
    assert min(tried.values()) >= 10


@check
def asking_what_may_be_walked_leaves_the_agent_where_it_is(site: Site) -> None:
    (x, z), (u, v) = site.cells(2)
    before = site.at(x, z, 45.0, 15.0).view
    answers = site.world.can_move_all(np.array([[x, z, u, v], [u, v, u, v]]))
    assert answers.tolist()[1] is True
    after = site.world.step(Action("Done"))
    assert after.pose == before.pose
    assert after.view.pixels == before.pixels


@check
def the_same_pose_gives_the_same_view_and_picture(site: Site) -> None:
    shown = [_fingerprint(site, view) for view in site.views()]
    site.world.load(site.house)
    assert [_fingerprint(site, view) for view in site.views()] == shown
    assert len(set(shown)) == len(shown)


@check
def pixel_counts_are_those_of_the_masks(site: Site) -> None:
    for view in site.views():
        numbers, counts = np.unique(view.instances[view.instances >= 0], return_counts=True)
        counted = {view.object_ids[k]: int(n) for k, n in zip(numbers, counts, strict=True)}
        assert dict(view.pixels) == counted
        assert view.n_pixels == SETTINGS.image_size**2
        assert view.object_ids == tuple(item.id for item in site.house.objects)
        assert set(view.pixels) <= set(view.distance_m)


@check
def the_flag_is_set_within_the_visibility_distance_only(site: Site) -> None:
    flagged = 0
    for view in site.views(10):
        assert all(view.distance_m[each] <= SETTINGS.visibility_distance_m + 0.01 for each in view.visible)
        assert view.visible <= {item.id for item in site.house.objects}
        flagged += len(view.visible)
    assert flagged


@check
def every_point_that_is_seen_lies_in_the_house(site: Site) -> None:
    ceiling = max(wall.height_m for wall in site.house.walls)
    for horizon in (0.0, 30.0, -30.0):
        for view in site.views(4, horizon):
            heights = _points(view)[view.depth > 0.0][:, 1]
            assert heights.min() > -0.05
            assert heights.max() < ceiling + 0.05


@check
def the_floor_is_below_and_at_height_nought(site: Site) -> None:
    lows = []
    for view in site.views(8, 30.0):
        structure = (view.instances[-1] < 0) & (view.depth[-1] > 0.0)
        lows += _points(view)[-1][structure][:, 1].tolist()
    assert abs(float(np.median(lows))) < 0.02


@check
def masks_lie_on_their_objects(site: Site) -> None:
    things = {item.id: item for item in site.house.objects}
    seen = 0
    for view in site.views(10, 15.0):
        points = _points(view)
        for number, object_id in enumerate(view.object_ids):
            mask = view.instances == number
            if mask.sum() >= 100:
                beside = _beside(points[mask], things[object_id])
                assert (beside > _SLACK_M).mean() <= _STRAY, object_id
                assert view.distance_m[object_id] <= _plane_distance(points[mask], view.pose) + 0.01
                seen += 1
    assert seen >= 5


@check
def a_picture_is_what_it_should_be(site: Site) -> None:
    x, z = site.cells(1)[0]
    site.at(x, z)
    picture = site.world.rgb()
    assert picture.shape == (SETTINGS.image_size, SETTINGS.image_size, 3)
    assert picture.dtype == np.uint8
    assert picture.std() > 1.0


@check
def a_thing_that_is_taken_away_is_gone_until_it_is_put_back(site: Site) -> None:
    view, item = _thing_in_view(site)
    site.world.apply(WorldChange(item.id, None))
    assert item.id not in site.at(*_place(view)).view.pixels
    site.world.apply(WorldChange(item.id, item.position, item.yaw))
    assert item.id in site.at(*_place(view)).view.pixels
    site.world.load(site.house)


@check
def a_thing_that_is_moved_is_seen_where_it_was_put(site: Site) -> None:
    view, item = _thing_in_view(site)
    sine, cosine = sin_cos(view.pose.yaw)
    ahead = (view.pose.x + 0.8 * sine, 1.2, view.pose.z + 0.8 * cosine)
    site.world.apply(WorldChange(item.id, ahead, item.yaw))
    moved = site.at(*_place(view)).view
    assert _beside(_points(moved)[moved.instances == moved.object_ids.index(item.id)], item, ahead).max() < _SLACK_M
    site.world.load(site.house)


@check
def a_thing_that_the_house_does_not_have_cannot_be_moved(site: Site) -> None:
    with pytest.raises(WorldError, match="Nothing"):
        site.world.apply(WorldChange("Nothing|1", None))


def _standing(house: House) -> list[HouseObject]:
    return [item for item in house.objects if item.parent_id is None and item.position[1] - item.size[1] / 2 < 0.1]


def _place(view: View) -> tuple[float, float, float, float]:
    return view.pose.x, view.pose.z, view.pose.yaw, view.pose.horizon


def _thing_in_view(site: Site) -> tuple[View, HouseObject]:
    """A small thing on which nothing stands, and a view of it."""
    bearing = {item.parent_id for item in site.house.objects}
    small = {item.id: item for item in site.house.objects if item.id not in bearing and max(item.size) < 0.5}
    for view in site.views(30, 15.0):
        for object_id, pixels in sorted(view.pixels.items()):
            if object_id in small and pixels >= 30:
                return view, small[object_id]
    raise AssertionError("no small thing is in view anywhere")


def _fingerprint(site: Site, view: View) -> str:
    parts = (view.depth.tobytes(), view.instances.tobytes(), site.world.rgb().tobytes())
    return hashlib.sha256(b"".join(parts)).hexdigest()


def _points(view: View) -> np.ndarray:
    """Height x width x 3, the point in the house that each pixel shows, by the depth alone."""
    size = view.depth.shape[0]
    middle = (np.arange(size) + 0.5) / size * 2.0 - 1.0
    right, up = np.meshgrid(middle, -middle)
    (sin_yaw, cos_yaw), (sin_down, cos_down) = sin_cos(view.pose.yaw), sin_cos(view.pose.horizon)
    level = cos_down + up * sin_down
    rays = np.stack(
        [level * sin_yaw + right * cos_yaw, up * cos_down - sin_down, level * cos_yaw - right * sin_yaw], axis=-1
    )
    return np.array([view.pose.x, EYE_M, view.pose.z]) + rays * view.depth[..., None]


def _beside(points: np.ndarray, item: HouseObject, middle: tuple[float, float, float] | None = None) -> np.ndarray:
    """How far points lie beside an object's box in the plan, metres; 0 inside. Its height is physics' to settle."""
    sine, cosine = sin_cos(item.yaw)
    x, _, z = middle or item.position
    dx, dz = points[:, 0] - x, points[:, 2] - z
    across, along = np.abs(dx * cosine - dz * sine), np.abs(dx * sine + dz * cosine)
    return np.maximum(across - item.size[0] / 2, along - item.size[2] / 2).clip(min=0.0)


def _plane_distance(points: np.ndarray, pose: Pose) -> float:
    return float(np.hypot(points[:, 0] - pose.x, points[:, 2] - pose.z).min())
