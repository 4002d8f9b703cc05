"""Rung E5's navigation: the reference actions, executed again (A, section 3.3)."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import polars as pl

from schemas.settings import EpisodeSettings
from schemas.tables import OWN, rows_frame
from tasks.analysis.navigation import spl
from tasks.episodes.batch import image_row
from tasks.episodes.plane import distance_to
from tasks.episodes.rows import actions_of, frame_row, observation_rows, pixel_hash, spawn_of
from tasks.episodes.success import sight_of, termination_at_done
from tasks.episodes.walk import Step, Walk, walk
from tasks.houses.house import House
from tasks.houses.rooms import RoomGraph
from tasks.worlds.base import World

Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Replay:
    """Rows of one replayed episode; frames, images and observations only of frames that differ from the stored ones."""

    navigation: Row
    steps: list[Row]
    frames: list[Row]
    images: list[Row]
    observations: list[Row]


def replay_all(
    world: World,
    houses: Mapping[str, House],
    episodes: pl.DataFrame,
    frames: pl.DataFrame,
    rung: str,
    settings: EpisodeSettings,
) -> dict[str, pl.DataFrame]:
    """Replay episodes house by house; rows by table.

    Args:
        world: Any world with the generation's fingerprint.
        houses: By id, all that the episodes are in.
        episodes: Rows of `episodes`.
        frames: Their rows of `frames`, whose hashes the replayed pictures are held against.
        rung: Name of the rung.
        settings: Constants of the episodes.
    """
    hashes: dict[str, dict[int, str]] = defaultdict(dict)
    for episode_id, t, stored in frames.select("episode_id", "t", "pixel_hash").iter_rows():
        hashes[episode_id][t] = stored
    rows: dict[str, list[Row]] = {name: [] for name in ("navigation", "steps", *OWN.values())}
    entered: House | None = None
    for episode in episodes.sort("house_id", "episode_id").iter_rows(named=True):
        house = houses[episode["house_id"]]
        if house is not entered:
            world.load(house)
            entered, graph = house, RoomGraph(house)
        replayed = replay(world, house, graph, episode, hashes[episode["episode_id"]], rung, settings)
        rows["navigation"].append(replayed.navigation)
        rows["steps"] += replayed.steps
        for name, table in OWN.items():
            rows[table] += [{**row, "rung": rung} for row in getattr(replayed, name)]
    return {table: rows_frame(table, each) for table, each in rows.items()}


def replay(
    world: World,
    house: House,
    graph: RoomGraph,
    episode: Mapping[str, Any],
    stored_hashes: Mapping[int, str],
    rung: str,
    settings: EpisodeSettings,
) -> Replay:
    """Walk an episode's reference in a world that has loaded its house.

    Args:
        world: The world, in the episode's house.
        house: The house.
        graph: Its rooms.
        episode: Row of `episodes`.
        stored_hashes: Pixel hash of each stored frame; empty where the generation drew none.
        rung: Name of the rung.
        settings: Constants of the episode.
    """
    walked = walk(world, spawn_of(episode), actions_of(episode), draw=True)
    hashes = {step.t: pixel_hash(step.rgb) for step in walked.steps if step.rgb is not None}
    others = [step for step in walked.steps if hashes[step.t] != stored_hashes.get(step.t)]
    episode_id = episode["episode_id"]
    return Replay(
        navigation=_navigation(walked, house, episode, rung, len(walked.steps) - len(others), settings),
        steps=[_step_row(episode_id, rung, step, hashes[step.t]) for step in walked.steps],
        frames=[frame_row(episode_id, step, graph, house) for step in others],
        images=[image_row(episode_id, step) for step in others],
        observations=[row for step in others for row in observation_rows(episode_id, step, house)],
    )


def _navigation(
    walked: Walk, house: House, episode: Mapping[str, Any], rung: str, n_identical: int, settings: EpisodeSettings
) -> Row:
    target = house.object(episode["target_id"])
    sight = sight_of(walked.last.view, target.id)
    termination = termination_at_done(sight, settings) if walked.finished else "budget"
    reached = termination == "reached_target"
    first, last = walked.steps[0].pose, walked.last.pose
    return {
        "rung": rung,
        "episode_id": episode["episode_id"],
        "reached_target": reached,
        "path_length_replayed_m": walked.path_length_m,
        "path_length_optimal_m": episode["geodesic_m"],
        "path_length_reference_m": episode["reference_distance_m"],
        "spl": spl(reached, episode["geodesic_m"], walked.path_length_m),
        "spl_reference": spl(reached, episode["reference_distance_m"], walked.path_length_m),
        "initial_dist_to_target_m": distance_to((first.x, first.z), target),
        "final_dist_to_target_m": distance_to((last.x, last.z), target),
        "final_area": sight.area if sight else 0.0,
        "n_actions": len(walked.steps) - 1 + walked.finished,
        "n_invalid_actions": walked.n_invalid_actions,
        "n_frames": len(walked.steps),
        "n_frames_identical": n_identical,
        "termination": termination,
    }


def _step_row(episode_id: str, rung: str, step: Step, hash_: str) -> Row:
    return {
        "rung": rung,
        "episode_id": episode_id,
        "t": step.t,
        "action": step.action.name if step.action else None,
        "magnitude": step.action.magnitude if step.action else None,
        "success": step.success,
        "error": step.error,
        "x": step.pose.x,
        "z": step.pose.z,
        "yaw": step.pose.yaw,
        "horizon": step.pose.horizon,
        "pixel_hash": hash_,
    }
