"""Rooms-visited: how many rooms were entered. A frame stands in one room, so one not held adds one at most."""

from collections.abc import Iterator, Sequence

from tasks.questions.families.base import Counts, Family, Held, Subject, Values
from tasks.questions.record import FrameRecord
from tasks.questions.wording import templates


def _possible(held: Held, subject: Subject) -> Values:
    entered = len({frame.room_id for frame in held.frames})
    return Counts(max(entered, 1), entered + len(held.gaps))


def _subjects(frames: Sequence[FrameRecord], types: Sequence[str]) -> Iterator[Subject]:
    yield Subject()


def _content(frame: FrameRecord, subject: Subject) -> frozenset[str]:
    return frozenset([frame.room_id])


ROOMS_VISITED = Family(
    name="Rooms-visited",
    possible=_possible,
    subjects=_subjects,
    content=_content,
    templates=templates(
        "rooms_visited",
        paper="How many different rooms did the robot go into during its walk?",
        sound="How many different rooms was the robot in during the recorded tour, counting the one where it started?",
    ),
)
