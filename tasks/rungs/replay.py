"""Rung E5's navigation: the reference actions, executed again (A, section 3.3)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import polars as pl

from schemas.settings import EpisodeSettings
from schemas.tables import OWN, rows_frame
from tasks.episodes.batch import image_row
from tasks.episodes.entered import Entered
from tasks.episodes.rows import actions_of, frame_row, observation_rows, pixel_hash, spawn_of
from tasks.episodes.success import sight_of
from tasks.episodes.walk import Step, Walk, walk
from tasks.houses.house import House
from tasks.houses.rooms import RoomGraph
from tasks.policies.ending import Counts, Ending, done_ending, navigation_row
from tasks.rungs.drift import StoredFrame, drift_rows, stored_walks
from tasks.worlds.base import World
from tasks.worlds.lost import Mishap

Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Replay:
    """Rows of one replayed episode; frames, images and observations only of frames that differ from the stored ones."""

    navigation: Row
    steps: list[Row]
    frames: list[Row]
    images: list[Row]
    observations: list[Row]
    drift: list[Row]
    """A row a frame, differing or not."""


def replay_all(
    world: World,
    houses: Mapping[str, House],
    episodes: pl.DataFrame,
    frames: pl.DataFrame,
    observations: pl.DataFrame,
    rung: str,
    settings: EpisodeSettings,
    note: Callable[[Mishap], None],
) -> dict[str, pl.DataFrame]:
    """Replay episodes house by house; rows by table.

    Args:
        world: Any world with the generation's fingerprint.
        houses: By id, all that the episodes are in.
        episodes: Rows of `episodes`.
        frames: Their rows of `frames`, which the replay is held against.
        observations: Their rows of `observations`, likewise.
        rung: Name of the rung.
        settings: Constants of the episodes.
        note: Is told where an engine was lost and an episode done again.
    """
    stored = stored_walks(frames, observations, settings)
    rows: dict[str, list[Row]] = {name: [] for name in ("navigation", "steps", "drift", *OWN.values())}
    entered = Entered(world, houses, note)
    for episode in episodes.sort("house_id", "episode_id").iter_rows(named=True):
        episode_id = episode["episode_id"]

        def work(episode: Row = episode, frames: Mapping[int, StoredFrame] = stored.get(episode_id, {})) -> Replay:
            return replay(world, *entered.enter(episode["house_id"]), episode, frames, rung, settings)

        replayed = entered.redone(work, f"{rung} episode {episode_id}")
        rows["navigation"].append(replayed.navigation)
        rows["steps"] += replayed.steps
        for name, table in {**OWN, "drift": "drift"}.items():
            rows[table] += [{**row, "rung": rung} for row in getattr(replayed, name)]
    return {table: rows_frame(table, each) for table, each in rows.items()}


def replay(
    world: World,
    house: House,
    graph: RoomGraph,
    episode: Mapping[str, Any],
    stored: Mapping[int, StoredFrame],
    rung: str,
    settings: EpisodeSettings,
) -> Replay:
    """Walk an episode's reference in a world that has loaded its house.

    Args:
        world: The world, in the episode's house.
        house: The house.
        graph: Its rooms.
        episode: Row of `episodes`.
        stored: The stored frames of the episode; their hashes are null where the generation drew none.
        rung: Name of the rung.
        settings: Constants of the episode.
    """
    walked = walk(world, spawn_of(episode), actions_of(episode), draw=True)
    hashes = {step.t: pixel_hash(step.rgb) for step in walked.steps if step.rgb is not None}
    as_stored = {t: frame.pixel_hash for t, frame in stored.items()}
    others = [step for step in walked.steps if hashes[step.t] != as_stored.get(step.t)]
    n_identical = len(walked.steps) - len(others) if any(as_stored.values()) else None
    episode_id = episode["episode_id"]
    return Replay(
        navigation=_navigation(walked, house, episode, rung, n_identical, settings),
        steps=[_step_row(episode_id, rung, step, hashes[step.t]) for step in walked.steps],
        frames=[frame_row(episode_id, step, graph, house) for step in others],
        images=[image_row(episode_id, step) for step in others],
        observations=[row for step in others for row in observation_rows(episode_id, step, house)],
        drift=drift_rows(episode_id, walked, hashes, stored, settings),
    )


def _navigation(
    walked: Walk,
    house: House,
    episode: Mapping[str, Any],
    rung: str,
    n_identical: int | None,
    settings: EpisodeSettings,
) -> Row:
    n_acted = len(walked.steps) - 1
    counts = Counts(
        n_decisions=n_acted,
        n_actions=n_acted,
        n_invalid=walked.n_invalid_actions,
        n_compliant=n_acted,
        path_m=walked.path_length_m,
    )
    view = walked.last.view
    if walked.finished:
        types = {item.id: item.type for item in house.objects}
        ending = done_ending(view, counts.and_done(compliant=True), episode, types, settings)
    else:
        place = (view.pose.x, view.pose.z)
        ending = Ending("budget", counts, place, sight_of(view, episode["target_id"]))
    # The reference is never stuck by either rule, so both end it alike.
    return navigation_row(rung, "replay", episode, house, ending, ending, len(walked.steps), n_identical)


def _step_row(episode_id: str, rung: str, step: Step, hash_: str) -> Row:
    return {
        "rung": rung,
        "episode_id": episode_id,
        "t": step.t,
        "action": step.action.name if step.action else None,
        "magnitude": step.action.magnitude if step.action else None,
        "success": step.success,
        "error": step.error,
        "raw": None,
        "compliant": None,
        "graph": None,
        "x": step.pose.x,
        "z": step.pose.z,
        "yaw": step.pose.yaw,
        "horizon": step.pose.horizon,
        "pixel_hash": hash_,
    }
