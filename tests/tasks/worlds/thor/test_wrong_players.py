"""Players that are wrong: the suite must fail them, or the world must not believe them."""

import sys
from pathlib import Path

import pytest

from schemas.errors import WorldError
from schemas.settings import EpisodeSettings
from tasks.worlds.lost import PlayerLostError
from tasks.worlds.thor.world import ThorWorld

sys.path.insert(0, str(Path(__file__).parents[1]))
from conformance import CHECKS, Site  # a module beside the tests

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(
    ("fault", "caught"),
    [
        ("flipped_rows", {"the_floor_is_below_and_at_height_nought", "every_point_that_is_seen_lies_in_the_house"}),
        ("shifted_masks", {"masks_lie_on_their_objects"}),
    ],
)
def test_a_player_that_draws_wrongly_fails_the_suite(standin, houses, fault, caught):
    world = ThorWorld(EpisodeSettings(), standin(fault))
    site = Site(world, houses[3], world.load(houses[3]))
    failed = set()
    for name, check in CHECKS.items():
        try:
            check(site)
        except AssertionError:
            failed.add(name)
    world.close()
    assert caught <= failed
    assert len(failed) < len(CHECKS) / 2  # the suite says what is wrong, not merely that something is


@pytest.mark.parametrize(
    ("fault", "error", "message"),
    [
        ("drifting", WorldError, "in place of"),
        ("stale_sequence", PlayerLostError, "Sequence id mismatch"),
    ],
)
def test_a_player_that_does_not_do_what_it_was_told_is_not_believed(standin, houses, fault, error, message):
    world = ThorWorld(EpisodeSettings(), standin(fault))
    with pytest.raises(error, match=message):
        world.load(houses[3])
    world.close()
