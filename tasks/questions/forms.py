"""The forms that questions take in `sound` (SPEC section 3, rule 5): how many options, and which ones go together.

Numeric options come in neighbouring pairs, with the answer once above and once below, so that its rank says nothing.
"""

from collections.abc import Callable, Iterator, Sequence

from schemas.vocabulary import confusable, display, room_display
from tasks.questions.evidence import Asked
from tasks.questions.families.base import Subject
from tasks.questions.families.order import TIE
from tasks.questions.options import OR_MORE
from tasks.questions.record import FrameRecord

ROOM_COUNTS = ("1", "2", "3", f"4{OR_MORE}")
STILL, NEVER = "No: still in view", "No: never in view"
KINDS: dict[str, dict[str, float]] = {"Presence-change": {"Yes": 2.0, STILL: 1.0, NEVER: 1.0}}
"""Relative shares of the kinds of value where they are not simply the options: the two kinds of No in equal parts."""


def forms(family: str, subject: Subject, value: str | None, rooms: Sequence[str]) -> Iterator[tuple[Asked, str]]:
    """A subject with each option set of its family's form that holds its answer, and the option that is gold.

    Args:
        family: Its name.
        subject: What is asked about.
        value: The answer over the whole walk; None, where the question has no answer, has no form.
        rooms: Types of the rooms that were entered.
    """
    if value is not None:
        for options in _OPTION_SETS[family](subject, value, rooms):
            gold = next(option for option in options if option == value or option.endswith(OR_MORE))
            yield Asked(family, subject, options), gold


def kind(family: str, gold: str, subject: Subject, last: FrameRecord) -> str:
    """Gold, or for a Presence-change No which of the two it is, by the walk's last frame."""
    if family != "Presence-change" or gold != "No":
        return gold
    return STILL if any(seen.object_type in subject.types for seen in last.seen) else NEVER


_Options = Iterator[tuple[str, ...]]


def _yes_no(subject: Subject, value: str, rooms: Sequence[str]) -> _Options:
    yield "Yes", "No"


def _neighbours(subject: Subject, value: str, rooms: Sequence[str]) -> _Options:
    count = int(value)
    for low in (count - 1, count):
        if low >= 1:
            yield str(low), str(low + 1)


def _two_rooms(subject: Subject, value: str, rooms: Sequence[str]) -> _Options:
    """The answer's room type and another that was entered."""
    for name in sorted({room_display(room_type) for room_type in rooms} - {value}):
        one, other = sorted((value, name))
        yield one, other


def _two_types(subject: Subject, value: str, rooms: Sequence[str]) -> _Options:
    """Two types that nobody takes for one another, not in view for the first time in one picture."""
    one, other = subject.types
    if value != TIE and other not in confusable(one):
        yield display(one), display(other)


def _room_counts(subject: Subject, value: str, rooms: Sequence[str]) -> _Options:
    yield ROOM_COUNTS


_OPTION_SETS: dict[str, Callable[[Subject, str, Sequence[str]], _Options]] = {
    "Existence": _yes_no,
    "Counting": _neighbours,
    "Room Identification": _two_rooms,
    "Order": _two_types,
    "Persistence": _yes_no,
    "Presence-change": _yes_no,
    "Global-count": _neighbours,
    "Rooms-visited": _room_counts,
}
