"""The recipe `sound`: questions that need their evidence (SPEC section 3, `sound`; our answer to A's section 6).

Two passes. The first reads every episode's candidates and counts them by what a reader without pictures knows;
thinning.py fits acceptance probabilities to the counts of a split. The second draws one candidate a slot with those
probabilities and writes it. Each rule that drops a candidate has a name in DROPS, and what it drops is counted.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from schemas.seeds import generator
from schemas.settings import Stratum
from schemas.vocabulary import TYPES, confusable, display, room_display
from tasks.questions.citing import cite
from tasks.questions.draft import Draft, to_question
from tasks.questions.evidence import Asked
from tasks.questions.families import FAMILIES
from tasks.questions.families.base import Family, Subject
from tasks.questions.families.order import TIE
from tasks.questions.options import OR_MORE, shuffled
from tasks.questions.readings import Readings
from tasks.questions.record import FrameRecord, Question, Trajectory
from tasks.questions.thinning import Acceptance, Slot, TextKey, ValueKey, draw
from tasks.questions.wording import gives_away

FORM = "sound"
ROOM_COUNTS = ("1", "2", "3", f"4{OR_MORE}")
STILL, NEVER = "No: still in view", "No: never in view"
KINDS: dict[str, dict[str, float]] = {"Presence-change": {"Yes": 2.0, STILL: 1.0, NEVER: 1.0}}
"""Relative shares of the kinds of value where they are not simply the options: the two kinds of No in equal parts."""

ASKS_OF_THE_UNSEEN = frozenset(("Existence", "Presence-change"))

DROPS = (
    "names_target",
    "no_answer",
    "too_short",
    "grey_strict",
    "grey_loose",
    "grey_spaces",
    "grey_object_rooms",
    "grey_confusables",
    "shares_a_type",
    "empty_slot",
)
"""Why something falls away: first a type (`names_target`), a subject (`no_answer`), then candidates (`grey_strict`: the
six cited frames do not give the answer of the walk), last a place of the menu that nothing could fill
(`empty_slot`)."""


@dataclass(frozen=True, slots=True)
class Walk:
    """An episode as this recipe reads it."""

    trajectory: Trajectory
    loose: tuple[FrameRecord, ...]
    """The walk again with every object that has a pixel, at any distance."""
    target_room: str
    """Room type of the target's room: the label that text-only rungs are given."""
    stratum: Stratum
    key: tuple[str, ...]
    """Names the episode within the run, for instance ("test", "ep_00003")."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A question that could be asked, with its evidence."""

    asked: Asked
    gold: str
    frame_refs: tuple[int, ...]
    value: ValueKey
    """What thinning weighs it by."""

    @property
    def touches(self) -> frozenset[str]:
        """Types that no other question of the episode may speak of."""
        return frozenset(alike for name in self.asked.subject.types for alike in confusable(name))


def candidates(walk: Walk, family: str, seed: int) -> tuple[tuple[Candidate, ...], Counter[str]]:
    """All that can be asked about a walk in one family, and how many candidates each rule dropped."""
    kept: list[Candidate] = []
    drops: Counter[str] = Counter()
    types = _types(walk.trajectory, family)
    askable = tuple(name for name in types if not gives_away(name, walk.trajectory.target_type))
    drops["names_target"] += len(types) - len(askable)
    seen_as = Readings.of(walk.trajectory, walk.loose)
    for subject in FAMILIES[family].subjects(walk.trajectory.frames, askable):
        asks = list(_forms(FAMILIES[family], subject, walk.trajectory))
        drops["no_answer"] += not asks
        for asked, gold in asks:
            candidate = _tested(asked, gold, walk, seen_as, seed)
            if isinstance(candidate, Candidate):
                kept.append(candidate)
            else:
                drops[candidate] += 1
    return tuple(kept), drops


def slot(found: Sequence[Candidate]) -> Slot:
    """The first pass: what thinning needs to know of one episode's candidates in one family."""
    return Counter(candidate.value for candidate in found)


def write_sound_questions(
    walk: Walk, families: Sequence[str], accepted: Acceptance, seed: int
) -> tuple[tuple[Question, ...], Counter[str]]:
    """The second pass: one question for each family of the episode's menu, and why candidates and slots fell away.

    No two questions speak of the same type or of types that look alike. A slot with nothing to accept stays empty.
    """
    questions: list[Question] = []
    drops: Counter[str] = Counter()
    taken: set[str] = set()
    for family in families:
        found, dropped = candidates(walk, family, seed)
        drops.update(dropped)
        free = [candidate for candidate in found if not candidate.touches & taken]
        drops["shares_a_type"] += len(found) - len(free)
        rng = generator(seed, "draw", *walk.key, family)
        index = draw([candidate.value for candidate in free], accepted, rng)
        if index is None:
            drops["empty_slot"] += 1
            continue
        chosen = free[index]
        taken |= chosen.touches
        draft = Draft(
            asked=replace(chosen.asked, options=shuffled(chosen.asked.options, rng)),
            form=FORM,
            gold=chosen.gold,
            strip=chosen.frame_refs,
            universe="trajectory",
            frame_refs=chosen.frame_refs,
        )
        questions.append(to_question(draft, walk.trajectory, len(questions) + 1))
    return tuple(questions), drops


def _types(trajectory: Trajectory, family: str) -> tuple[str, ...]:
    """Types that a family may ask about: all there are where what was never in view has an answer, else those in view."""
    if family in ASKS_OF_THE_UNSEEN:
        return TYPES
    seen = {seen.object_type for frame in trajectory.frames for seen in frame.seen}
    return tuple(name for name in TYPES if name in seen)


def _tested(asked: Asked, gold: str, walk: Walk, seen_as: Readings, seed: int) -> Candidate | str:
    """The candidate with its six frames, or the name of the rule that drops it."""
    subject, frames = asked.subject, walk.trajectory.frames
    room_type = walk.trajectory.room_types[subject.room] if subject.room else None
    text = FAMILIES[asked.family].templates[FORM].render(subject.types, room_type)
    rng = generator(seed, "cite", *walk.key, text, *asked.options)
    cited = cite(asked, frames, rng)
    if cited is None:
        return "too_short"
    grey = seen_as.grey(asked, gold, cited)
    if grey is not None:
        return f"grey_{grey}"
    value = (TextKey(asked.family, text, asked.options, walk.target_room), _kind(asked, gold, frames))
    return Candidate(asked, gold, cited, value)


def _kind(asked: Asked, gold: str, frames: Sequence[FrameRecord]) -> str:
    if asked.family != "Presence-change" or gold != "No":
        return gold
    content = FAMILIES[asked.family].content
    return STILL if content(frames[-1], asked.subject) else NEVER


def _forms(family: Family, subject: Subject, trajectory: Trajectory) -> Iterator[tuple[Asked, str]]:
    """A subject with each option set of its family's form (rule 5) that holds its answer; none where it has no answer."""
    value = family.answer(trajectory.frames, subject)
    if value is not None:
        for options in _OPTION_SETS[family.name](subject, value, trajectory):
            asked = Asked(family.name, subject, options)
            gold = next(option for option in options if option == value or option.endswith(OR_MORE))
            yield asked, gold


_Options = Iterator[tuple[str, ...]]


def _yes_no(subject: Subject, value: str, trajectory: Trajectory) -> _Options:
    yield "Yes", "No"


def _neighbours(subject: Subject, value: str, trajectory: Trajectory) -> _Options:
    """Two neighbouring counts, once with the answer above and once below, so that its rank says nothing."""
    count = int(value)
    for low in (count - 1, count):
        if low >= 1:
            yield str(low), str(low + 1)


def _two_rooms(subject: Subject, value: str, trajectory: Trajectory) -> _Options:
    """The answer's room type and another that was entered."""
    for name in sorted({room_display(frame.room_type) for frame in trajectory.frames} - {value}):
        one, other = sorted((value, name))
        yield one, other


def _two_types(subject: Subject, value: str, trajectory: Trajectory) -> _Options:
    """Two types that nobody takes for one another, not in view for the first time in one picture."""
    one, other = subject.types
    if value != TIE and not confusable(one) & confusable(other):
        yield display(one), display(other)


def _room_counts(subject: Subject, value: str, trajectory: Trajectory) -> _Options:
    yield ROOM_COUNTS


_OPTION_SETS: dict[str, Callable[[Subject, str, Trajectory], _Options]] = {
    "Existence": _yes_no,
    "Counting": _neighbours,
    "Room Identification": _two_rooms,
    "Order": _two_types,
    "Persistence": _yes_no,
    "Presence-change": _yes_no,
    "Global-count": _neighbours,
    "Rooms-visited": _room_counts,
}
