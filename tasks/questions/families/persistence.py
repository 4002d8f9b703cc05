"""Persistence: was a TYPE in view from more than one room: one object of it or several. The rooms are the camera's."""

from tasks.questions.families.base import Family, Held, Subject, Values, each_type, shows, sightings, yes_no
from tasks.questions.record import FrameRecord
from tasks.questions.wording import templates


def _possible(held: Held, subject: Subject) -> Values:
    rooms = {frame.room_id for frame in sightings(held, subject.types[0])}
    return yes_no(yes=len(rooms) + len(held.gaps) >= 2, no=len(rooms) <= 1)


def _content(frame: FrameRecord, subject: Subject) -> frozenset[str]:
    return frozenset([frame.room_id] if shows(frame, subject.types[0]) else [])


PERSISTENCE = Family(
    name="Persistence",
    possible=_possible,
    subjects=each_type,
    content=_content,
    templates=templates(
        "persistence",
        paper="Was {a} in view from more than one room?",
        sound="During the recorded tour, was {a} in view from more than one room, be it the same {noun} or another?",
    ),
)
