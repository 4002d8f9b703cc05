"""The plan of a generation: houses dealt to splits, slots laid out, shards cut. Nothing here has walked anywhere yet."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import polars as pl

from schemas.settings import GenerationSettings, Split
from schemas.tables import rows_frame
from tasks.episodes.rows import house_row
from tasks.episodes.slots import Lodging, Slot, deal_houses, lay_out
from tasks.houses import procthor_10k
from tasks.houses.generate import GENERATOR_VERSION, embedded_houses
from tasks.houses.house import House
from tasks.houses.source import HouseSet, read_houses

EPISODES_PER_HOUSE: dict[Split, float] = {"train": 3.679, "validation": 3.311, "test": 3.77}
"""A has 5,000, 500 and 200 episodes in 1,359, 151 and 53 houses (section 3.2)."""

_LEAST_EMBEDDED = 4
_ROWS_AT_ONCE = 100
_MOST_SHARDS = 400
"""A split is cut by house, and into no more shards than this: each costs Prefect some 25 ms. Fewer would be larger, and a
shard's pictures are in memory together: at 5,000 episodes it has 4 houses, 15 episodes and 60 MB of them."""


@dataclass(frozen=True, slots=True)
class SplitPlan:
    split: Split
    houses: pl.DataFrame
    """Rows of `houses`, a fifth of the memory that the houses themselves take."""
    shards: tuple[tuple[str, tuple[Slot, ...]], ...]
    """Name and slots of each shard; the slots of a house are never apart."""
    redrawn: Mapping[str, int]
    """Houses that were drawn again, by reason: of our own making, or of ProcTHOR-10K."""


@dataclass(frozen=True, slots=True)
class HouseSource:
    """Where houses come from, known before any is dealt: its identity is part of the run's."""

    identity: str
    files: HouseSet | None
    """None where each split has houses of its own: the embedded generator's, or a part of ProcTHOR-10K."""


def house_source(path: Path | None) -> HouseSource:
    """Read the files, fetch ProcTHOR-10K where its name is given, or name the embedded generator.

    Raises ConfigError for a path with no house in it, and where ProcTHOR-10K cannot be had.
    """
    if path is None:
        return HouseSource(f"embedded/{GENERATOR_VERSION}", None)
    if is_procthor_10k(path):
        procthor_10k.fetch()
        return HouseSource(procthor_10k.IDENTITY, None)
    files = read_houses(path)
    return HouseSource(files.digest, files)


def plan_splits(source: HouseSource, settings: GenerationSettings) -> list[SplitPlan]:
    """Every split with its houses and shards. Raises ConfigError where the houses cannot hold what is asked for."""
    counts = dict(settings.splits)
    redrawn: dict[Split, Counter[str]] = {split: Counter() for split in counts}
    if source.files is None:
        taken: set[str] = set()
        housed = {split: _housed(_drawn(settings, split, n, taken, redrawn[split])) for split, n in settings.splits}
    else:
        by_id = {house.id: house for house in source.files.houses}
        dealt = deal_houses([Lodging.of(house) for house in by_id.values()], counts, settings.seed)
        housed = {split: _housed(by_id[each.house_id] for each in lodgings) for split, lodgings in dealt.items()}
    return [_plan(split, *housed[split], redrawn[split], counts[split], settings.seed) for split, _ in settings.splits]


def is_procthor_10k(path: Path) -> bool:
    """Whether --houses names the dataset and not a path: there is no file of that name here."""
    return str(path) == procthor_10k.NAME and not path.exists()


def _drawn(
    settings: GenerationSettings, split: Split, n_episodes: int, taken: set[str], redrawn: Counter[str]
) -> Iterator[House]:
    """Houses of a split's own; those of ProcTHOR-10K are `taken` by one split only."""
    usual = max(_LEAST_EMBEDDED, int(n_episodes / EPISODES_PER_HOUSE[split] + 0.5))
    n_houses = dict(settings.house_counts).get(split, usual)
    if settings.houses == procthor_10k.IDENTITY:
        return procthor_10k.procthor_houses(split, n_houses, settings.seed, taken, redrawn)
    return embedded_houses(settings.seed, split, n_houses, settings.atypical, redrawn)


def _housed(houses: Iterable[House]) -> tuple[list[Lodging], pl.DataFrame]:
    """What the plan needs of the houses, and their rows; they come one at a time and are not kept."""
    lodgings, parts, rows = [], [], []
    for house in houses:
        lodgings.append(Lodging.of(house))
        rows.append(house_row(house))
        if len(rows) == _ROWS_AT_ONCE:
            parts.append(rows_frame("houses", rows))
            rows = []
    return lodgings, pl.concat([*parts, rows_frame("houses", rows)])


def _plan(
    split: Split,
    lodgings: Sequence[Lodging],
    houses: pl.DataFrame,
    redrawn: Mapping[str, int],
    n_episodes: int,
    seed: int,
) -> SplitPlan:
    slots = lay_out(split, lodgings, n_episodes, seed)
    by_house: dict[str, list[Slot]] = {}
    for slot in slots:
        by_house.setdefault(slot.house_ids[0], []).append(slot)
    return SplitPlan(split, houses, tuple(_cut(list(by_house.values()))), dict(redrawn))


def _cut(houses: list[list[Slot]]) -> Iterator[tuple[str, tuple[Slot, ...]]]:
    a_shard = -(-len(houses) // _MOST_SHARDS)
    for number, start in enumerate(range(0, len(houses), a_shard)):
        yield f"episodes-{number:04d}", tuple(slot for house in houses[start : start + a_shard] for slot in house)
