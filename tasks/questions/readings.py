"""Other ways to read the same walk, under which a sound question must keep its answer (SPEC section 3, rule 8).

A picture does not draw the lines that the record draws: 32 pixels or 33, the room of the camera or of the object, a
room or the open space that it is part of, a mug or a cup. A candidate whose answer hangs on such a line is grey.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from schemas.vocabulary import confusable
from tasks.questions.evidence import Asked
from tasks.questions.families.base import Held
from tasks.questions.record import FrameRecord, Trajectory

OBJECT_ROOM_FAMILIES = frozenset(("Counting", "Room Identification", "Persistence"))
"""Families in which a thing's room may be read as the camera's or as its own."""

Moments = tuple[tuple[FrameRecord, ...], ...]
"""By moment of the walk, the records that it is read as."""


@dataclass(frozen=True, slots=True)
class Readings:
    """All readings of one walk that do not depend on the question."""

    strict: Moments
    loose: Moments
    spaces: Moments
    object_rooms: Moments
    space_of: dict[str, str]
    """Space of each room that was entered."""

    @classmethod
    def of(cls, trajectory: Trajectory, loose: Sequence[FrameRecord]) -> "Readings":
        """`loose` is the walk again with every object that has a pixel, at any distance."""
        frames = trajectory.frames
        return cls(
            strict=_alone(frames),
            loose=_alone(loose),
            spaces=_alone(_by_space(frames)),
            object_rooms=tuple(_by_object_room(frame, trajectory) for frame in frames),
            space_of={frame.room_id: frame.space_id for frame in frames},
        )

    def grey(self, asked: Asked, gold: str, cited: Sequence[int]) -> str | None:
        """Name of the first reading in which the walk or the cited frames, taken for all there is, do not give gold."""
        for name, moments, question in self._for(asked):
            for chosen in (range(len(moments)), cited):
                held = Held.whole(record for t in chosen for record in moments[t])
                if question.settled_by(held) != gold:
                    return name
        return None

    def _for(self, asked: Asked) -> Iterator[tuple[str, Moments, Asked]]:
        subject = asked.subject
        yield "strict", self.strict, asked
        yield "loose", self.loose, asked
        room = None if subject.room is None else self.space_of[subject.room]
        yield "spaces", self.spaces, replace(asked, subject=replace(subject, room=room))
        if asked.family in OBJECT_ROOM_FAMILIES:
            yield "object_rooms", self.object_rooms, asked
        if any(len(confusable(name)) > 1 for name in subject.types):
            yield "confusables", _merged(self.strict, subject.types), asked


def _alone(frames: Iterable[FrameRecord]) -> Moments:
    return tuple((frame,) for frame in frames)


def _by_space(frames: Sequence[FrameRecord]) -> list[FrameRecord]:
    """Each space as one room. A space of several room types is none of them: no option names `Kitchen+LivingRoom`."""
    types: dict[str, set[str]] = {}
    for frame in frames:
        types.setdefault(frame.space_id, set()).add(frame.room_type)
    names = {space_id: "+".join(sorted(found)) for space_id, found in types.items()}
    return [replace(frame, room_id=frame.space_id, room_type=names[frame.space_id]) for frame in frames]


def _by_object_room(frame: FrameRecord, trajectory: Trajectory) -> tuple[FrameRecord, ...]:
    """One record for each room that holds some of what is in view, as if seen from there; moments keep the walk's order."""
    rooms = sorted({seen.room_id or frame.room_id for seen in frame.seen} | {frame.room_id})
    n_rooms = len(trajectory.room_types)
    return tuple(
        FrameRecord(
            t=frame.t * n_rooms + index,
            room_id=room_id,
            space_id=room_id,
            seen=tuple(seen for seen in frame.seen if (seen.room_id or frame.room_id) == room_id),
            room_type=trajectory.room_types[room_id],
        )
        for index, room_id in enumerate(rooms)
    )


def _merged(moments: Moments, types: Sequence[str]) -> Moments:
    """What may be taken for a type asked about is of that type. Types of one question do not look alike."""
    named = {alike: name for name in types for alike in sorted(confusable(name))}
    return tuple(tuple(_renamed(record, named) for record in records) for records in moments)


def _renamed(frame: FrameRecord, named: dict[str, str]) -> FrameRecord:
    seen = tuple(replace(item, object_type=named.get(item.object_type, item.object_type)) for item in frame.seen)
    return replace(frame, seen=seen)
