"""The embedded world: a `World` that needs no engine, no GPU and no network, and is the same everywhere."""

import math
from collections.abc import Iterable, Iterator
from functools import cached_property

import numpy as np

from schemas.errors import WorldError
from schemas.identity import digest_of
from schemas.settings import EpisodeSettings
from tasks.houses.house import House
from tasks.worlds.angles import normal_yaw, sin_cos
from tasks.worlds.base import ACTION_NAMES, Action, Grid, Pose, RgbImage, StepOutcome, View, WorldChange
from tasks.worlds.embedded.arrays import F64, Flags
from tasks.worlds.embedded.camera import camera_at
from tasks.worlds.embedded.kernel_cache import sources_digest
from tasks.worlds.embedded.motion import all_free, earliest_hit, is_free, on_floor
from tasks.worlds.embedded.reach import reachable, standing_place
from tasks.worlds.embedded.renderer import Renderer
from tasks.worlds.embedded.scene import Scene

VERSION = 1


class EmbeddedWorld:
    """One house at a time, one agent in it. Not thread-safe; a process may hold many."""

    def __init__(self, settings: EpisodeSettings | None = None, supersampling: int = 1) -> None:
        """`supersampling` 2 smooths edges at about a quarter of the speed; off by default. Views don't depend on it."""
        if supersampling < 1:
            raise WorldError(f"supersampling {supersampling} draws nothing; use 1 (off), 2 or 3.")
        self._settings = settings or EpisodeSettings()
        self._supersampling = supersampling
        self._renderer = Renderer(self._settings.image_size, self._settings.field_of_view_deg, supersampling)
        self._scene: Scene | None = None
        self._pose = Pose(0.0, 0.0, 0.0, 0.0)

    @cached_property
    def fingerprint(self) -> str:
        """`embedded/1:256:90:` and a digest over the sources and the settings that a view depends on."""
        s = self._settings
        seen = (s.visibility_distance_m, s.min_horizon_deg, s.max_horizon_deg, s.grid_m, self._supersampling)
        digest = digest_of([sources_digest(), seen])
        return f"embedded/{VERSION}:{s.image_size}:{s.field_of_view_deg}:{digest[:12]}"

    @property
    def pose(self) -> Pose:
        return self._pose

    def load(self, house: House) -> Grid:
        """Enter a house as its file tells it; earlier changes are forgotten.

        The agent stands at the house's own start, or at the free cell nearest to it where that is blocked. Raises
        WorldError where there is no room to stand at all.
        """
        scene = Scene(house)
        spacing = self._settings.grid_m
        x, z, cell = standing_place(scene, house.start[:2], spacing)
        self._scene = scene
        self._pose = Pose(_rounded(x), _rounded(z), normal_yaw(house.start[2]), 0.0)
        return reachable(scene, cell, spacing)

    def teleport(self, pose: Pose) -> StepOutcome:
        """Put the agent at a pose; refused off the floor, inside things and past the limits of its neck."""
        scene = self._loaded()
        wanted = Pose(_rounded(pose.x), _rounded(pose.z), normal_yaw(pose.yaw), float(pose.horizon))
        limits = self._settings.min_horizon_deg, self._settings.max_horizon_deg
        if not limits[0] <= wanted.horizon <= limits[1]:
            return self._refused(f"a horizon of {wanted.horizon:g} degrees is outside {limits[0]} to {limits[1]}")
        at = (wanted.x, wanted.z)
        if not on_floor(*scene.obstacles.rooms, *at):
            return self._refused(f"there is no floor at ({wanted.x:g}, {wanted.z:g})")
        hit = earliest_hit(scene.obstacles.rects, *at, *at)
        if hit >= 0:
            blocker = scene.obstacles.owner(hit)
            return self._refused(f"{blocker} is in the way at ({wanted.x:g}, {wanted.z:g})", blocker)
        self._pose = wanted
        return self._done()

    def step(self, action: Action) -> StepOutcome:
        """Act once. A refused action leaves the pose as it was; WorldError for an action that there is not."""
        self._loaded()
        if action.name not in ACTION_NAMES:
            raise WorldError(f"there is no action {action.name!r}; there are {', '.join(ACTION_NAMES)}.")
        amount = action.magnitude
        if action.name == "Done":
            return self._done()
        if not (math.isfinite(amount) and amount > 0.0):
            return self._refused(f"{action.name} needs a positive magnitude, not {amount:g}")
        if action.name == "MoveAhead":
            return self._move(amount)
        if action.name in ("LookUp", "LookDown"):
            return self._look(amount if action.name == "LookDown" else -amount)
        yaw = self._pose.yaw + (amount if action.name == "RotateRight" else -amount)
        self._pose = Pose(self._pose.x, self._pose.z, normal_yaw(yaw), self._pose.horizon)
        return self._done()

    def view(self) -> View:
        """What is to be known about the picture from the current pose."""
        return self._view(self._pose)

    def views(self, poses: Iterable[Pose]) -> Iterator[View]:
        """Views from other poses, wherever they are; the agent stays where it is."""
        self._loaded()
        return (self._view(pose) for pose in poses)

    def rgb(self) -> RgbImage:
        scene = self._loaded()
        return self._renderer.rgb(scene.mesh, scene.lightmap, camera_at(self._pose))

    def light_house(self) -> None:
        """Work out the light of every face at once; `rgb` does it for the faces in its picture as they come."""
        scene = self._loaded()
        scene.lightmap.light_all(scene.mesh)

    def triangles(self) -> F64:
        """T x 3 x 3, all that is drawn at present, for an independent ray caster."""
        return self._loaded().mesh.triangles()[0]

    def can_stand(self, x: float, z: float) -> bool:
        """Whether the body fits at a point of the plan, with floor under it."""
        return self.can_move((x, z), (x, z))

    def can_move(self, start: tuple[float, float], end: tuple[float, float]) -> bool:
        """Whether the agent's body fits along the straight plan segment from start to end (x, z)."""
        scene = self._loaded()
        (ax, az), (bx, bz) = start, end
        obstacles = scene.obstacles
        return bool(is_free(obstacles.rects, *obstacles.rooms, float(ax), float(az), float(bx), float(bz)))

    def can_move_all(self, segments: F64) -> Flags:
        """`can_move` for many segments at once: n x 4, start x, start z, end x, end z."""
        scene = self._loaded()
        free = np.zeros(len(segments), np.bool_)
        all_free(scene.obstacles.rects, *scene.obstacles.rooms, np.ascontiguousarray(segments, np.float64), free)
        return free

    def apply(self, change: WorldChange) -> None:
        """Move or remove an object, with what stands on it; the next view and the next move know it."""
        self._loaded().apply(change)

    def close(self) -> None:
        self._scene = None

    def _loaded(self) -> Scene:
        if self._scene is None:
            raise WorldError("the embedded world holds no house; call load(house) first.")
        return self._scene

    def _move(self, metres: float) -> StepOutcome:
        scene, pose = self._loaded(), self._pose
        sine, cosine = sin_cos(pose.yaw)
        x, z = _rounded(pose.x + metres * sine), _rounded(pose.z + metres * cosine)
        hit = earliest_hit(scene.obstacles.rects, pose.x, pose.z, x, z)
        if hit >= 0:
            blocker = scene.obstacles.owner(hit)
            offset = f"({x - pose.x:.4f}, 0.0000, {z - pose.z:.4f})"
            return self._refused(f"{blocker} is blocking Agent 0 from moving by {offset}", blocker)
        if not on_floor(*scene.obstacles.rooms, x, z):
            return self._refused(f"there is no floor at ({x:g}, {z:g})")
        self._pose = Pose(x, z, pose.yaw, pose.horizon)
        return self._done()

    def _look(self, degrees: float) -> StepOutcome:
        """Past its limits a look is refused, never cut short, as in AI2-THOR."""
        horizon = self._pose.horizon + degrees
        low, high = self._settings.min_horizon_deg, self._settings.max_horizon_deg
        if horizon > high:
            return self._refused(f"can't look down beyond {high} degrees below the forward horizon")
        if horizon < low:
            return self._refused(f"can't look up beyond {-low} degrees above the forward horizon")
        self._pose = Pose(self._pose.x, self._pose.z, self._pose.yaw, horizon)
        return self._done()

    def _done(self) -> StepOutcome:
        return StepOutcome(True, self._pose, self.view())

    def _refused(self, error: str, blocked_by: str | None = None) -> StepOutcome:
        return StepOutcome(False, self._pose, self.view(), error, blocked_by)

    def _view(self, pose: Pose) -> View:
        scene = self._loaded()
        ids = scene.object_ids
        seen = self._renderer.measure(scene.mesh, camera_at(pose), len(ids))
        found = [int(k) for k in np.flatnonzero(seen.counts)]
        distance = {ids[k]: math.sqrt(float(seen.nearest2[k])) for k in found}
        return View(
            pose=pose,
            depth=seen.depth,
            instances=seen.instances,
            object_ids=ids,
            pixels={ids[k]: int(seen.counts[k]) for k in found},
            distance_m=distance,
            visible=frozenset(key for key, d in distance.items() if d <= self._settings.visibility_distance_m),
        )


def _rounded(metres: float) -> float:
    """To a millionth of a metre, so that a pose read back from a table is the pose."""
    return round(metres, 6) + 0.0
