from collections.abc import Callable, Iterator

import pytest

from schemas.seeds import generator
from schemas.settings import EpisodeSettings, Stratum
from tasks.episodes.route import Place
from tasks.episodes.search import Episode, Rejection, enter, search
from tasks.houses.house import House
from tasks.worlds.embedded.world import EmbeddedWorld

SETTINGS = EpisodeSettings()
ATTEMPTS = 200


@pytest.fixture(scope="session")
def world() -> Iterator[EmbeddedWorld]:
    with_house = EmbeddedWorld(SETTINGS)
    yield with_house
    with_house.close()


@pytest.fixture
def place(world: EmbeddedWorld, houses: dict[int, House]) -> Place:
    """The house of four rooms, entered."""
    return enter(world, houses[4])


Find = Callable[[Stratum], tuple[Episode, list[Rejection]]]


@pytest.fixture
def find(world: EmbeddedWorld, place: Place) -> Find:
    """The first episode of a stratum in the house of four rooms, and what was rejected on the way."""

    def found(stratum: Stratum) -> tuple[Episode, list[Rejection]]:
        draw = generator(7, "episode", stratum)
        results = list(search(world, place, stratum, draw, SETTINGS, ATTEMPTS, set()))
        episode = results.pop()
        assert isinstance(episode, Episode)
        return episode, [each for each in results if isinstance(each, Rejection)]

    return found
