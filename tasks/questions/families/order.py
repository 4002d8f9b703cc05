"""Order: which of two TYPEs came into view first.

What came into view is earlier than what never did. Both for the first time in one picture is a tie, which is an answer
only where the options hold it; neither in any picture is no answer.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations

from schemas.vocabulary import display
from tasks.questions.families.base import Family, Held, Labels, Subject, Values, shows, types_shown
from tasks.questions.record import FrameRecord
from tasks.questions.wording import templates

TIE = "both at the same moment"
_NEVER = float("inf")


def _possible(held: Held, subject: Subject) -> Values:
    one, other = subject.types
    gap = held.gaps[0] if held.gaps else _NEVER
    first_one, first_other = _first(held, one), _first(held, other)
    labels = {
        display(one): min(first_one, gap) < first_other,
        display(other): min(first_other, gap) < first_one,
        TIE: first_one == first_other < _NEVER or gap < min(first_one, first_other),
    }
    return Labels(frozenset(label for label, is_possible in labels.items() if is_possible))


def _first(held: Held, object_type: str) -> float:
    return next((frame.t for frame in held.frames if shows(frame, object_type)), _NEVER)


def _subjects(frames: Sequence[FrameRecord], types: Sequence[str]) -> Iterator[Subject]:
    return (Subject(pair) for pair in combinations(types, 2))


ORDER = Family(
    name="Order",
    possible=_possible,
    subjects=_subjects,
    content=types_shown,
    templates=templates(
        "order",
        paper="Which came into view first, {a} or {b}?",
        sound="Which came into view first during the recorded tour, {a} or {b}?",
    ),
)
