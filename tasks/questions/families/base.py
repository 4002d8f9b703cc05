"""What a family of questions is: which options some filling of the frames not held would make true.

One function a family carries all of its logic. With frames left out it reasons about them exactly and without
enumeration: a filling may put the camera in any room and show any objects. With no frame left out it is the family's
plain answer.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from tasks.questions.options import span
from tasks.questions.record import FrameRecord
from tasks.questions.wording import Template

YES, NO = "Yes", "No"


@dataclass(frozen=True, slots=True)
class Subject:
    """What a question asks about, apart from its options."""

    types: tuple[str, ...] = ()
    """Canonical object types, in the order of the text."""
    room: str | None = None
    """Room id."""


@dataclass(frozen=True, slots=True)
class Held:
    """The frames that someone holds, and the moments of the question's universe that they do not."""

    frames: tuple[FrameRecord, ...]
    """In time order, one a moment."""
    gaps: tuple[int, ...]
    """Moments of the universe that are not held, in time order."""
    last: int
    """The universe's last moment, held or not; -1 where the universe is empty."""

    @classmethod
    def of(cls, frames: Iterable[FrameRecord], universe: Iterable[int]) -> "Held":
        """Frames over a universe that some of them may lie outside of; a moment given twice counts once."""
        by_time = {frame.t: frame for frame in frames}
        moments = sorted(set(universe))
        gaps = tuple(t for t in moments if t not in by_time)
        return cls(tuple(by_time[t] for t in sorted(by_time)), gaps, moments[-1] if moments else -1)

    @classmethod
    def whole(cls, frames: Iterable[FrameRecord]) -> "Held":
        """Frames that are taken for all there is."""
        kept = tuple(frames)
        return cls.of(kept, [frame.t for frame in kept])


@dataclass(frozen=True, slots=True)
class Counts:
    """Every whole number from `least` to `most`; no upper end where `most` is None."""

    least: int
    most: int | None

    def admits(self, option: str) -> bool:
        low, high = span(option)
        return (high is None or self.least <= high) and (self.most is None or low <= self.most)

    @property
    def single(self) -> str | None:
        return str(self.least) if self.least == self.most else None


@dataclass(frozen=True, slots=True)
class Labels:
    """Some of the texts that an option may have; any text at all where `labels` is None."""

    labels: frozenset[str] | None

    def admits(self, option: str) -> bool:
        return self.labels is None or option in self.labels

    @property
    def single(self) -> str | None:
        return next(iter(self.labels)) if self.labels is not None and len(self.labels) == 1 else None


Values = Counts | Labels


@dataclass(frozen=True, slots=True)
class Family:
    """One of A's eight families (section 3.2)."""

    name: str
    possible: Callable[[Held, Subject], Values]
    """The values that the question has over some filling of the gaps."""
    subjects: Callable[[Sequence[FrameRecord], Sequence[str]], Iterator[Subject]]
    """What could be asked over these records about these types, in a fixed order; the answer is not looked at."""
    content: Callable[[FrameRecord, Subject], frozenset[str]]
    """What a frame holds of all that the answer is made of: types, objects or rooms, by id; empty where nothing."""
    templates: Mapping[str, Template]
    """The text by form: `paper`, `sound`."""

    def answer(self, frames: Sequence[FrameRecord], subject: Subject) -> str | None:
        """The value over records that are all there is; None where the question has none (a tie, never seen)."""
        return self.possible(Held.whole(frames), subject).single if frames else None


def yes_no(*, yes: bool, no: bool) -> Labels:
    """Which of the two some filling makes true."""
    return Labels(frozenset(label for label, is_possible in ((YES, yes), (NO, no)) if is_possible))


def shows(frame: FrameRecord, object_type: str) -> bool:
    for seen in frame.seen:  # noqa: SIM110  # asked millions of times; `any` over a generator takes three times as long
        if seen.object_type == object_type:
            return True
    return False


def instances(frames: Iterable[FrameRecord], object_type: str) -> frozenset[str]:
    """Ids of the different objects of a type in these frames."""
    return frozenset(seen.object_id for frame in frames for seen in frame.seen if seen.object_type == object_type)


def sightings(held: Held, object_type: str) -> tuple[FrameRecord, ...]:
    """The held frames that show the type."""
    return tuple(frame for frame in held.frames if shows(frame, object_type))


def each_type(frames: Sequence[FrameRecord], types: Sequence[str]) -> Iterator[Subject]:
    """One subject a type: for families that ask about a single type."""
    return (Subject((object_type,)) for object_type in types)


def types_shown(frame: FrameRecord, subject: Subject) -> frozenset[str]:
    return frozenset(object_type for object_type in subject.types if shows(frame, object_type))
