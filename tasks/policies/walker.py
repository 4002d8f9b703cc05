"""One walk: the world's side of an episode, from its spawn to its end, and the rows that it leaves."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from schemas.errors import WorldError
from schemas.settings import EpisodeSettings
from schemas.tables import OWN
from tasks.episodes.batch import image_row
from tasks.episodes.plane import distance
from tasks.episodes.rows import frame_row, observation_rows, pixel_hash, spawn_of
from tasks.episodes.success import sight_of
from tasks.episodes.walk import Step
from tasks.houses.house import House
from tasks.houses.rooms import RoomGraph
from tasks.policies.base import Decision, Glimpse, Goal, Senses
from tasks.policies.ending import Counts, Ending, done_ending, navigation_row
from tasks.policies.stops import Course, budget_of, lenient_rule, paper_rule
from tasks.worlds.agent_view import Moment, agent_view
from tasks.worlds.angles import normal_yaw, sin_cos
from tasks.worlds.base import Pose, StepOutcome, World
from tasks.worlds.lost import PlayerLostError

Row = dict[str, Any]
TABLES = ("navigation", "steps", *OWN.values())

_UNREAD = "no action could be read"


@dataclass(frozen=True, slots=True)
class Told:
    """What is the same for all walks of a rung."""

    rung: str
    policy: str
    senses: Senses
    settings: EpisodeSettings
    seed: int
    """Of the detector's faults."""
    goes_on: bool
    """Whether a walk that is stuck by A's rule is followed until the other rule ends it too. Nothing that comes after is
    kept but how it ended."""


class Walker:
    """Walks one episode, a decision at a time."""

    def __init__(
        self, world: World, house: House, graph: RoomGraph, episode: Mapping[str, Any], goal: Goal, told: Told
    ) -> None:
        """`world` holds `house`, whose rooms `graph` joins; `episode` is a row of `episodes`."""
        self._world, self._house, self._graph, self._episode = world, house, graph, episode
        self._goal, self._told = goal, told
        self._types = {item.id: item.type for item in house.objects}
        self._spawn = spawn_of(episode)
        budget = budget_of(episode["n_actions"], told.settings)
        self._paper, self._lenient = paper_rule(budget, told.settings), lenient_rule(budget, told.settings)
        self._counts, self._n_frames = Counts(), 0
        self._ending: Ending | None = None
        self._last_ending: Ending | None = None
        self._step: Step | None = None
        self._rows: dict[str, list[Row]] = {table: [] for table in TABLES}

    @property
    def episode_id(self) -> str:
        return self._goal.episode_id

    @property
    def is_over(self) -> bool:
        return self._last_ending is not None or (self._ending is not None and not self._told.goes_on)

    def begin(self) -> None:
        """Stand at the spawn pose and look."""
        try:
            outcome = self._world.teleport(self._spawn)
            if not outcome.success:
                raise WorldError(f"spawn pose {self._spawn} is refused: {outcome.error}.")
            self._observe(None, outcome, outcome.success, outcome.error)
        except PlayerLostError:
            raise
        except WorldError as error:
            self.fail(str(error))

    def glimpse(self) -> Glimpse:
        """What the policy gets of this moment."""
        step = self._step
        assert step is not None
        assert step.rgb is not None
        told = self._told
        moment = Moment(told.seed, self.episode_id, step.t)
        seen = agent_view(step.view, step.rgb, self._types, told.senses, moment, told.settings)
        return Glimpse(self._goal, step.t, seen, relative(step.pose, self._spawn), step.success)

    def take(self, decision: Decision) -> None:
        """Carry out a decision."""
        assert self._step is not None
        if decision.error:
            self.fail(decision.error)
        elif decision.action is not None and decision.action.name == "Done":
            self._counts = self._counts.and_done(compliant=decision.compliant)
            self._say(replace(self._step, t=self._step.t + 1, action=decision.action, success=True, error=""), decision)
            self._end_with(done_ending(self._step.view, self._counts, self._episode, self._types, self._told.settings))
        else:
            try:
                self._act(decision)
            except PlayerLostError:
                raise
            except WorldError as error:
                self.fail(str(error))

    def fail(self, reason: str) -> None:
        """End the walk where it is: it could not be carried on, through no decision of the policy's."""
        self._end_with(self._ending_now("error", reason))

    def rows(self) -> dict[str, list[Row]]:
        """By table, up to where A's rule ends the walk."""
        assert self._ending is not None
        row = navigation_row(
            self._told.rung,
            self._told.policy,
            self._episode,
            self._house,
            self._ending,
            self._last_ending,
            self._n_frames,
        )
        return {**self._rows, "navigation": [row]}

    def _act(self, decision: Decision) -> None:
        before = self._step
        assert before is not None
        if decision.action is None:
            outcome = StepOutcome(False, before.pose, before.view, _UNREAD)
        else:
            outcome = self._world.step(decision.action)
        moved_m = distance((before.pose.x, before.pose.z), (outcome.pose.x, outcome.pose.z))
        self._count(decision, outcome, moved_m)
        self._observe(decision, outcome, outcome.success, outcome.error)
        looked = outcome.success and decision.action is not None and decision.action.name != "MoveAhead"
        course = Course(progressed=moved_m > 0.0, looked=looked)
        stopped, stopped_too = self._paper.after(course), self._lenient.after(course)
        if stopped and self._ending is None:
            self._ending = self._ending_now(stopped)
        if stopped_too:
            self._last_ending = self._ending_now(stopped_too)

    def _count(self, decision: Decision, outcome: StepOutcome, moved_m: float) -> None:
        c, acted = self._counts, decision.action is not None
        self._counts = Counts(
            n_decisions=c.n_decisions + 1,
            n_actions=c.n_actions + acted,
            n_invalid=c.n_invalid + (acted and not outcome.success),
            n_null=c.n_null + (not acted),
            n_compliant=c.n_compliant + decision.compliant,
            path_m=c.path_m + moved_m,
        )

    def _observe(self, decision: Decision | None, outcome: StepOutcome, success: bool, error: str) -> None:
        """Draw the picture and keep its rows, unless A's rule has ended the walk already."""
        t = self._step.t + 1 if self._step else 0
        action = decision.action if decision else None
        step = Step(t, action, outcome.pose, outcome.view, self._world.rgb(), success, error)
        self._step = step
        if self._ending is not None:
            return
        self._n_frames += 1
        own = {
            "frames": [frame_row(self.episode_id, step, self._graph, self._house)],
            "images": [image_row(self.episode_id, step)],
            "observations": observation_rows(self.episode_id, step, self._house),
        }
        for name, table in OWN.items():
            self._rows[table] += [{**row, "rung": self._told.rung} for row in own[name]]
        self._say(step, decision)

    def _say(self, step: Step, decision: Decision | None) -> None:
        """The row of `steps`."""
        if self._ending is not None:
            return
        is_done = step.action is not None and step.action.name == "Done"
        self._rows["steps"].append(
            {
                "rung": self._told.rung,
                "episode_id": self.episode_id,
                "t": step.t,
                "action": step.action.name if step.action else None,
                "magnitude": step.action.magnitude if step.action else None,
                "success": step.success,
                "error": step.error,
                "raw": decision.raw if decision else None,
                "compliant": decision.compliant if decision else None,
                "graph": (decision.graph or None) if decision else None,
                "x": step.pose.x,
                "z": step.pose.z,
                "yaw": step.pose.yaw,
                "horizon": step.pose.horizon,
                "pixel_hash": None if is_done or step.rgb is None else pixel_hash(step.rgb),
            }
        )

    def _ending_now(self, termination: str, error: str = "") -> Ending:
        pose = self._step.pose if self._step else self._spawn
        sight = sight_of(self._step.view, self._episode["target_id"]) if self._step else None
        return Ending(termination, self._counts, (pose.x, pose.z), sight, error=error)

    def _end_with(self, ending: Ending) -> None:
        """Both rules end here, where A's has not done so before."""
        self._ending = self._ending or ending
        self._last_ending = ending


def relative(pose: Pose, spawn: Pose) -> Pose:
    """A pose as odometry tells it: the spawn is (0, 0) at yaw 0, z ahead of it and x to its right; to a micrometre."""
    sine, cosine = sin_cos(spawn.yaw)
    dx, dz = pose.x - spawn.x, pose.z - spawn.z
    x, z = dx * cosine - dz * sine, dx * sine + dz * cosine
    return Pose(round(x, 6) + 0.0, round(z, 6) + 0.0, normal_yaw(pose.yaw - spawn.yaw), pose.horizon)
