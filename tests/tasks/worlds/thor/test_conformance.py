"""One suite for both worlds."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from schemas.settings import EpisodeSettings
from tasks.houses.house import House
from tasks.worlds.base import World
from tasks.worlds.embedded.world import EmbeddedWorld
from tasks.worlds.thor.world import ThorWorld

sys.path.insert(0, str(Path(__file__).parents[1]))
from conformance import CHECKS, Site  # a module beside the tests


@pytest.fixture(scope="module", params=["embedded", "thor"])
def site(request: pytest.FixtureRequest, houses: dict[int, House]) -> Iterator[Site]:
    if request.param == "embedded":
        world: World = EmbeddedWorld()
    else:
        world = ThorWorld(EpisodeSettings(), request.getfixturevalue("right"))
    yield Site(world, houses[3], world.load(houses[3]))
    world.close()


@pytest.mark.parametrize("name", CHECKS)
def test_a_world_keeps_its_word(site: Site, name: str) -> None:
    CHECKS[name](site)
