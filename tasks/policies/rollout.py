"""The rollout harness: policies walk episodes in worlds, and what happened becomes rows (A, section 3.4).

A policy is asked for many episodes at once, each walked in a world of its own, so that one GPU or server is kept busy;
an episode that ends makes place for the next. Neither the number at once nor the order can change a row, as long as the
policy itself decides by its glimpses alone.
"""

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import polars as pl

from schemas.errors import AnswererError, LadderError
from schemas.settings import EpisodeSettings
from schemas.tables import OWN, rows_frame
from tasks.houses.house import House
from tasks.houses.rooms import RoomGraph
from tasks.policies.base import Decision, Goal, Policy
from tasks.policies.walker import TABLES, Told, Walker
from tasks.worlds.base import ACTION_NAMES, World

Row = dict[str, Any]


class _Lane:
    """A world with the house that it holds, and the walk under way in it."""

    def __init__(self, world: World, houses: Mapping[str, House]) -> None:
        self._world, self._houses = world, houses
        self._house: House | None = None
        self._graph: RoomGraph | None = None
        self.walker: Walker | None = None

    def enter(self, episode: Row, goal: Goal, told: Told) -> None:
        """Put the agent at an episode's spawn, in its house."""
        house = self._houses[episode["house_id"]]
        if house is not self._house:
            self._house, self._graph = None, RoomGraph(house)
            self._world.load(house)
            self._house = house
        assert self._graph is not None
        self.walker = Walker(self._world, house, self._graph, episode, goal, told)
        self.walker.begin()


def roll_out(
    open_worlds: Callable[[int], Sequence[World]],
    houses: Mapping[str, House],
    episodes: pl.DataFrame,
    goals: Mapping[str, Goal],
    policy: Policy,
    rung: str,
    settings: EpisodeSettings,
    seed: int,
    at_once: int = 1,
) -> dict[str, pl.DataFrame]:
    """Walk every episode; rows of `navigation`, `steps`, `own_frames`, `own_images` and `own_observations`.

    Args:
        open_worlds: Opens that many worlds with the generation's fingerprint; whoever passes it closes them.
        houses: By id, all that the episodes are in.
        episodes: Rows of `episodes`.
        goals: By episode id, what the policy is told.
        policy: Who walks.
        rung: Name of the rung, under which the rows are kept.
        settings: Constants of the episodes.
        seed: Of the detector's faults.
        at_once: Episodes that are walked at the same time, one world each.

    Raises:
        WorldError: A house cannot be entered. A world that fails within a walk ends that walk alone.
        AnswererError: The policy failed, or chose an action that the menu does not have.
    """
    told = Told(rung, policy.name, policy.senses, settings, seed, goes_on=not policy.asks_a_model)
    waiting = deque(episodes.sort("house_id", "episode_id").iter_rows(named=True))
    lanes = [_Lane(world, houses) for world in open_worlds(max(1, min(at_once, len(waiting))))]
    rows: dict[str, list[Row]] = {table: [] for table in TABLES}
    busy: list[_Lane] = []
    while waiting or busy:
        idle = [lane for lane in lanes if lane not in busy]
        for lane in idle[: len(waiting)]:
            episode = waiting.popleft()
            lane.enter(episode, goals[episode["episode_id"]], told)
            busy.append(lane)
        _decide([lane.walker for lane in busy if lane.walker and not lane.walker.is_over], policy, settings)
        for lane in [lane for lane in busy if lane.walker and lane.walker.is_over]:
            busy.remove(lane)
            _keep(lane.walker, rows)
            policy.forget(lane.walker.episode_id if lane.walker else "")
            lane.walker = None
    return _frames(rows)


def _decide(walkers: Sequence[Walker], policy: Policy, settings: EpisodeSettings) -> None:
    """One decision of each walk, and what it leads to."""
    if not walkers:
        return
    glimpses = [walker.glimpse() for walker in walkers]
    try:
        decisions = policy.act(glimpses)
    except LadderError:
        raise
    except Exception as error:  # a user's own class may raise anything
        at = ", ".join(f"{each.goal.episode_id} step {each.t}" for each in glimpses[:3])
        raise AnswererError(
            f"policy `{policy.name}` failed at {at}: {type(error).__name__}: {error}. Mend it and run the same command "
            "again; what was walked before is kept."
        ) from error
    if len(decisions) != len(glimpses):
        raise AnswererError(
            f"policy `{policy.name}` made {len(decisions)} decisions of {len(glimpses)} glimpses. It must return one each, "
            "in their order."
        )
    for walker, decision in zip(walkers, decisions, strict=True):
        _check(decision, policy, walker.episode_id, settings)
        walker.take(decision)


def _check(decision: Decision, policy: Policy, episode_id: str, settings: EpisodeSettings) -> None:
    """Refuse an action that is not on the menu: the reference had the same one, and so must whoever is compared with it."""
    action = decision.action
    if action is None or action.name == "Done":
        return
    menu: Iterable[float] = ()
    if action.name == "MoveAhead":
        menu = settings.moves_m
    elif action.name in ACTION_NAMES:
        menu = settings.turns_deg if action.name.startswith("Rotate") else settings.looks_deg
    if action.magnitude not in menu:
        allowed = ", ".join(f"{each:g}" for each in menu) or f"no such action; it has {', '.join(ACTION_NAMES)}"
        raise AnswererError(
            f"policy `{policy.name}` chose {action.name} {action.magnitude:g} in {episode_id}, which the menu does not have: "
            f"{allowed}. Choose from `EpisodeSettings`."
        )


def _keep(walker: Walker | None, rows: dict[str, list[Row]]) -> None:
    if walker is not None:
        for table, each in walker.rows().items():
            rows[table] += each


def _frames(rows: Mapping[str, list[Row]]) -> dict[str, pl.DataFrame]:
    """In the order of their keys, whichever walk ended first."""
    keys = {"navigation": ["episode_id"], OWN["observations"]: ["episode_id", "t", "object_id"]}
    return {
        table: rows_frame(table, each).sort(keys.get(table, ["episode_id", "t"])) for table, each in rows.items()
    }
