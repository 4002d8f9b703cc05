"""Other ways to read the same walk, under which a sound question must keep its answer (SPEC section 3, rule 8).

A picture does not draw the lines that the record draws: 32 pixels or 33, the room of the camera or of the object, a
room or the open space that it is part of, a mug or a cup. A candidate whose answer hangs on such a line is grey.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace

from schemas.vocabulary import confusable
from tasks.questions.evidence import Asked
from tasks.questions.families.base import Subject
from tasks.questions.record import FrameRecord, Seen, Trajectory
from tasks.questions.sightings import Frames, Sightings, at, holding, settled_over, together, value_over

OBJECT_ROOM_FAMILIES = frozenset(("Counting", "Room Identification", "Persistence"))
"""Families in which a thing's room may be read as the camera's or as its own."""
ROOM_FAMILIES = OBJECT_ROOM_FAMILIES | {"Rooms-visited"}
"""Families that a wall more or less could change."""
READINGS = ("strict", "loose", "spaces", "object_rooms", "confusables")


class Readings:
    """All readings of one walk.

    Args:
        trajectory: The walk as its record stands.
        loose: The walk again with every object that has a pixel, at any distance.
        spaces: Space of every room of the house, entered or not.
    """

    def __init__(self, trajectory: Trajectory, loose: Iterable[FrameRecord], spaces: Mapping[str, str]) -> None:
        self.strict = Sightings.of(trajectory.frames)
        self.loose = Sightings.of(loose)
        self.last = len(trajectory.frames) - 1
        self._room_types = trajectory.room_types
        self._spaces = spaces
        self._alike: dict[str, Frames] = {}
        self._space_types = _space_types(trajectory.room_types, spaces)

    def value(self, family: str, subject: Subject) -> str | None:
        """The answer over the whole walk as its record stands; None where the question has none."""
        return value_over(family, subject, self.strict.showing(subject.types), self.last)

    def grey(self, asked: Asked, gold: str, cited: Collection[int]) -> str | None:
        """Name of the first reading in which the walk or the cited frames, taken for all there is, do not give gold."""
        for name, question, frames in self._readings(asked):
            whole = settled_over(question, frames, self.last)
            if whole != gold or settled_over(question, at(frames, cited), max(cited)) != gold:
                return name
        return None

    def _readings(self, asked: Asked) -> Iterator[tuple[str, Asked, Frames]]:
        """Those that can differ: a reading that shows the same frames of the asked types gives the same answer."""
        subject = asked.subject
        strict = self.strict.showing(subject.types)
        yield "strict", asked, strict
        if subject.types and (loose := self.loose.showing(subject.types)) != strict:
            yield "loose", asked, loose
        if asked.family in ROOM_FAMILIES:
            room = None if subject.room is None else self._spaces[subject.room]
            yield "spaces", replace(asked, subject=replace(subject, room=room)), self._by_space(strict)
        if asked.family in OBJECT_ROOM_FAMILIES:
            yield "object_rooms", asked, self._by_object_room(strict)
        if any(alike in self.strict.by_type for name in subject.types for alike in confusable(name) - {name}):
            yield "confusables", asked, together(self._taken_for(name) for name in subject.types)

    def _taken_for(self, name: str) -> Frames:
        """What may be taken for a type is of that type. Types of one question do not look alike."""
        if name not in self._alike:
            others = sorted(confusable(name))
            self._alike[name] = together(_renamed(self.strict.by_type.get(each, ()), name) for each in others)
        return self._alike[name]

    def _by_space(self, frames: Frames) -> Frames:
        """Each space as one room. A space of several room types is none of them: no option names `Kitchen+LivingRoom`."""
        return tuple(
            replace(
                frame, room_id=self._spaces[frame.room_id], room_type=self._space_types[self._spaces[frame.room_id]]
            )
            for frame in frames
        )

    def _by_object_room(self, frames: Frames) -> Frames:
        """One record for each room that holds some of what is in view, as if seen from there, all at the same moment."""
        return tuple(record for frame in frames for record in self._split(frame))

    def _split(self, frame: FrameRecord) -> Iterator[FrameRecord]:
        things: dict[str, list[Seen]] = {}
        for seen in frame.seen:
            things.setdefault(seen.room_id or frame.room_id, []).append(seen)
        for room_id in sorted(things):
            yield replace(frame, room_id=room_id, room_type=self._room_types[room_id], seen=tuple(things[room_id]))


def _space_types(room_types: Mapping[str, str], spaces: Mapping[str, str]) -> dict[str, str]:
    types: dict[str, set[str]] = {}
    for room_id, room_type in room_types.items():
        types.setdefault(spaces[room_id], set()).add(room_type)
    return {space: "+".join(sorted(found)) for space, found in types.items()}


def _renamed(frames: Frames, name: str) -> Frames:
    return tuple(
        holding(frame, tuple(Seen(seen.object_id, name, seen.room_id) for seen in frame.seen)) for frame in frames
    )
