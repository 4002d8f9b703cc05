"""The plan of a generation: houses dealt to splits, slots laid out, shards cut. Nothing here has walked anywhere yet."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from schemas.settings import GenerationSettings, Split
from tasks.episodes.slots import Lodging, Slot, deal_houses, lay_out
from tasks.houses.generate import GENERATOR_VERSION, embedded_houses
from tasks.houses.house import House
from tasks.houses.source import HouseSet, read_houses

EPISODES_PER_HOUSE = 3.7
"""A has 5,000, 500 and 200 episodes in 1,359, 151 and 53 houses."""

_LEAST_EMBEDDED = 4
_MOST_SHARDS = 200
"""A split is cut by house, and into no more shards than this: each costs Prefect some 25 ms."""


@dataclass(frozen=True, slots=True)
class SplitPlan:
    split: Split
    houses: tuple[House, ...]
    shards: tuple[tuple[str, tuple[Slot, ...]], ...]
    """Name and slots of each shard; the slots of a house are never apart."""


@dataclass(frozen=True, slots=True)
class HouseSource:
    """Where houses come from, known before any is dealt: its identity is part of the run's."""

    identity: str
    files: HouseSet | None
    """None for the embedded generator."""


def house_source(path: Path | None) -> HouseSource:
    """Read the files, or name the embedded generator. Raises ConfigError for a path with no house in it."""
    if path is None:
        return HouseSource(f"embedded/{GENERATOR_VERSION}", None)
    files = read_houses(path)
    return HouseSource(files.digest, files)


def plan_splits(source: HouseSource, settings: GenerationSettings) -> list[SplitPlan]:
    """Every split with its houses and shards. Raises ConfigError where the houses cannot hold what is asked for."""
    counts = dict(settings.splits)
    if source.files is None:
        lodgings = {split: _embedded(settings, split, n) for split, n in settings.splits}
    else:
        lodgings = deal_houses([Lodging.of(house) for house in source.files.houses], counts, settings.seed)
    return [_plan(split, lodgings[split], counts[split], settings.seed) for split, _ in settings.splits]


def _embedded(settings: GenerationSettings, split: Split, n_episodes: int) -> list[Lodging]:
    n_houses = max(_LEAST_EMBEDDED, int(n_episodes / EPISODES_PER_HOUSE + 0.5))
    return [Lodging.of(house) for house in embedded_houses(settings.seed, split, n_houses, settings.atypical)]


def _plan(split: Split, lodgings: Sequence[Lodging], n_episodes: int, seed: int) -> SplitPlan:
    slots = lay_out(split, lodgings, n_episodes, seed)
    by_house: dict[str, list[Slot]] = {}
    for slot in slots:
        by_house.setdefault(slot.house_ids[0], []).append(slot)
    houses = tuple(lodging.house for lodging in lodgings)
    return SplitPlan(split, houses, tuple(_cut(list(by_house.values()))))


def _cut(houses: list[list[Slot]]) -> Iterator[tuple[str, tuple[Slot, ...]]]:
    a_shard = -(-len(houses) // _MOST_SHARDS)
    for number, start in enumerate(range(0, len(houses), a_shard)):
        yield f"episodes-{number:04d}", tuple(slot for house in houses[start : start + a_shard] for slot in house)
