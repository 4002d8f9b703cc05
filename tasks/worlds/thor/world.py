"""AI2-THOR as a `World`: actions to the engine, events back to outcomes (A, section 3.1).

The engine counts in single precision. So the pose that was meant is kept where the engine's own agrees with it within a
tolerance, and a stored pose leads back to itself; where the engine put the agent elsewhere, the engine's counts.
"""

import math
from functools import cached_property
from itertools import islice
from typing import Any

import numpy as np
from numpy.typing import NDArray

from schemas.errors import WorldError
from schemas.identity import digest_of
from schemas.settings import EpisodeSettings
from tasks.houses.house import House, Point
from tasks.worlds.angles import normal_yaw
from tasks.worlds.base import ACTION_NAMES, Action, Grid, Pose, RgbImage, StepOutcome, View, WorldChange
from tasks.worlds.embedded.kernel_cache import sources_digest
from tasks.worlds.lost import PlayerLostError
from tasks.worlds.thor.builds import VERSION
from tasks.worlds.thor.changes import calls, put
from tasks.worlds.thor.free_moves import FreeMoves
from tasks.worlds.thor.metadata import agent_of, blocker_in, objects_of, positions_of, visible_of
from tasks.worlds.thor.picture import rgb_of, view_of
from tasks.worlds.thor.plan import Cell, Plan
from tasks.worlds.thor.player import Initialize, Player, let_go, shared_player
from tasks.worlds.thor.poses import POSITION_TOLERANCE_M, agree, meant, rounded, told
from tasks.worlds.thor.settings import ThorSettings
from tasks.worlds.thor.sources import adapter_digest

_STANDING_M = 0.95
"""Height of the agent's middle in ProcTHOR's files."""
_PLACES_TRIED = 60
"""Cells near a blocked start at which the agent is tried."""
_AMOUNTS = {"MoveAhead": "moveMagnitude", "RotateLeft": "degrees", "RotateRight": "degrees", "LookUp": "degrees"}
_UNDRAWN = {"renderImage": False}


class ThorWorld:
    """One house at a time, one agent in it. A process holds one player, so one such world can be in use at a time."""

    def __init__(self, settings: EpisodeSettings | None = None, thor: ThorSettings | None = None) -> None:
        """Nothing is started before a house is loaded. `thor` comes from the environment where it is left out."""
        self._settings = settings or EpisodeSettings()
        self._thor = thor or ThorSettings.from_environment()
        self._player: Player | None = None
        self._house: House | None = None
        self._pose = Pose(0.0, 0.0, 0.0, 0.0)
        self._height_m = 0.0
        self._event: Any = None
        self._away: set[str] = set()

    @cached_property
    def fingerprint(self) -> str:
        """`thor/5.0.0:<player>:256:90:` and a digest over the adapter's sources and the settings of a view.

        The rule by which moves are planned is among the sources, for it decides which episodes are found.
        """
        s = self._settings
        seen = (s.visibility_distance_m, s.min_horizon_deg, s.max_horizon_deg, s.grid_m, self._thor.quality)
        digest = digest_of([adapter_digest(), sources_digest(), seen])
        return f"thor/{VERSION}:{self._thor.player}:{s.image_size}:{s.field_of_view_deg}:{digest[:12]}"

    @property
    def pose(self) -> Pose:
        return self._pose

    @property
    def player(self) -> Player:
        """This process's player, held by this world until it is closed. Raises WorldError where another holds it."""
        if self._player is None:
            s = self._settings
            start = Initialize(s.image_size, s.field_of_view_deg, s.grid_m, s.visibility_distance_m)
            self._player = shared_player(self._thor, start)
        return self._player

    def load(self, house: House) -> Grid:
        """Have the engine build a house; the agent stands at the house's own start, or near it where that is blocked.

        Raises:
            PlayerLostError: The player crashed or hung.
            WorldError: The engine refuses the house, or there is no place to stand.
        """
        player, self._house = self.player, None
        player.enter(house.document, house.id)
        self._house, self._plan, self._away = house, Plan(house), set()
        self._index = {item.id: number for number, item in enumerate(house.objects)}
        self._height_m = _told_height(house)
        try:
            return self._look_round(house)
        except WorldError:
            self._house = None
            raise

    def teleport(self, pose: Pose) -> StepOutcome:
        """Put the agent at a pose; refused where the engine lets it not stand or look.

        Raises WorldError where the engine says that it did so and put the agent elsewhere.
        """
        wanted = Pose(rounded(pose.x), rounded(pose.z), normal_yaw(pose.yaw), float(pose.horizon))
        limits = self._settings.min_horizon_deg, self._settings.max_horizon_deg
        if not limits[0] <= wanted.horizon <= limits[1]:
            return self._refused(f"a horizon of {wanted.horizon:g} degrees is outside {limits[0]} to {limits[1]}")
        self._event = self._put(wanted)
        if not self._event:
            return self._refused(self._event.metadata["errorMessage"])
        engine = told(agent_of(self._event.metadata))
        if not agree(engine, wanted):
            raise WorldError(
                f"AI2-THOR put the agent at {engine} in place of {wanted}: this player is not to be trusted."
            )
        self._pose = wanted
        return self._done()

    def step(self, action: Action) -> StepOutcome:
        """Act once. A refused action leaves the pose as it was; WorldError for an action that there is not."""
        self._entered()
        if action.name not in ACTION_NAMES:
            raise WorldError(f"there is no action {action.name!r}; there are {', '.join(ACTION_NAMES)}.")
        amount = action.magnitude
        if action.name != "Done" and not (math.isfinite(amount) and amount > 0.0):
            return self._refused(f"{action.name} needs a positive magnitude, not {amount:g}")
        arguments = {} if action.name == "Done" else {_AMOUNTS.get(action.name, "degrees"): amount}
        self._event = self._do(action.name, **arguments)
        engine = told(agent_of(self._event.metadata))
        wanted = meant(self._pose, action) if self._event else self._pose
        self._pose = wanted if agree(engine, wanted) else engine
        return self._done() if self._event else self._refused(self._event.metadata["errorMessage"])

    def rgb(self) -> RgbImage:
        """The picture that came with the last action: the engine draws one each time."""
        self._entered()
        return rgb_of(self._event)

    def can_move(self, start: Point, end: Point) -> bool:
        """Whether the agent's body fits along the straight plan segment from start to end (x, z)."""
        return bool(self.can_move_all(np.array([[*start, *end]], np.float64))[0])

    def can_move_all(self, segments: NDArray[np.float64]) -> NDArray[np.bool_]:
        """The same for many segments, n x 4: by the plan, and by the engine where it knows better (free_moves.py)."""
        self._entered()
        return self._moves.all(segments, done=lambda: self.teleport(self._pose))

    def apply(self, change: WorldChange) -> None:
        """Move or remove an object, with what stands on it; the next view and the next move know it.

        Raises WorldError for an object that the house does not have, or where the engine refuses.
        """
        self._entered()
        for object_id, each in self._plan.apply(change).items():
            for action, arguments in calls(each, is_away=object_id in self._away):
                self._event = self._must(action, **arguments)
            if each.position is None:
                self._away.add(object_id)
                continue
            self._away.discard(object_id)
            there = {item.id: item for item in objects_of(self._event.metadata)}
            action, arguments = put(each, there[object_id])
            self._event = self._must(action, **arguments)
        self._moves.forget()

    def close(self) -> None:
        """Let the player go; it stays for the next world of this process, and ends with the process."""
        self._house = None
        if self._player is not None:
            self._player = None
            let_go()

    def _look_round(self, house: House) -> Grid:
        """Find a place to stand, learn what can be reached from there, and go to the start."""
        start, cell = self._standing_place(house)
        there = self._put(Pose(*self._position(cell), 0.0, 0.0))
        if not there:
            raise WorldError(f"AI2-THOR does not let the agent stand twice at cell {cell} of house {house.id}.")
        self._height_m = agent_of(there.metadata).y
        grid = Grid(self._settings.grid_m, frozenset(self._cells()))
        self._moves = FreeMoves(self._plan, grid, self._walks)
        outcome = self.teleport(start)
        if not outcome.success:
            raise WorldError(f"AI2-THOR does not let the agent back to its start in house {house.id}: {outcome.error}")
        return grid

    def _entered(self) -> House:
        if self._house is None:
            raise WorldError("AI2-THOR holds no house; call load(house) first.")
        return self._house

    def _do(self, action: str, **arguments: Any) -> Any:
        """The event of an action, refused or not; a lost player leaves no house."""
        self._entered()
        try:
            return self.player.step(action, **arguments)
        except PlayerLostError:
            self._house = None
            raise

    def _must(self, action: str, **arguments: Any) -> Any:
        """The event of an action that has to succeed; WorldError with the engine's own message where it does not."""
        event = self._do(action, **arguments)
        if not event:
            message = event.metadata["errorMessage"]
            raise WorldError(
                f"AI2-THOR refuses {action} in house {self._entered().id}: {message or 'it gives no reason'}."
            )
        return event

    def _put(self, pose: Pose, **more: Any) -> Any:
        return self._do(
            "TeleportFull",
            position={"x": pose.x, "y": self._height_m, "z": pose.z},
            rotation={"x": 0.0, "y": pose.yaw, "z": 0.0},
            horizon=pose.horizon,
            standing=True,
            **more,
        )

    def _walks(self, start: Point, end: Point) -> bool:
        """Whether the engine lets the agent go straight from start to end; it is left where that leads."""
        dx, dz = end[0] - start[0], end[1] - start[1]
        metres = math.sqrt(dx * dx + dz * dz)
        if not self._put(Pose(*start, normal_yaw(math.degrees(math.atan2(dx, dz))), 0.0), **_UNDRAWN):
            return False
        return metres == 0.0 or bool(self._do("MoveAhead", moveMagnitude=metres, **_UNDRAWN))

    def _standing_place(self, house: House) -> tuple[Pose, Cell]:
        """Where the agent stands at first, and the cell from which its grid grows; as the embedded world chooses them."""
        x, z, yaw = house.start
        near = list(islice(self._plan.cells_near((x, z), self._settings.grid_m), _PLACES_TRIED))
        if self._put(Pose(x, z, normal_yaw(yaw), 0.0)):
            for cell in near[:9]:
                at = self._position(cell)
                if self._plan.is_free((x, z), at) and self._put(Pose(*at, 0.0, 0.0)):
                    return Pose(x, z, yaw, 0.0), cell
        for cell in near:
            if self._put(Pose(*self._position(cell), 0.0, 0.0)):
                return Pose(*self._position(cell), yaw, 0.0), cell
        raise WorldError(
            f"AI2-THOR does not let the agent stand anywhere near the start of house {house.id}; leave this house out."
        )

    def _position(self, cell: Cell) -> Point:
        return cell[0] * self._settings.grid_m, cell[1] * self._settings.grid_m

    def _cells(self) -> list[Cell]:
        """The cells that the engine reaches from where the agent stands, on a cell."""
        spacing = self._settings.grid_m
        cells = []
        for x, _, z in positions_of(self._must("GetReachablePositions").metadata):
            cell = round(x / spacing), round(z / spacing)
            if max(abs(x - cell[0] * spacing), abs(z - cell[1] * spacing)) > 10 * POSITION_TOLERANCE_M:
                raise WorldError(f"AI2-THOR reaches ({x:g}, {z:g}), which is off the grid of {spacing:g} m.")
            cells.append(cell)
        return cells

    def _done(self) -> StepOutcome:
        return StepOutcome(True, self._pose, self._view())

    def _refused(self, error: str) -> StepOutcome:
        return StepOutcome(False, self._pose, self._view(), error, blocker_in(error))

    def _view(self) -> View:
        self._entered()
        flagged = visible_of(self._event.metadata)
        far_m = self.player.far_plane_m
        return view_of(self._event, self._pose, flagged, self._index, self._settings.field_of_view_deg, far_m)


def _told_height(house: House) -> float:
    """Height at which the house's file has the agent's middle, metres; the engine lets it down to the floor from there."""
    agent = house.document["metadata"].get("agent") or {}
    return float(agent.get("position", {}).get("y", _STANDING_M))
