"""Find an episode: draw candidates, prove each by walking it, keep the first that holds (A, section 3.1).

Every candidate that fails leaves a `Rejection` with its reason and figures.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal

import numpy as np

from schemas.settings import EpisodeSettings, Stratum
from tasks.episodes.aim import Aim
from tasks.episodes.navmesh import build_navmesh, shortcut
from tasks.episodes.plane import distance
from tasks.episodes.route import Candidate, Place, candidates, stratum_of
from tasks.episodes.steering import look, steer, turn
from tasks.episodes.success import TargetSight, sight_of
from tasks.episodes.walk import Walk, walk
from tasks.houses.house import House, Point
from tasks.houses.rooms import RoomGraph
from tasks.worlds.base import Action, World

Reason = Literal[
    "too_near_at_spawn",
    "visible_at_spawn",
    "no_way_through_the_rooms",
    "target_never_shows",
    "cannot_get_round_a_corner",
    "too_small_at_the_end",
    "too_few_actions",
    "too_many_actions",
    "blocked_on_the_way",
    "fails_at_the_end",
    "other_rooms_than_planned",
    "seen_before",
]


@dataclass(frozen=True, slots=True)
class Rejection:
    reason: Reason
    candidate: Candidate
    n_actions: int | None = None
    final: TargetSight | None = None


@dataclass(frozen=True, slots=True)
class Episode:
    """An accepted candidate with its reference trajectory."""

    house: House
    graph: RoomGraph
    stratum: Stratum
    candidate: Candidate
    actions: tuple[Action, ...]
    """The reference actions; the last is Done."""
    walk: Walk
    rooms: tuple[str, ...]
    """Distinct rooms walked through, in the order of first entry."""
    geodesic_m: float
    reference_distance_m: float
    final: TargetSight

    @property
    def key(self) -> tuple[str, str, float, float, float]:
        """Two episodes with the same key are one."""
        spawn = self.candidate.spawn
        return self.house.id, self.candidate.target.id, spawn.x, spawn.z, spawn.yaw


def enter(world: World, house: House) -> Place:
    """Load a house and lay out its cells and moves."""
    grid = world.load(house)
    mesh = build_navmesh(grid, world)
    graph = RoomGraph(house)
    return Place(house, graph, mesh, tuple(graph.room_at(*grid.position(cell)) for cell in mesh.cells))


def search(
    world: World,
    place: Place,
    stratum: Stratum,
    draw: np.random.Generator,
    settings: EpisodeSettings,
    attempts: int,
    known: set[tuple[str, str, float, float, float]],
) -> Iterator[Rejection | Episode]:
    """Rejections as they come, then the episode; no episode when the attempts are used up or there is no way at all."""
    for _, candidate in zip(range(attempts), candidates(place, stratum, draw, settings), strict=False):
        result = prove(world, place, stratum, candidate, settings)
        if isinstance(result, Episode) and result.key in known:
            result = Rejection("seen_before", candidate)
        yield result
        if isinstance(result, Episode):
            return


def prove(
    world: World, place: Place, stratum: Stratum, candidate: Candidate, settings: EpisodeSettings
) -> Episode | Rejection:
    """Plan a candidate, walk it under the discrete menu, and test what A's section 3.1 asks of it."""
    least = settings.min_spawn_distance_same_room_m if stratum == "S1" else settings.min_spawn_distance_m
    if candidate.spawn_distance_m < least:
        return Rejection("too_near_at_spawn", candidate)
    if world.teleport(candidate.spawn).view.pixels.get(candidate.target.id, 0):
        return Rejection("visible_at_spawn", candidate)
    aim = Aim(world, place, candidate.target, settings)
    planned = _plan(world, place, candidate, aim, settings)
    if isinstance(planned, Rejection):
        return planned
    actions, reference_m = planned
    if not settings.min_actions <= len(actions) <= settings.max_actions:
        reason: Reason = "too_few_actions" if len(actions) < settings.min_actions else "too_many_actions"
        return Rejection(reason, candidate, len(actions))
    return _walked(world, place, stratum, candidate, aim, actions, reference_m, settings)


def _plan(
    world: World, place: Place, candidate: Candidate, aim: Aim, settings: EpisodeSettings
) -> tuple[tuple[Action, ...], float] | Rejection:
    """The reference actions with Done, and the length of the planned route before it was cut into actions."""
    corridor = place.corridor(candidate.rooms)
    distances = place.mesh.distances(candidate.spawn_cell, corridor)
    if not any(np.isfinite(distances[place.mesh.index[cell]]) for cell in place.cells_in(candidate.rooms[-1])):
        return Rejection("no_way_through_the_rooms", candidate)
    goal = aim.nearest(distances, candidate.rooms[-1])
    if goal is None:
        return Rejection("target_never_shows", candidate)

    order = {room: number for number, room in enumerate(candidate.rooms)}

    def is_free(start: Point, end: Point) -> bool:
        return world.can_move(start, end) and _keeps_order(place.graph, order, start, end)

    path = tuple(place.position(cell) for cell in place.mesh.path(distances, goal[0], corridor))
    plan = steer(path, int(candidate.spawn.yaw), is_free, settings)
    if plan is None:
        return Rejection("cannot_get_round_a_corner", candidate)
    pose = aim.at(plan.end)
    if pose is None:
        return Rejection("too_small_at_the_end", candidate, len(plan.actions))
    final = [*turn(plan.yaw, int(pose.yaw), settings), *look(int(candidate.spawn.horizon), int(pose.horizon), settings)]
    reference_m = sum(distance(a, b) for a, b in pairwise(shortcut(path, is_free)))
    return (*plan.actions, *final, Action("Done")), reference_m


def _walked(
    world: World,
    place: Place,
    stratum: Stratum,
    candidate: Candidate,
    aim: Aim,
    actions: tuple[Action, ...],
    reference_m: float,
    settings: EpisodeSettings,
) -> Episode | Rejection:
    walked = walk(world, candidate.spawn, actions, draw=False, keep_going=False)
    if walked.n_invalid_actions:
        return Rejection("blocked_on_the_way", candidate, len(actions))
    final = sight_of(walked.last.view, candidate.target.id)
    if final is None or not final.succeeds(settings):
        return Rejection("fails_at_the_end", candidate, len(actions), final)
    rooms = rooms_entered(place.graph, walked)
    if stratum_of(len(rooms)) != stratum:
        return Rejection("other_rooms_than_planned", candidate, len(actions), final)
    distances = place.mesh.distances(candidate.spawn_cell)
    nearest = aim.nearest(distances)
    # The walk itself is a way to the region, so the shortest is never longer.
    to_region = float(distances[place.mesh.index[nearest[0]]]) if nearest else walked.path_length_m
    shortest = min(walked.path_length_m, to_region)
    return Episode(place.house, place.graph, stratum, candidate, actions, walked, rooms, shortest, reference_m, final)


def redraw(world: World, episode: Episode) -> Episode:
    """The same episode with the picture of every step; pictures are drawn for accepted walks only."""
    return replace(episode, walk=walk(world, episode.candidate.spawn, episode.actions, draw=True))


def rooms_entered(graph: RoomGraph, walked: Walk) -> tuple[str, ...]:
    """Distinct rooms that held the agent at some observation, in the order of first entry."""
    rooms: list[str] = []
    for step in walked.steps:
        room = graph.room_at(step.pose.x, step.pose.z)
        if room is not None and room not in rooms:
            rooms.append(room)
    return tuple(rooms)


def _keeps_order(graph: RoomGraph, order: dict[str, int], start: Point, end: Point) -> bool:
    """Whether a straight segment stays in the planned rooms and never skips one, looked at every 12 cm or less."""
    pieces = max(1, int(distance(start, end) / 0.12) + 1)
    last: int | None = None
    for piece in range(pieces + 1):
        share = piece / pieces
        room = graph.room_at(start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1]))
        rank = order.get(room or "")
        if rank is None or (last is not None and abs(rank - last) > 1):
            return False
        last = rank
    return True
