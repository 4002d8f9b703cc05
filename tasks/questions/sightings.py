"""An index of a walk: for each type the frames that show it, holding nothing else.

A question about a type is a question about the frames that show it, once no frame of its universe is missing: a frame
without it changes no family's answer, but for which frame is the last. So an answer over a walk of fifty frames with
thirty things in each is read off the two or three sightings, which makes a hundred candidates an episode cheap.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from tasks.questions.evidence import Asked
from tasks.questions.families import FAMILIES
from tasks.questions.families.base import Held, Subject
from tasks.questions.record import FrameRecord, Seen

Frames = tuple[FrameRecord, ...]


@dataclass(frozen=True, slots=True)
class Sightings:
    """One reading of a walk."""

    frames: Frames
    """The whole walk."""
    by_type: Mapping[str, Frames]
    """In time order the frames that show the type, each with the things of that type alone."""

    @classmethod
    def of(cls, frames: Iterable[FrameRecord]) -> "Sightings":
        walk = tuple(frames)
        found: dict[str, list[FrameRecord]] = {}
        for frame in walk:
            things: dict[str, list[Seen]] = {}
            for seen in frame.seen:
                things.setdefault(seen.object_type, []).append(seen)
            for name, seens in things.items():
                found.setdefault(name, []).append(holding(frame, tuple(seens)))
        return cls(walk, {name: tuple(records) for name, records in found.items()})

    def showing(self, types: tuple[str, ...]) -> Frames:
        """What a question about these types hangs on.

        Every frame where it names no type, every sighting of a single one. Of two only the first of each, for what is
        asked of two is which came first.
        """
        if not types:
            return self.frames
        if len(types) == 1:
            return self.by_type.get(types[0], ())
        return together(self.by_type.get(name, ())[:1] for name in types)

    def within(self, types: tuple[str, ...], moments: Collection[int]) -> Frames:
        """The same where these moments are taken for the whole walk."""
        if not types:
            return at(self.frames, moments)
        parts = [at(self.by_type.get(name, ()), moments) for name in types]
        return parts[0] if len(parts) == 1 else together(parts)


def holding(frame: FrameRecord, seen: tuple[Seen, ...]) -> FrameRecord:
    """The frame with these things in view; `dataclasses.replace` takes five times as long."""
    return FrameRecord(frame.t, frame.room_id, frame.space_id, seen, frame.room_type)


def together(parts: Iterable[Frames]) -> Frames:
    """Frames of several types as one row in time order, a moment once with all of its things."""
    found: dict[int, FrameRecord] = {}
    for frame in (frame for part in parts for frame in part):
        standing = found.get(frame.t)
        found[frame.t] = holding(frame, (*standing.seen, *frame.seen)) if standing else frame
    return tuple(found[t] for t in sorted(found))


def value_over(family: str, subject: Subject, frames: Frames, last: int) -> str | None:
    """A family's answer over a whole walk, of which `frames` show something and `last` is the last moment."""
    return FAMILIES[family].possible(Held(frames, (), last), subject).single


def settled_over(asked: Asked, frames: Frames, last: int) -> str | None:
    """The option that is true of a whole walk, of which `frames` show something and `last` is the last moment."""
    return asked.settled_by(Held(frames, (), last))


def at(frames: Frames, moments: Collection[int]) -> Frames:
    return tuple(frame for frame in frames if frame.t in moments)
