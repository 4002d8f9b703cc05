"""The SQL against every completion of tiny records, one by one.

Truth is written here from the definitions in words, over complete walks. Tiny: walks of four frames, two or three
objects, two to four rooms; all questions of a case go through the SQL at once.
"""

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl
import pytest

from schemas.seeds import generator
from schemas.tables import empty
from tasks.audits.second.derive import derive
from tasks.audits.second.readings import Reading

N_FRAMES, N_QUESTIONS = 4, 12
ROOMS = {"k": "kitchen", "b": "bedroom", "h": "hallway", "l": "living room"}
TIE = "both at the same moment"
YES_NO = ("Yes", "No")

Picture = tuple[str, frozenset[str]]
"""Room and what is in view: `("k", {"Bed1"})`."""


@dataclass(frozen=True)
class Case:
    family: str
    options: tuple[str, ...]
    types: tuple[str, ...] = ()
    objects: tuple[str, ...] = ()
    rooms: str = "kb"
    room: str | None = None

    def pictures(self) -> list[Picture]:
        sizes = range(len(self.objects) + 1)
        shown = [frozenset(chosen) for n in sizes for chosen in itertools.combinations(self.objects, n)]
        return [(room, objects) for room in self.rooms for objects in shown]


CASES = [
    Case("Existence", YES_NO, ("Bed",), ("Bed1", "Mug1")),
    Case("Existence", ("bed", "mug"), ("Bed", "Mug"), ("Bed1", "Mug1")),
    Case("Existence", ("bed", "mug", "cup"), ("Bed", "Cup", "Mug"), ("Bed1", "Mug1", "Cup1"), rooms="k"),
    Case("Counting", ("1", "2"), ("Bed",), ("Bed1", "Bed2"), room="k"),
    Case("Counting", ("3", "1"), ("Bed",), ("Bed1", "Bed2", "Bed3"), room="k"),
    Case("Room Identification", ("kitchen", "bedroom"), ("Bed",), ("Bed1",), rooms="kbh"),
    Case("Order", ("bed", "mug"), ("Mug", "Bed"), ("Bed1", "Mug1")),
    Case("Order", ("mug", "bed", TIE), ("Bed", "Mug"), ("Bed1", "Mug1")),
    Case("Persistence", YES_NO, ("Bed",), ("Bed1", "Bed2")),
    Case("Presence-change", ("No", "Yes"), ("Bed",), ("Bed1", "Mug1")),
    Case("Global-count", ("1", "2"), ("Bed",), ("Bed1", "Bed2", "Bed3"), rooms="k"),
    Case("Global-count", ("0", "1", "2 or more"), ("Bed",), ("Bed1", "Bed2", "Mug1"), rooms="k"),
    Case("Rooms-visited", ("1", "2", "3", "4 or more"), rooms="kbhl"),
    Case("Rooms-visited", ("4", "1"), rooms="kbhl"),
]


def of_type(objects: frozenset[str], name: str) -> set[str]:
    return {item for item in objects if item[:-1].lower() == name.lower()}


def is_true(case: Case, walk: Sequence[Picture], option: str) -> bool:
    name = case.types[0] if case.types else ""
    in_view = [of_type(objects, name) for _, objects in walk]
    match case.family:
        case "Existence" if option in YES_NO:
            return any(in_view) == (option == "Yes")
        case "Existence":
            return any(of_type(objects, option) for _, objects in walk)
        case "Counting":
            there = [met for met, (room, _) in zip(in_view, walk, strict=True) if room == case.room]
            return fits(len(set().union(*there)), option)
        case "Global-count":
            return fits(len(set().union(*in_view)), option)
        case "Rooms-visited":
            return fits(len({room for room, _ in walk}), option)
        case "Room Identification":
            return {ROOMS[room] for met, (room, _) in zip(in_view, walk, strict=True) if met} == {option}
        case "Persistence":
            rooms = {room for met, (room, _) in zip(in_view, walk, strict=True) if met}
            return (len(rooms) > 1) == (option == "Yes")
        case "Presence-change":
            return (any(in_view) and not in_view[-1]) == (option == "Yes")
    for _, objects in walk:
        met = [each.lower() for each in case.types if of_type(objects, each)]
        if met:
            return option == (TIE if len(met) == 2 else met[0])
    return False


def fits(count: int, option: str) -> bool:
    return count >= int(option[0]) if option.endswith("more") else count == int(option)


def settled(case: Case, held: dict[int, Picture], moments: Sequence[int]) -> str | None:
    """The option that all fillings leave which leave just one option true; None for several or none."""
    found = set()
    for walk in itertools.product(*([held[t]] if t in held else case.pictures() for t in sorted(moments))):
        true = [option for option in case.options if is_true(case, walk, option)]
        if len(true) == 1:
            found.add(true[0])
        if len(found) > 1:
            return None
    return found.pop() if found else None


def subsets(moments: Sequence[int]) -> Iterator[tuple[int, ...]]:
    return (chosen for n in range(len(moments) + 1) for chosen in itertools.combinations(moments, n))


def walks(case: Case, rng: np.random.Generator) -> list[list[Picture]]:
    pictures = case.pictures()
    return [[pictures[int(rng.integers(len(pictures)))] for _ in range(N_FRAMES)] for _ in range(N_QUESTIONS)]


def refs(rng: np.random.Generator) -> list[int]:
    return sorted(int(t) for t in rng.permutation(N_FRAMES)[: 1 + int(rng.integers(3))])


def tables(case: Case, made: list[list[Picture]], cited: list[list[int]]) -> tuple[pl.DataFrame, pl.DataFrame, Reading]:
    ids = [f"ep_{number:05d}" for number in range(len(made))]
    questions = [
        {"question_id": f"{each}_q1", "episode_id": each, "family": case.family, "types": case.types,
         "options": case.options, "gold": case.options[0], "room": case.room, "universe": "strip", "strip": [0, 2, 3],
         "frame_refs": frame_refs}
        for each, frame_refs in zip(ids, cited, strict=True)
    ]  # fmt: skip
    frames = [(each, t, walk[t][0], ROOMS[walk[t][0]]) for each, walk in zip(ids, made, strict=True) for t in range(4)]
    seen = [
        (each, t, name, name[:-1])
        for each, walk in zip(ids, made, strict=True)
        for t, (_, objects) in enumerate(walk)
        for name in sorted(objects)
    ]
    text = pl.String
    rooms = pl.DataFrame(
        frames, schema={"episode_id": text, "t": pl.Int32, "room_id": text, "room_label": text}, orient="row"
    )
    in_view = pl.DataFrame(
        seen, schema={"episode_id": text, "t": pl.Int32, "object_id": text, "object_type": text}, orient="row"
    )
    renamed = rooms.select("episode_id", room="room_id", read_as="room_id").unique()
    asked = pl.DataFrame(questions, schema=empty("questions").schema, orient="row")
    if case.room:  # a room that a walk may never enter is still called by its id
        named = asked.select("episode_id", "room", read_as="room")
        renamed = pl.concat([renamed, named]).unique()
    episodes = pl.DataFrame(
        {"episode_id": ids, "n_frames": [N_FRAMES] * len(ids)}, schema_overrides={"n_frames": pl.Int32}
    )
    names = sorted({*case.types, *(name[:-1] for name in case.objects)})
    alike = pl.DataFrame({"object_type": names, "shown_as": names}, schema={"object_type": text, "shown_as": text})
    return asked, episodes, Reading(rooms, in_view, renamed, alike)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.family}-{'/'.join(case.options)}")
def test_sql_agrees_with_every_completion(case):
    rng = generator(3, "brute force", case.family, *case.options)
    made, cited = walks(case, rng), []
    cited = [refs(rng) for _ in made]
    asked, episodes, reading = tables(case, made, cited)
    derived = derive(asked, episodes, reading).sort("question_id").to_dicts()
    gold = case.options[0]
    for row, walk, moments in zip(derived, made, cited, strict=True):
        whole = dict(enumerate(walk))
        assert row["universe"] == settled(case, whole, (0, 2, 3))
        assert row["walk"] == settled(case, whole, range(N_FRAMES))
        assert row["cited"] == settled(case, whole, moments)
        assert row["mended"] == settled(case, whole, sorted({*moments, 3}))
        assert row["terminal"] == settled(case, {3: walk[3]}, sorted({*moments, 3}))
        held = {chosen: settled(case, {t: walk[t] for t in chosen}, moments) for chosen in subsets(moments)}
        decisive = next((chosen for chosen in held if held[chosen] == gold), ())
        assert row["decisive_frames"] == list(decisive), (walk, moments)
        assert row["needs_past"] == (row["terminal"] != gold)
        assert row["needs_integration"] == all(held[(t,)] != gold for t in moments)
        assert row["decisive_age"] == (3 - max(decisive) if decisive else 0)


def test_no_question_gives_no_row():
    asked, episodes, reading = tables(CASES[0], walks(CASES[0], generator(1, "none")), [[0]] * N_QUESTIONS)
    assert derive(asked.clear(), episodes, reading).is_empty()
