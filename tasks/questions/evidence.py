"""What a set of frames says about a question: the one home of truth (SPEC section 3; A, section 4 and E.1).

A question's universe U is the frames that its gold answer speaks of. Whoever answers holds some frames and knows the
options:

- open mode settles an option when some filling of U's missing frames makes it true and no filling makes another option
  true;
- closed mode takes the frames held for all there is.

A frame outside U is still a picture: it counts as one more frame at its own moment, and never as U's last. So a whole
walk shown for a question about its strip can contradict the strip, as it would for anyone who looks. Frames of another
walk (a closed loop's own) are moved behind the end with `of_another_walk` first: they can show that something exists,
and tell nothing of the order of the recorded tour. No frame at all settles nothing in closed mode.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Literal

from tasks.questions.families import FAMILIES
from tasks.questions.families.base import Held, Subject
from tasks.questions.record import FrameRecord, Question

Mode = Literal["open", "closed"]
Outcome = Literal["shown", "contrary", "by_absence", "contrary_by_absence", "silent"]
OUTCOMES: tuple[Outcome, ...] = ("shown", "contrary", "by_absence", "contrary_by_absence", "silent")


@dataclass(frozen=True, slots=True)
class Asked:
    """The logic of a question: all that decides what frames say about it."""

    family: str
    subject: Subject
    options: tuple[str, ...]

    @classmethod
    def of(cls, question: Question) -> "Asked":
        return cls(question.family, Subject(question.types, question.room), question.options)

    def settled_by(self, held: Held) -> str | None:
        """The only option that some filling of the gaps makes the true one; None where there are several or none."""
        values = FAMILIES[self.family].possible(held, self.subject)
        true = [option for option in self.options if values.admits(option)]
        return true[0] if len(true) == 1 else None


@dataclass(frozen=True, slots=True)
class Need:
    """What it takes to answer a question whose cited frames are all that exists (SPEC section 3, `sound`, rule 7)."""

    decisive_frames: tuple[int, ...]
    needs_past: bool
    """The walk's last frame alone does not settle it."""
    needs_integration: bool
    """No single cited frame does."""
    decisive_age: int
    """Actions from the last decisive frame to the end; 0 where no frame is decisive."""


def universe(question: Question, n_frames: int) -> Sequence[int]:
    """The moments that the gold answer speaks of."""
    return question.strip if question.universe == "strip" else range(n_frames)


def settle(question: Question, held: Sequence[FrameRecord], n_frames: int, mode: Mode) -> str | None:
    """The option that the frames held settle, or None.

    Args:
        question: Whose options and universe count; its gold answer is not looked at.
        held: Records in any order, blank pictures left out.
        n_frames: Length of the recorded walk.
        mode: `open` or `closed`, as the prompt declares.
    """
    asked = Asked.of(question)
    if mode == "closed":
        return asked.settled_by(Held.whole(held)) if held else None
    return asked.settled_by(Held.of(held, universe(question, n_frames)))


def outcome(question: Question, held: Sequence[FrameRecord], n_frames: int) -> Outcome:
    """How the frames held stand to the gold answer."""
    shown = settle(question, held, n_frames, "open")
    if shown is not None:
        return "shown" if shown == question.gold else "contrary"
    taken_for_all = settle(question, held, n_frames, "closed")
    if taken_for_all is not None:
        return "by_absence" if taken_for_all == question.gold else "contrary_by_absence"
    return "silent"


def decisive(question: Question, cited: Sequence[FrameRecord]) -> tuple[int, ...]:
    """Moments of the smallest set of cited frames that settles gold when the cited frames are all that exists.

    Ties go to the earliest indices. Empty where even all of them do not give gold (a defect of the question), and in
    the rare case where the number of pictures alone leaves one option.
    """
    return _decisive(Asked.of(question), cited, question.gold)


def need(asked: Asked, gold: str, cited: Sequence[FrameRecord], terminal: FrameRecord) -> Need:
    """Decisive frames and memory flags; `terminal` is the walk's last frame, cited or not."""
    moments = [frame.t for frame in cited]
    frames = _decisive(asked, cited, gold)
    at_end = asked.settled_by(Held.of([terminal], [*moments, terminal.t]))
    alone = [asked.settled_by(Held.of([frame], moments)) for frame in cited]
    return Need(
        decisive_frames=frames,
        needs_past=at_end != gold,
        needs_integration=gold not in alone,
        decisive_age=terminal.t - max(frames) if frames else 0,
    )


def of_another_walk(frames: Iterable[FrameRecord], n_frames: int) -> tuple[FrameRecord, ...]:
    """Frames of a walk that is not the recorded one, renumbered in their order from `n_frames` on."""
    return tuple(replace(frame, t=n_frames + index) for index, frame in enumerate(frames))


def _decisive(asked: Asked, cited: Sequence[FrameRecord], gold: str) -> tuple[int, ...]:
    moments = sorted({frame.t for frame in cited})
    by_time = {frame.t: frame for frame in cited}
    for size in range(len(moments) + 1):
        for chosen in combinations(moments, size):
            if asked.settled_by(Held.of((by_time[t] for t in chosen), moments)) == gold:
                return chosen
    return ()
