"""The rollout harness: policies walk episodes in worlds, and what happened becomes rows (A, section 3.4).

A policy is asked for many episodes at once, each walked in a world of its own, so that one GPU or server is kept busy;
an episode that ends makes place for the next. Neither the number at once nor the order can change a row, as long as the
policy itself decides by its glimpses alone.
"""

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from typing import Any

import polars as pl

from schemas.errors import AnswererError, LadderError
from schemas.settings import EpisodeSettings
from schemas.tables import OWN, rows_frame
from tasks.houses.house import House
from tasks.policies.base import Decision, Goal, Policy
from tasks.policies.lane import Lane
from tasks.policies.menu import magnitudes
from tasks.policies.walker import TABLES, Told, Walker
from tasks.worlds.base import ACTION_NAMES, World
from tasks.worlds.lost import Mishap

Row = dict[str, Any]


def roll_out(
    worlds: Sequence[World],
    houses: Mapping[str, House],
    episodes: pl.DataFrame,
    goals: Mapping[str, Goal],
    policy: Policy,
    rung: str,
    settings: EpisodeSettings,
    seed: int,
    note: Callable[[Mishap], None] = lambda mishap: None,
    each: Callable[[], None] = lambda: None,
) -> dict[str, pl.DataFrame]:
    """Walk every episode; rows of `navigation`, `steps`, `own_frames`, `own_images` and `own_observations`.

    Args:
        worlds: Of the generation's fingerprint; as many episodes are walked at once.
        houses: By id, all that the episodes are in.
        episodes: Rows of `episodes`.
        goals: By episode id, what the policy is told.
        policy: Who walks.
        rung: Name of the rung, under which the rows are kept.
        settings: Constants of the episodes.
        seed: Of the detector's faults.
        note: Is told of every loss of an engine; the walk it cost is begun again.
        each: Called with every walk that is over.

    Raises:
        WorldError: A house cannot be entered. A world that fails within a walk ends that walk alone.
        AnswererError: The policy failed, or chose an action that the menu does not have.
    """
    told = Told(rung, policy.name, policy.senses, settings, seed, goes_on=not policy.asks_a_model)
    waiting = deque(episodes.sort("house_id", "episode_id").iter_rows(named=True))
    lanes = [Lane(world, houses, policy, told, note) for world in worlds]
    rows: dict[str, list[Row]] = {table: [] for table in TABLES}
    # A world draws while another one does: the kernels let go of Python's lock.
    with ThreadPoolExecutor(max_workers=len(lanes)) as threads:
        while waiting or any(lane.walker for lane in lanes):
            for lane in lanes:
                while lane.walker is None and waiting:
                    episode = waiting.popleft()
                    lane.start(episode, goals[episode["episode_id"]])
                    _keep_if_over(lane, rows, each)
            busy = [lane for lane in lanes if lane.walker]
            _decide(busy, policy, settings, threads)
            for lane in busy:
                _keep_if_over(lane, rows, each)
    return _frames(rows)


def _decide(busy: Sequence[Lane], policy: Policy, settings: EpisodeSettings, threads: Executor) -> None:
    """One decision of each walk under way, and what it leads to."""
    walkers = [lane.walker for lane in busy if lane.walker]
    if not walkers:
        return
    decisions = _decisions(walkers, policy)
    for walker, decision in zip(walkers, decisions, strict=True):
        _check(decision, policy, walker.episode_id, settings)
    if len(busy) == 1:
        busy[0].take(decisions[0])
    else:
        list(threads.map(Lane.take, busy, decisions))


def _decisions(walkers: Sequence[Walker], policy: Policy) -> list[Decision]:
    glimpses = [walker.glimpse() for walker in walkers]
    try:
        decisions = policy.act(glimpses)
    except LadderError:
        raise
    except Exception as error:
        at = ", ".join(f"{each.goal.episode_id} step {each.t}" for each in glimpses[:3])
        raise AnswererError(
            f"policy `{policy.name}` failed at {at}: {type(error).__name__}: {error}. This is a fault of the policy; mend "
            "it and run the same command again."
        ) from error
    if len(decisions) != len(glimpses):
        raise AnswererError(
            f"policy `{policy.name}` made {len(decisions)} decisions of {len(glimpses)} glimpses. It must return one each, "
            "in their order."
        )
    return decisions


def _check(decision: Decision, policy: Policy, episode_id: str, settings: EpisodeSettings) -> None:
    """Refuse an action that is not on the menu: the reference had the same one, and so must whoever is compared with it."""
    action = decision.action
    if action is None or action.name == "Done":
        return
    menu: Iterable[float] = magnitudes(action.name, settings) if action.name in ACTION_NAMES else ()
    if action.magnitude not in menu:
        allowed = ", ".join(f"{each:g}" for each in menu) or f"its actions are {', '.join(ACTION_NAMES)}"
        raise AnswererError(
            f"policy `{policy.name}` chose {action.name} {action.magnitude:g} in {episode_id}, which is not on the menu "
            f"({allowed}). Choose from what `EpisodeSettings` lists."
        )


def _keep_if_over(lane: Lane, rows: dict[str, list[Row]], each: Callable[[], None]) -> None:
    if lane.walker is not None and lane.walker.is_over:
        for table, more in lane.finish().items():
            rows[table] += more
        each()


def _frames(rows: Mapping[str, list[Row]]) -> dict[str, pl.DataFrame]:
    """In the order of their keys, whichever walk ended first."""
    keys = {"navigation": ["episode_id"], OWN["observations"]: ["episode_id", "t", "object_id"]}
    return {table: rows_frame(table, each).sort(keys.get(table, ["episode_id", "t"])) for table, each in rows.items()}
