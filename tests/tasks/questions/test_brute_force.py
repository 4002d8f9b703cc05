"""Every completion of tiny records, one by one, against the exact reasoning of the families.

Truth is written here a second time, over complete records and from the definitions in words, and shares no code with
the families. Tiny: four frames, two rooms (up to four where rooms decide), and three objects at most, of the types that
are asked about or not.
"""

import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import pytest

from tasks.questions.evidence import decisive, settle
from tasks.questions.record import FrameRecord, Question, Seen

N_FRAMES = 4
ROOM_TYPES = {"k": "Kitchen", "b": "Bedroom", "h": "Hallway", "l": "LivingRoom"}
TIE = "both at the same moment"

Picture = tuple[str, frozenset[str]]
"""Room and what is in view, the least that a frame can be: `("k", {"Bed1"})`."""


@dataclass(frozen=True)
class Case:
    family: str
    options: tuple[str, ...]
    types: tuple[str, ...]
    objects: tuple[str, ...]
    rooms: str = "kb"
    room: str | None = None

    def pictures(self) -> list[Picture]:
        shown = [
            set(chosen) for n in range(len(self.objects) + 1) for chosen in itertools.combinations(self.objects, n)
        ]
        return [(room, frozenset(objects)) for room in self.rooms for objects in shown]


YES_NO = ("Yes", "No")
CASES = [
    Case("Existence", YES_NO, ("Bed",), ("Bed1",)),
    Case("Existence", ("bed", "mug"), ("Bed", "Mug"), ("Bed1", "Mug1")),
    Case("Existence", ("bed", "mug", "cup"), ("Bed", "Mug", "Cup"), ("Bed1", "Mug1", "Cup1"), rooms="k"),
    Case("Counting", ("1", "2"), ("Bed",), ("Bed1", "Bed2", "Bed3"), room="k"),
    Case("Counting", ("1", "3"), ("Bed",), ("Bed1", "Bed2", "Bed3"), room="k"),
    Case("Room Identification", ("kitchen", "bedroom"), ("Bed",), ("Bed1",)),
    Case("Room Identification", ("kitchen", "bedroom"), ("Bed",), ("Bed1",), rooms="kbh"),
    Case("Order", ("bed", "mug"), ("Bed", "Mug"), ("Bed1", "Mug1")),
    Case("Order", ("mug", "bed", TIE), ("Bed", "Mug"), ("Bed1", "Mug1")),
    Case("Order", ("mug", "bed"), ("Bed", "Mug"), ("Bed1", "Mug1", "Cup1")),
    Case("Persistence", YES_NO, ("Bed",), ("Bed1", "Bed2")),
    Case("Presence-change", YES_NO, ("Bed",), ("Bed1", "Mug1")),
    Case("Global-count", ("1", "2"), ("Bed",), ("Bed1", "Bed2", "Bed3"), rooms="k"),
    Case("Global-count", ("0", "1", "2", "3"), ("Bed",), ("Bed1", "Bed2", "Bed3"), rooms="k"),
    Case("Global-count", ("1", "2 or more"), ("Bed",), ("Bed1", "Bed2", "Bed3"), rooms="k"),
    Case("Rooms-visited", ("1", "2", "3", "4 or more"), (), (), rooms="kbhl"),
    Case("Rooms-visited", ("2", "3"), (), (), rooms="kbhl"),
    Case("Rooms-visited", ("4", "1"), (), (), rooms="kbhl"),
]


def true_options(case: Case, walk: Sequence[Picture]) -> list[str]:
    """The options that are true of a complete record."""
    return [option for option in case.options if TRUTH[case.family](case, walk, option)]


def of_type(objects: frozenset[str], name: str) -> set[str]:
    return {item for item in objects if item[:-1] == name}


def number_fits(count: int, option: str) -> bool:
    return count >= int(option[0]) if option.endswith("more") else count == int(option)


def existence(case: Case, walk: Sequence[Picture], option: str) -> bool:
    name = case.types[0] if option in YES_NO else option.capitalize()
    return any(of_type(objects, name) for _, objects in walk) == (option != "No")


def counting(case: Case, walk: Sequence[Picture], option: str) -> bool:
    met = set()
    for room, objects in walk:
        if room == case.room:
            met |= of_type(objects, case.types[0])
    return number_fits(len(met), option)


def room_identification(case: Case, walk: Sequence[Picture], option: str) -> bool:
    rooms = {ROOM_TYPES[room].lower() for room, objects in walk if of_type(objects, case.types[0])}
    return rooms == {option}


def order(case: Case, walk: Sequence[Picture], option: str) -> bool:
    for _, objects in walk:
        met = {name for name in case.types if of_type(objects, name)}
        if met:
            return option == (TIE if len(met) == 2 else met.pop().lower())
    return False


def persistence(case: Case, walk: Sequence[Picture], option: str) -> bool:
    rooms = {room for room, objects in walk if of_type(objects, case.types[0])}
    return (len(rooms) > 1) == (option == "Yes")


def presence_change(case: Case, walk: Sequence[Picture], option: str) -> bool:
    in_view = [bool(of_type(objects, case.types[0])) for _, objects in walk]
    return (any(in_view) and not in_view[-1]) == (option == "Yes")


def global_count(case: Case, walk: Sequence[Picture], option: str) -> bool:
    return number_fits(len(set().union(*(of_type(objects, case.types[0]) for _, objects in walk))), option)


def rooms_visited(case: Case, walk: Sequence[Picture], option: str) -> bool:
    return number_fits(len({room for room, _ in walk}), option)


TRUTH: dict[str, Callable[[Case, Sequence[Picture], str], bool]] = {
    "Existence": existence,
    "Counting": counting,
    "Room Identification": room_identification,
    "Order": order,
    "Persistence": persistence,
    "Presence-change": presence_change,
    "Global-count": global_count,
    "Rooms-visited": rooms_visited,
}


def settled_by_enumeration(case: Case, held: dict[int, Picture], universe: Sequence[int]) -> str | None:
    """The option that all fillings leave which leave just one option true; None for several or none."""
    choices = [[held[t]] if t in held else case.pictures() for t in universe]
    found = set()
    for walk in itertools.product(*choices):
        true = true_options(case, walk)
        if len(true) == 1:
            found.add(true[0])
        if len(found) > 1:
            return None
    return found.pop() if found else None


def record(t: int, picture: Picture) -> FrameRecord:
    room, objects = picture
    seen = tuple(Seen(name, name[:-1], room) for name in sorted(objects))
    return FrameRecord(t, room, room, seen, ROOM_TYPES[room])


def held_sets(case: Case) -> Iterator[dict[int, Picture]]:
    """Every way to hold some of the frames, with every content; the largest sets thinned to every 7th."""
    for n_held in range(N_FRAMES + 1):
        for moments in itertools.combinations(range(N_FRAMES), n_held):
            contents = itertools.product(case.pictures(), repeat=n_held)
            every = 7 if len(case.pictures()) ** n_held > 600 else 1
            for content in itertools.islice(contents, 0, None, every):
                yield dict(zip(moments, content, strict=True))


def question_of(case: Case, ask: Callable[..., Question], gold: str) -> Question:
    return ask(case.family, case.options, gold, case.types, case.room)


IDS = [f"{case.family}-{'/'.join(case.options)}-{case.rooms}" for case in CASES]


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_open_mode_agrees_with_every_completion(ask, case):
    question = question_of(case, ask, case.options[0])
    for held in held_sets(case):
        frames = [record(t, picture) for t, picture in held.items()]
        expected = settled_by_enumeration(case, held, range(N_FRAMES))
        assert settle(question, frames, N_FRAMES, "open") == expected, held


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_closed_mode_agrees_with_the_definition_in_words(ask, case):
    question = question_of(case, ask, case.options[0])
    for held in held_sets(case):
        frames = [record(t, picture) for t, picture in held.items()]
        true = true_options(case, [held[t] for t in sorted(held)])
        expected = true[0] if held and len(true) == 1 else None
        assert settle(question, frames, N_FRAMES, "closed") == expected, held


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_decisive_frames_agree_with_every_completion(ask, case):
    walks = list(itertools.product(case.pictures(), repeat=3))
    for walk in walks[:: max(1, len(walks) // 40)]:
        true = true_options(case, walk)
        if len(true) != 1:
            continue
        subsets = (set(s) for n in range(4) for s in itertools.combinations(range(3), n))
        smallest = next(
            chosen
            for chosen in subsets
            if settled_by_enumeration(case, {t: walk[t] for t in chosen}, range(3)) == true[0]
        )
        cited = [record(t, picture) for t, picture in enumerate(walk)]
        assert decisive(question_of(case, ask, true[0]), cited) == tuple(sorted(smallest)), walk
