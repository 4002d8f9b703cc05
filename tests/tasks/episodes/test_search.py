from collections.abc import Callable
from itertools import pairwise

import pytest

from schemas.settings import STRATA, EpisodeSettings, Stratum
from tasks.episodes.plane import distance, distance_to
from tasks.episodes.search import Episode, Rejection, redraw, rooms_entered
from tasks.episodes.success import sight_of
from tasks.episodes.walk import walk
from tasks.worlds.embedded.world import EmbeddedWorld

SETTINGS = EpisodeSettings()
Find = Callable[[Stratum], tuple[Episode, list[Rejection]]]


@pytest.mark.parametrize("stratum", STRATA)
def test_an_episode_keeps_every_rule_of_table_1(find: Find, world: EmbeddedWorld, stratum: Stratum) -> None:
    episode, _ = find(stratum)
    spawn, target = episode.candidate.spawn, episode.candidate.target
    least = 2.25 if stratum == "S1" else 4.5
    n_rooms = {"S1": {1}, "S2": {2}, "S3": {3}, "S4": set(range(4, 11))}[stratum]

    assert target.id not in episode.walk.steps[0].view.pixels
    assert distance_to((spawn.x, spawn.z), target) >= least
    assert len(episode.rooms) in n_rooms
    assert episode.rooms == rooms_entered(episode.graph, episode.walk)
    assert 6 <= len(episode.actions) <= 400
    assert episode.actions[-1].name == "Done"
    assert [action.name for action in episode.actions].count("Done") == 1
    assert len(episode.walk.steps) == len(episode.actions)

    again = walk(world, spawn, episode.actions, draw=False)
    assert again.n_invalid_actions == 0
    final = sight_of(again.last.view, target.id)
    assert final is not None
    assert final.distance_m <= 1.5
    assert final.area >= 0.005


@pytest.mark.parametrize("stratum", STRATA)
def test_the_shortest_way_is_never_longer_than_the_walk(find: Find, stratum: Stratum) -> None:
    episode, _ = find(stratum)
    assert 0.0 < episode.geodesic_m <= episode.walk.path_length_m
    places = [(step.pose.x, step.pose.z) for step in episode.walk.steps]
    walked = sum(distance(a, b) for a, b in pairwise(places))
    assert walked == pytest.approx(episode.walk.path_length_m, abs=1e-9)


def test_the_same_seed_finds_the_same_episode(find: Find) -> None:
    first, second = find("S3"), find("S3")
    assert first[0].key == second[0].key
    assert first[0].actions == second[0].actions
    assert [each.reason for each in first[1]] == [each.reason for each in second[1]]


def test_pictures_are_drawn_after_acceptance_and_change_nothing_else(find: Find, world: EmbeddedWorld) -> None:
    episode, _ = find("S2")
    assert all(step.rgb is None for step in episode.walk.steps)
    drawn = redraw(world, episode)
    assert all(step.rgb is not None and step.rgb.shape == (256, 256, 3) for step in drawn.walk.steps)
    assert [step.pose for step in drawn.walk.steps] == [step.pose for step in episode.walk.steps]
    assert [dict(step.view.pixels) for step in drawn.walk.steps] == [
        dict(step.view.pixels) for step in episode.walk.steps
    ]
