"""A solver that reads all questions of an episode and sees no picture: which options can be true together?

Each option of a question says something about a few numbers of the walk: how many objects of a type came into view, how
many of them from a room, from how many rooms, how many rooms there were. Options go together where some numbers fit all
of them. The solver takes for granted what a question takes for granted: that one of its options is true. It knows
nothing of houses, and two rooms of one type are one to it, so what it rules out is ruled out for good.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

_MANY = 1_000_000

Quantity = tuple[str, ...]
"""`("objects", type)`, `("objects", type, room)`, `("rooms", type)`, `("from", type, room)`, `("last", type)`,
`("entered", room)`, `("walked",)`, `("first", type, type)`."""
Facts = dict[Quantity, tuple[int, int]]
"""The least and the most that each quantity can be."""


@dataclass(frozen=True, slots=True)
class Told:
    """What a text says, apart from its wording."""

    family: str
    types: tuple[str, ...]
    room: str | None
    """Type of the room that the text names."""
    options: tuple[str, ...]
    """Options that are types stand here as types, not as their names in English."""


def open_options(told: Sequence[Told]) -> tuple[frozenset[str], ...]:
    """For each question the options that some answers to the others leave possible; all of them where nothing is told."""
    return _solved(_plain(told)).restore(told)


def agree(told: Sequence[Told], golds: Sequence[str]) -> bool:
    """Whether the golds can all be true of one walk."""
    rooms = _rooms_named(told)
    chosen = [_says(each, gold, rooms) for each, gold in zip(told, golds, strict=True)]
    return any(_fit(facts) for facts in product(*chosen))


@dataclass(frozen=True, slots=True)
class _Solution:
    open_places: tuple[frozenset[int], ...]

    def restore(self, told: Sequence[Told]) -> tuple[frozenset[str], ...]:
        pairs = zip(told, self.open_places, strict=True)
        return tuple(frozenset(each.options[place] for place in places) for each, places in pairs)


@lru_cache(maxsize=50_000)
def _solved(told: tuple[Told, ...]) -> _Solution:
    rooms = _rooms_named(told)
    says = [
        [(place, facts) for place, option in enumerate(each.options) for facts in _says(each, option, rooms)]
        for each in told
    ]
    found: list[set[int]] = [set() for _ in told]
    for combination in product(*says):
        places = [place for place, _ in combination]
        is_news = any(place not in known for place, known in zip(places, found, strict=True))
        if is_news and _fit([facts for _, facts in combination]):
            for place, known in zip(places, found, strict=True):
                known.add(place)
    return _Solution(tuple(frozenset(known) for known in found))


def _plain(told: Sequence[Told]) -> tuple[Told, ...]:
    """The same with types and rooms renamed by their first appearance, so that like episodes are solved once."""
    names: dict[str, str] = {}

    def renamed(name: str) -> str:
        return names.setdefault(name, f"#{len(names)}")

    plain = []
    for each in told:
        types = tuple(map(renamed, each.types))
        room = renamed(each.room) if each.room else None
        is_named = each.family == "Room Identification"
        options = tuple(renamed(option) if is_named or option in each.types else option for option in each.options)
        plain.append(Told(each.family, types, room, options))
    return tuple(plain)


def _rooms_named(told: Sequence[Told]) -> tuple[str, ...]:
    named = {each.room for each in told if each.room}
    named.update(option for each in told if each.family == "Room Identification" for option in each.options)
    return tuple(sorted(named))


def _says(told: Told, option: str, rooms: Sequence[str]) -> list[Facts]:
    """The facts that follow from an option, once for each way in which it can be true."""
    if told.family == "Rooms-visited":
        return [{("walked",): _span(option)}]
    if told.family == "Existence" and len(told.types) > 1:
        return [{("objects", name): (1, _MANY) if name == option else (0, 0) for name in told.types}]
    if told.family == "Order":
        return _order(told.types, option)
    name, is_yes = told.types[0], option == "Yes"
    match told.family:
        case "Existence":
            return [{("objects", name): (1, _MANY) if is_yes else (0, 0)}]
        case "Counting":
            return [{("objects", name, told.room or ""): _span(option)}]
        case "Global-count":
            return [{("objects", name): _span(option)}]
        case "Persistence":
            return [{("rooms", name): (2, _MANY) if is_yes else (0, 1)}]
        case "Presence-change" if is_yes:
            return [{("objects", name): (1, _MANY), ("last", name): (0, 0)}]
        case "Presence-change":
            return [{("last", name): (1, 1)}, {("objects", name): (0, 0)}]
        case _:  # Room Identification: seen from this room type and from no other
            elsewhere: Facts = {("from", name, room): (0, 0) for room in rooms if room != option}
            return [elsewhere | {("from", name, option): (1, 1)}]


def _order(types: Sequence[str], option: str) -> list[Facts]:
    one, other = types
    pair = ("first", *sorted(types))
    if option not in types:
        return [{("objects", one): (1, _MANY), ("objects", other): (1, _MANY), pair: (2, 2)}]
    place = sorted(types).index(option)
    return [{("objects", option): (1, _MANY), pair: (place, place)}]


def _span(option: str) -> tuple[int, int]:
    number = int(option.split()[0])
    return number, _MANY if option.endswith("or more") else number


def _fit(told: Sequence[Mapping[Quantity, tuple[int, int]]]) -> bool:
    """Whether some numbers fit all facts: bounds are met one by one, then what follows from one for another."""
    known: Facts = {}
    for facts in told:
        for quantity, (least, most) in facts.items():
            low, high = known.get(quantity, (0, _MANY))
            known[quantity] = max(low, least), min(high, most)
    for quantity, least in _consequences(known):
        low, high = known.get(quantity, (0, _MANY))
        known[quantity] = max(low, least), high
    return all(low <= high for low, high in known.values())


def _consequences(known: Facts) -> Iterator[tuple[Quantity, int]]:
    """Lower bounds that follow, each after those that it rests on."""
    sources: dict[str, set[str]] = {}
    for quantity, (least, _) in list(known.items()):
        if least and quantity[0] in ("objects", "from") and len(quantity) == 3:
            sources.setdefault(quantity[1], set()).add(quantity[2])
            yield ("from", quantity[1], quantity[2]), 1
            yield ("entered", quantity[2]), 1
            yield ("objects", quantity[1]), least
        if least and quantity[0] == "last":
            yield ("objects", quantity[1]), 1
    for name, rooms in sources.items():
        yield ("rooms", name), len(rooms)
    for quantity, (least, _) in list(known.items()):
        if least and quantity[0] == "rooms":
            yield ("objects", quantity[1]), 1
            yield ("walked",), least
        if least and quantity[0] == "objects" and len(quantity) == 2:
            yield ("rooms", quantity[1]), 1
    yield ("walked",), sum(1 for quantity, (least, _) in known.items() if least and quantity[0] == "entered")
