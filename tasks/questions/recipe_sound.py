"""The recipe `sound`: questions that need their evidence (SPEC section 3, `sound`; our answer to A's section 6).

Two passes. The first reads every episode's candidates and counts them by what a reader without pictures knows;
thinning.py fits acceptance probabilities to the counts of a split. The second draws one candidate a slot with those
probabilities and writes it. Each rule that drops a candidate has a name in RULES, and what it drops is counted.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from schemas.seeds import generator
from schemas.vocabulary import TYPES, confusable
from tasks.questions.citing import cite
from tasks.questions.draft import Draft, to_question
from tasks.questions.evidence import Asked
from tasks.questions.families import FAMILIES
from tasks.questions.forms import forms, kind
from tasks.questions.options import shuffled
from tasks.questions.readings import READINGS, Readings
from tasks.questions.record import Question
from tasks.questions.thinning import Acceptance, TextKey, ValueKey, draw
from tasks.questions.walks import Walk
from tasks.questions.wording import gives_away

FORM = "sound"
ASKS_OF_THE_UNSEEN = frozenset(("Existence", "Presence-change"))

UNFILLED, SHARES_A_TYPE = "unfilled", "shares_a_type"
RULES = ("names_target", "no_answer", "too_short", *(f"grey_{name}" for name in READINGS), UNFILLED, SHARES_A_TYPE)
"""Why something falls away: first a type (`names_target`), a subject (`no_answer`: none in its family's form), then
candidates (`grey_strict`: the six cited frames do not give the answer of the walk), last a place of the menu, because no
draw was accepted (`unfilled`) or because of what another place drew (`shares_a_type`)."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A question that could be asked, with its evidence."""

    asked: Asked
    gold: str
    frame_refs: tuple[int, ...]
    value: ValueKey
    """What thinning weighs it by."""


@dataclass(frozen=True, slots=True)
class Slot:
    """One episode's place for one family, with all that could stand there."""

    family: str
    candidates: tuple[Candidate, ...]
    drops: Counter[str]

    @property
    def counts(self) -> Counter[ValueKey]:
        """What thinning needs to know of it."""
        return Counter(candidate.value for candidate in self.candidates)


def slots(walk: Walk, menu: Sequence[str], seed: int, accepted: Acceptance | None = None) -> tuple[Slot, ...]:
    """The first pass: all that could be asked about a walk in each family of its menu.

    The second pass gives what thinning accepts, and nothing else is looked at then.
    """
    readings = Readings(walk.trajectory, walk.loose, walk.spaces)
    return tuple(_slot(walk, readings, family, _order(walk, family, seed), accepted) for family in menu)


def write_sound_questions(
    walk: Walk, menu: Sequence[str], accepted: Acceptance, seed: int
) -> tuple[tuple[Question, ...], Mapping[str, str]]:
    """The second pass: at most one question for each family of the menu, and why the other families have none.

    A slot whose draw is about a type that an earlier one drew, or one that looks like it, stays empty, whether the
    earlier one was written or not: just so thinning reckons.
    """
    questions: list[Question] = []
    empty: dict[str, str] = {}
    drawn: set[str] = set()
    for slot in slots(walk, menu, seed, accepted):
        rng = generator(seed, "draw", *walk.key, slot.family)
        index = draw([candidate.value for candidate in slot.candidates], accepted, rng)
        if index is None:
            empty[slot.family] = UNFILLED
            continue
        chosen = slot.candidates[index]
        types = chosen.asked.subject.types
        if drawn.isdisjoint(types):
            questions.append(_written(chosen, walk, shuffled(chosen.asked.options, rng), len(questions) + 1))
        else:
            empty[slot.family] = SHARES_A_TYPE
        drawn |= {alike for name in types for alike in confusable(name)}
    return tuple(questions), empty


def _written(chosen: Candidate, walk: Walk, options: tuple[str, ...], number: int) -> Question:
    draft = Draft(
        asked=replace(chosen.asked, options=options),
        form=FORM,
        gold=chosen.gold,
        strip=chosen.frame_refs,
        universe="trajectory",
        frame_refs=chosen.frame_refs,
    )
    return to_question(draft, walk.trajectory, number)


def _order(walk: Walk, family: str, seed: int) -> list[int]:
    """The walk's moments as they fill up the six of a slot: one draw does, for a slot is one question in the end."""
    drawn = generator(seed, "cite", *walk.key, family).permutation(len(walk.trajectory.frames))
    return [int(t) for t in drawn]


def _slot(walk: Walk, readings: Readings, family: str, order: Sequence[int], accepted: Acceptance | None) -> Slot:
    drops: Counter[str] = Counter()
    types = TYPES if family in ASKS_OF_THE_UNSEEN else [name for name in TYPES if name in readings.strict.by_type]
    askable = [name for name in types if not gives_away(name, walk.trajectory.target_type)]
    drops["names_target"] += len(types) - len(askable)
    frames = walk.trajectory.frames
    rooms = sorted({frame.room_type for frame in frames})
    found: list[Candidate] = []
    for subject in FAMILIES[family].subjects(frames, askable):
        asks = list(forms(family, subject, readings.value(family, subject), rooms))
        drops["no_answer"] += not asks
        for asked, gold in asks:
            value = _value(asked, gold, walk)
            if accepted is not None and value not in accepted:
                continue
            cited = cite(asked, readings.strict.showing(subject.types), order)
            if cited is None:
                drops["too_short"] += 1
            elif grey := readings.grey(asked, gold, cited):
                drops[f"grey_{grey}"] += 1
            else:
                found.append(Candidate(asked, gold, cited, value))
    return Slot(family, tuple(found), +drops)


def _value(asked: Asked, gold: str, walk: Walk) -> ValueKey:
    subject, trajectory = asked.subject, walk.trajectory
    room_type = trajectory.room_types[subject.room] if subject.room else None
    text = FAMILIES[asked.family].templates[FORM].render(subject.types, room_type)
    key = TextKey(asked.family, text, subject.types, asked.options, walk.target_room)
    return key, kind(asked.family, gold, subject, trajectory.frames[-1])
