"""Four episodes, one a stratum, in the house of four rooms, and policies that do as they are told."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import polars as pl
import pytest

from schemas.settings import EpisodeSettings
from tasks.episodes.batch import Batch
from tasks.episodes.slots import Lodging, lay_out
from tasks.houses.house import House
from tasks.models.chat import ChatRequest, Completion
from tasks.policies.base import Decision, Goal, Senses
from tasks.policies.rollout import roll_out
from tasks.worlds.embedded.world import EmbeddedWorld

SETTINGS = EpisodeSettings()


@dataclass
class Told:
    """A policy that says what it was given to say, by episode, and Done when there is nothing left."""

    script: Callable[[str, int], Decision]
    asks_a_model: bool = False
    senses: Senses = field(default_factory=Senses)
    name: str = "told"
    seen: list = field(default_factory=list)
    forgotten: list = field(default_factory=list)

    def act(self, glimpses):
        self.seen += glimpses
        return [self.script(each.goal.episode_id, each.t) for each in glimpses]

    def forget(self, episode_id):
        self.forgotten.append(episode_id)

    def close(self): ...


@dataclass
class Speaker:
    """A chat model that replies by a function of the request."""

    reply: Callable[[ChatRequest], str | Completion]
    name: str = "speaker"
    asked: list[ChatRequest] = field(default_factory=list)

    def check(self): ...

    def complete(self, requests):
        batch = list(requests)
        self.asked += batch
        for request in reversed(batch):  # in another order than asked
            said = self.reply(request)
            yield said if isinstance(said, Completion) else Completion(request.key, said)

    def close(self): ...


@pytest.fixture(scope="session")
def told() -> type[Told]:
    return Told


@pytest.fixture
def speaker() -> type[Speaker]:
    return Speaker


@pytest.fixture(scope="session")
def house(houses: dict[int, House]) -> House:
    return houses[4]


@pytest.fixture(scope="session")
def world() -> Iterator[EmbeddedWorld]:
    with_house = EmbeddedWorld(SETTINGS)
    yield with_house
    with_house.close()


@pytest.fixture(scope="session")
def episodes(world: EmbeddedWorld, house: House) -> pl.DataFrame:
    batch = Batch(world, {house.id: house}, SETTINGS, draw=False)
    batch.find(lay_out("test", [Lodging.of(house)], 4, 7), 7)
    return batch.frames()["episodes"]


@pytest.fixture(scope="module")
def rows_of(world: EmbeddedWorld, house: House, episodes: pl.DataFrame):
    """Rolls a policy out; rows by table."""

    def rolled(policy, worlds=None, episodes=episodes, house=house, goals=None, **more):
        goals = goals or {
            row["episode_id"]: Goal(row["episode_id"], row["target_type"]) for row in episodes.iter_rows(named=True)
        }
        return roll_out(worlds or [world], {house.id: house}, episodes, goals, policy, "E3", SETTINGS, 7, **more)

    return rolled
