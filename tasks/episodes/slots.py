"""Which house each episode is looked for in, fixed before any work starts, so that shards are pure.

A slot is an episode still to be found: its split, its stratum and the houses to look in, best first. Houses are dealt
to splits by what they can hold, so that a split that needs routes over four rooms gets houses that have them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from schemas.errors import ConfigError
from schemas.seeds import generator
from schemas.settings import SPLITS, STRATA, Split, Stratum
from tasks.episodes.route import room_paths
from tasks.houses.house import House
from tasks.houses.rooms import RoomGraph

_MOST_FALLBACKS = 8


@dataclass(frozen=True, slots=True)
class Slot:
    split: Split
    episode_id: str
    stratum: Stratum
    house_ids: tuple[str, ...]
    """Where to look, in this order; the first is the house whose shard the slot belongs to."""


@dataclass(frozen=True, slots=True)
class Lodging:
    """A house by its id, and the strata that its rooms and objects can hold."""

    house_id: str
    strata: frozenset[Stratum]

    @staticmethod
    def of(house: House) -> "Lodging":
        graph = RoomGraph(house)
        furnished = {item.room_id for item in house.objects}
        held = {stratum for stratum in STRATA if any(way[-1] in furnished for way in room_paths(graph, stratum))}
        return Lodging(house.id, frozenset(held))


def deal_houses(lodgings: Sequence[Lodging], episodes: Mapping[Split, int], seed: int) -> dict[Split, list[Lodging]]:
    """Each house to one split, in proportion to the episodes wanted, alike in what they can hold.

    Raises:
        ConfigError: There are fewer houses than splits that want episodes.
    """
    wanted: list[Split] = [split for split in reversed(SPLITS) if episodes.get(split, 0)]
    if len(lodgings) < len(wanted):
        raise ConfigError(
            f"too few houses: {len(lodgings)} for the {len(wanted)} splits {', '.join(sorted(wanted))}, which may not "
            "share a house. Point --houses at more houses, ask for fewer --splits, or leave --houses out for embedded ones."
        )
    total = sum(episodes[split] for split in wanted)
    dealt: dict[Split, list[Lodging]] = {split: [] for split in wanted}
    draw = generator(seed, "deal")
    order = sorted(lodgings, key=lambda lodging: lodging.house_id)
    shuffled = [order[number] for number in draw.permutation(len(order))]
    for count, lodging in enumerate(sorted(shuffled, key=lambda each: -len(each.strata)), start=1):
        need = {split: count * episodes[split] / total - len(dealt[split]) for split in wanted}
        empty = [split for split in wanted if not dealt[split]]
        short = len(lodgings) - count < len(empty)  # the last houses go to splits that still have none
        neediest = max(empty if short else wanted, key=lambda split: (need[split], -wanted.index(split)))
        dealt[neediest].append(lodging)
    return dealt


def lay_out(split: Split, lodgings: Sequence[Lodging], n: int, seed: int) -> list[Slot]:
    """`n` slots of a split, strata in turn, spread evenly over the houses that can hold them.

    Raises:
        ConfigError: The test split cannot hold equal numbers of each stratum.
    """
    strata = [stratum for stratum in STRATA if any(stratum in lodging.strata for lodging in lodgings)]
    if split == "test":
        _refuse_unequal(strata, lodgings, n)
    if not strata:
        raise ConfigError(f"no {split} house has a room with an object in it. Point --houses at other houses.")
    load = {lodging.house_id: 0 for lodging in lodgings}
    slots = []
    for number in range(n):
        stratum = strata[number % len(strata)]
        draw = generator(seed, "slot", split, number)
        able = [lodging.house_id for lodging in lodgings if stratum in lodging.strata]
        shuffled = [able[index] for index in draw.permutation(len(able))]
        ranked = sorted(shuffled, key=lambda house_id: load[house_id])[: 1 + _MOST_FALLBACKS]
        load[ranked[0]] += 1
        slots.append(Slot(split, f"ep_{number:05d}", stratum, tuple(ranked)))
    return slots


def _refuse_unequal(strata: Sequence[Stratum], lodgings: Sequence[Lodging], n: int) -> None:
    missing = [stratum for stratum in STRATA if stratum not in strata]
    if missing:
        rooms = {"S1": "one room", "S2": "two rooms", "S3": "three rooms", "S4": "four or more rooms"}[missing[0]]
        raise ConfigError(
            f"stratum {missing[0]} is impossible: none of the {len(lodgings)} test houses has a route over {rooms}. "
            "Point --houses at more and larger houses, or leave it out for embedded ones."
        )
    if n % len(STRATA):
        low = n - n % len(STRATA)
        raise ConfigError(
            f"{n} test episodes cannot be split equally over {len(STRATA)} strata. Ask for {low or 4} or {low + 4}."
        )
