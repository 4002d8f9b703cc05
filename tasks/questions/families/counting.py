"""Counting: how many TYPEs were in view while standing in ROOM. The room is the camera's; each object counts once."""

from collections.abc import Iterator, Sequence

from tasks.questions.families.base import Counts, Family, Held, Subject, Values, instances
from tasks.questions.record import FrameRecord
from tasks.questions.wording import templates


def _possible(held: Held, subject: Subject) -> Values:
    least = len(instances((frame for frame in held.frames if frame.room_id == subject.room), subject.types[0]))
    return Counts(least, None if held.gaps else least)


def _subjects(frames: Sequence[FrameRecord], types: Sequence[str]) -> Iterator[Subject]:
    """Rooms that their type names without doubt (no other of that type was entered), in the order of first entry."""
    room_types = {frame.room_id: frame.room_type for frame in frames}
    named = list(room_types.values())
    for room_id, room_type in room_types.items():
        if named.count(room_type) == 1:
            yield from (Subject((object_type,), room_id) for object_type in types)


def _content(frame: FrameRecord, subject: Subject) -> frozenset[str]:
    return instances([frame], subject.types[0]) if frame.room_id == subject.room else frozenset()


COUNTING = Family(
    name="Counting",
    possible=_possible,
    subjects=_subjects,
    content=_content,
    templates=templates(
        "counting",
        paper="While the robot was in the {room}, how many different {plural} came into view?",
        sound="During the recorded tour, how many different {plural} were in view while the robot was in the {room}?",
    ),
)
