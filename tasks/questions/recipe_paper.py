"""The recipe `paper`: questions as A writes them, with A's defects, as a positive control for the audits.

Known defects, kept on purpose (A, sections 4 and 6): a Presence-change Yes cites the object's first and last sighting
and so omits the later absence; Rooms-visited cites as many frames as the strip caught rooms; Global-count speaks of the
house and counts the strip; `memory_required` looks at rooms, not at evidence. Where A is silent the comment says `Our
reading`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

import numpy as np

from schemas.seeds import generator
from schemas.vocabulary import TYPES, display, is_known, room_display
from tasks.questions.draft import Draft, to_question
from tasks.questions.evidence import Asked
from tasks.questions.families import FAMILIES
from tasks.questions.families.base import Family, Subject, shows
from tasks.questions.families.order import TIE
from tasks.questions.options import number_window, shuffled
from tasks.questions.record import FrameRecord, Question, Trajectory, Universe
from tasks.questions.strip import evenly_spaced
from tasks.questions.wording import gives_away

FORM = "paper"
N_OPTIONS = 4
ROOM_TYPES = ("Bathroom", "Bedroom", "Hallway", "Kitchen", "LivingRoom")
SHARES: dict[str, int] = {
    "Persistence": 131,
    "Global-count": 120,
    "Rooms-visited": 116,
    "Existence": 113,
    "Presence-change": 102,
    "Room Identification": 80,
    "Order": 73,
    "Counting": 65,
}
"""Questions of each family among A's 800 (Table 3). Our reading: how often a family is drawn for an episode."""


@dataclass(frozen=True, slots=True)
class _Walk:
    """An episode as this recipe reads it."""

    trajectory: Trajectory
    strip: tuple[FrameRecord, ...]
    askable: tuple[str, ...]
    """Types that the strip shows, that have a name in the vocabulary and do not give the target away, sorted."""

    def over(self, family: str) -> Sequence[FrameRecord]:
        """The records that the answer speaks of: rooms are counted over the walk, all else is read off the strip."""
        return self.trajectory.frames if family == "Rooms-visited" else self.strip


def write_paper_questions(
    trajectory: Trajectory, seed: int, key: tuple[str, ...], n_questions: int = 4
) -> tuple[Question, ...]:
    """Up to `n_questions` questions about one episode, of different families.

    A family that this walk leaves nothing to ask in is replaced by the next drawn; where too few are left, fewer are
    written. `key` names the episode within the run, for instance ("test", "ep_00003"); with the seed it decides every
    draw.
    """
    walk = _read(trajectory)
    questions: list[Question] = []
    for name in draw_families(generator(seed, "families", *key)):
        if len(questions) == n_questions:
            break
        draft = _draft(FAMILIES[name], walk, generator(seed, "question", *key, name))
        if draft is not None:
            memory_required = _room_changes_after(walk.trajectory, draft.frame_refs[-1])
            questions.append(to_question(draft, walk.trajectory, len(questions) + 1, memory_required))
    return tuple(questions)


def draw_families(rng: np.random.Generator) -> tuple[str, ...]:
    """All eight families in an order whose first four hold each family exactly as often as A's shares say.

    Systematic sampling: the shares lie in a row in drawn order, and every 200th of the 800 places, from a drawn start,
    picks the family that it falls in. The rest follow as replacements.
    """
    names = [list(SHARES)[int(index)] for index in rng.permutation(len(SHARES))]
    step = sum(SHARES.values()) // 4
    start = int(rng.integers(step))
    places = range(start, sum(SHARES.values()), step)
    ends = list(accumulate(SHARES[name] for name in names))
    picked = [name for name, end in zip(names, ends, strict=True) if any(end - SHARES[name] <= p < end for p in places)]
    return *picked, *(name for name in names if name not in picked)


def _read(trajectory: Trajectory) -> _Walk:
    frames = tuple(replace(frame, room_type=trajectory.room_types[frame.room_id]) for frame in trajectory.frames)
    strip = tuple(frames[t] for t in evenly_spaced(len(frames)))
    seen = {seen.object_type for frame in strip for seen in frame.seen}
    askable = tuple(name for name in sorted(seen) if is_known(name) and not gives_away(name, trajectory.target_type))
    return _Walk(replace(trajectory, frames=frames), strip, askable)


def _draft(family: Family, walk: _Walk, rng: np.random.Generator) -> Draft | None:
    """One question of a family, or None where the strip has nothing to ask about.

    Our reading: the answer is drawn first, evenly among those that the strip offers, then what to ask about.
    """
    by_value: dict[str, list[Subject]] = {}
    # Over the walk, so that `the bedroom` is one room even where the strip missed another one.
    for subject in family.subjects(walk.trajectory.frames, walk.askable):
        value = family.answer(walk.over(family.name), subject)
        if value not in (None, "0"):
            by_value.setdefault(value, []).append(subject)
    if not by_value:
        return None
    gold = sorted(by_value)[int(rng.integers(len(by_value)))]
    subject = by_value[gold][int(rng.integers(len(by_value[gold])))]
    subject, gold, options = _OPTIONS[family.name](subject, gold, walk, rng)
    universe: Universe = "trajectory" if family.name == "Rooms-visited" else "strip"
    return Draft(
        asked=Asked(family.name, subject, shuffled(options, rng)),
        form=FORM,
        gold=gold,
        strip=tuple(frame.t for frame in walk.strip),
        universe=universe,
        frame_refs=_cite(family, walk.strip, subject),
    )


_Choice = tuple[Subject, str, tuple[str, ...]]


def _yes_no(subject: Subject, gold: str, walk: _Walk, rng: np.random.Generator) -> _Choice:
    return subject, gold, ("Yes", "No")


def _numbers(subject: Subject, gold: str, walk: _Walk, rng: np.random.Generator) -> _Choice:
    return subject, gold, number_window(int(gold), N_OPTIONS, rng)


def _four_types(subject: Subject, gold: str, walk: _Walk, rng: np.random.Generator) -> _Choice:
    """Our reading: which of four types was in view; with a third yes/no family chance could not be as low as A's."""
    shown = {seen.object_type for frame in walk.strip for seen in frame.seen}
    others = [name for name in TYPES if name not in shown and not gives_away(name, walk.trajectory.target_type)]
    drawn = [others[int(index)] for index in rng.permutation(len(others))[: N_OPTIONS - 1]]
    types = (*subject.types, *drawn)
    return Subject(tuple(sorted(types))), display(subject.types[0]), tuple(map(display, types))


def _four_rooms(subject: Subject, gold: str, walk: _Walk, rng: np.random.Generator) -> _Choice:
    """Our reading: the other options are room types of the house, filled up with those that it lacks."""
    house = {room_display(name) for name in walk.trajectory.room_types.values()}
    names = [name for name in map(room_display, ROOM_TYPES) if name != gold]
    names = [names[int(index)] for index in rng.permutation(len(names))]
    others = [name for name in names if name in house] + [name for name in names if name not in house]
    return subject, gold, (gold, *others[: N_OPTIONS - 1])


def _two_types(subject: Subject, gold: str, walk: _Walk, rng: np.random.Generator) -> _Choice:
    """Our reading: three options, a tie among them; A's chance leaves no room for Order with two."""
    one, other = (subject.types[int(index)] for index in rng.permutation(2))
    return Subject((one, other)), gold, (display(one), display(other), TIE)


_OPTIONS: dict[str, Callable[[Subject, str, _Walk, np.random.Generator], _Choice]] = {
    "Existence": _four_types,
    "Counting": _numbers,
    "Room Identification": _four_rooms,
    "Order": _two_types,
    "Persistence": _yes_no,
    "Presence-change": _yes_no,
    "Global-count": _numbers,
    "Rooms-visited": _numbers,
}


def _cite(family: Family, strip: Sequence[FrameRecord], subject: Subject) -> tuple[int, ...]:
    """The strip frames that the question is stored with.

    A says it for Presence-change (first and last sighting) and shows it for Rooms-visited (first frame in each room
    that the strip caught). Our reading of the rest: Order cites the first sighting of each type, the others every frame
    that holds what is asked.
    """
    frames = [frame for frame in strip if family.content(frame, subject)]
    if family.name == "Presence-change":
        frames = [frames[0], frames[-1]]
    elif family.name == "Rooms-visited":
        frames = list({frame.room_id: frame for frame in reversed(frames)}.values())
    elif family.name == "Order":
        frames = [next(frame for frame in frames if shows(frame, name)) for name in subject.types]
    return tuple(sorted({frame.t for frame in frames}))


def _room_changes_after(trajectory: Trajectory, t: int) -> bool:
    """A's heuristic for `memory_required`. Our reading: some later frame is in another room than the last cited one."""
    return any(frame.room_id != trajectory.frames[t].room_id for frame in trajectory.frames[t:])
