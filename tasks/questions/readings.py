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
from tasks.questions.sightings import Frames, Sightings, holding, settled_over, together, value_over

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
        for name, question, whole, part in self._readings(asked, cited):
            if settled_over(question, whole, self.last) != gold or settled_over(question, part, max(cited)) != gold:
                return name
        return None

    def _readings(self, asked: Asked, cited: Collection[int]) -> Iterator[tuple[str, Asked, Frames, Frames]]:
        """Those that can differ, with what walk and cited frames show in them.

        A reading that shows the same of the types asked about gives the same answer, and is left out.
        """
        subject, types = asked.subject, asked.subject.types
        whole, part = self.strict.showing(types), self.strict.within(types, cited)
        yield "strict", asked, whole, part
        if any(self.loose.by_type.get(name) != self.strict.by_type.get(name) for name in types):
            yield "loose", asked, self.loose.showing(types), self.loose.within(types, cited)
        if asked.family in ROOM_FAMILIES:
            moved = asked
            if subject.room is not None:
                moved = replace(asked, subject=replace(subject, room=self._spaces[subject.room]))
            yield "spaces", moved, self._by_space(whole), self._by_space(part)
        if asked.family in OBJECT_ROOM_FAMILIES:
            yield "object_rooms", asked, self._by_object_room(whole), self._by_object_room(part)
        if any(self._doubles(name) for name in types):
            alike = Sightings(self.strict.frames, {name: self._taken_for(name) for name in types})
            yield "confusables", asked, alike.showing(types), alike.within(types, cited)

    def _doubles(self, name: str) -> bool:
        """Whether something came into view that may be taken for the type."""
        return any(alike in self.strict.by_type for alike in confusable(name) if alike != name)

    def _taken_for(self, name: str) -> Frames:
        """What may be taken for a type is of that type. Types of one question do not look alike."""
        if name not in self._alike:
            others = sorted(confusable(name))
            self._alike[name] = together(_renamed(self.strict.by_type.get(each, ()), name) for each in others)
        return self._alike[name]

    def _by_space(self, frames: Frames) -> Frames:
        """Each space as one room. A space of several room types is none of them: no option names `Kitchen+LivingRoom`."""
        spaces = [(frame, self._spaces[frame.room_id]) for frame in frames]
        return tuple(
            FrameRecord(frame.t, space, space, frame.seen, self._space_types[space]) for frame, space in spaces
        )

    def _by_object_room(self, frames: Frames) -> Frames:
        """One record for each room that holds some of what is in view, as if seen from there, all at the same moment.

        The families that are read so take frames for a set, so that several at one moment do no harm.
        """
        return tuple(record for frame in frames for record in self._split(frame))

    def _split(self, frame: FrameRecord) -> Iterator[FrameRecord]:
        things: dict[str, list[Seen]] = {}
        for seen in frame.seen:
            things.setdefault(seen.room_id or frame.room_id, []).append(seen)
        for room_id in sorted(things):
            yield FrameRecord(frame.t, room_id, frame.space_id, tuple(things[room_id]), self._room_types[room_id])


def _space_types(room_types: Mapping[str, str], spaces: Mapping[str, str]) -> dict[str, str]:
    types: dict[str, set[str]] = {}
    for room_id, room_type in room_types.items():
        types.setdefault(spaces[room_id], set()).add(room_type)
    return {space: "+".join(sorted(found)) for space, found in types.items()}


def _renamed(frames: Frames, name: str) -> Frames:
    return tuple(
        holding(frame, tuple(Seen(seen.object_id, name, seen.room_id) for seen in frame.seen)) for frame in frames
    )
