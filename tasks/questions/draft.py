"""From a recipe's choices to a question: the one place where a `Question` is made."""

from collections.abc import Sequence
from dataclasses import dataclass

from schemas.errors import ContractError
from schemas.vocabulary import display, room_display
from tasks.questions.evidence import Asked, need
from tasks.questions.families import FAMILIES
from tasks.questions.record import LETTERS, FrameRecord, Question, Trajectory, Universe


@dataclass(frozen=True, slots=True)
class Draft:
    """What a recipe has decided about one question."""

    asked: Asked
    """With the options in the order in which they get their letters."""
    form: str
    """Which of the family's texts: `paper` or `sound`."""
    gold: str
    strip: tuple[int, ...]
    universe: Universe
    frame_refs: tuple[int, ...]
    """In time order."""


def to_question(draft: Draft, trajectory: Trajectory, number: int, memory_required: bool | None = None) -> Question:
    """The finished question, the `number`-th of its episode counted from 1.

    `memory_required` is the recipe's own flag; left out, it is `needs_past` and `needs_integration`. Raises
    ContractError for a draft whose gold is not exactly one of its options or whose frames are not in time order within
    the walk.
    """
    question_id = f"{trajectory.episode_id}_q{number}"
    _check(draft, question_id, len(trajectory.frames))
    asked = draft.asked
    subject = asked.subject
    template = FAMILIES[asked.family].templates[draft.form]
    needed = need(asked, draft.gold, [trajectory.frames[t] for t in draft.frame_refs], trajectory.frames[-1])
    if memory_required is None:
        memory_required = needed.needs_past and needed.needs_integration
    return Question(
        question_id=question_id,
        episode_id=trajectory.episode_id,
        family=asked.family,
        template_id=template.id,
        template_version=template.version,
        text=template.render(subject.types, trajectory.room_types[subject.room] if subject.room else None),
        options=asked.options,
        answer=LETTERS[asked.options.index(draft.gold)],
        gold=draft.gold,
        types=subject.types,
        room=subject.room,
        strip=draft.strip,
        universe=draft.universe,
        frame_refs=draft.frame_refs,
        decisive_frames=needed.decisive_frames,
        memory_required=memory_required,
        needs_past=needed.needs_past,
        needs_integration=needed.needs_integration,
        decisive_age=needed.decisive_age,
        n_decisive=len(needed.decisive_frames),
        justification=_justification(draft, trajectory),
    )


def _check(draft: Draft, question_id: str, n_frames: int) -> None:
    options = draft.asked.options
    if options.count(draft.gold) != 1 or len(set(options)) != len(options) or not 2 <= len(options) <= len(LETTERS):
        raise ContractError(
            f"{question_id}: gold `{draft.gold}` must be one of two to four different options, not {options}."
        )
    for name, moments in (("frame_refs", draft.frame_refs), ("strip", draft.strip)):
        if list(moments) != sorted(set(moments)) or not moments or not 0 <= moments[0] <= moments[-1] < n_frames:
            raise ContractError(f"{question_id}: {name} {moments} must rise within the walk's {n_frames} frames.")


def _justification(draft: Draft, trajectory: Trajectory) -> str:
    """What the universe's frames show of the things asked about, and what follows."""
    frames = [trajectory.frames[t] for t in draft.strip] if draft.universe == "strip" else trajectory.frames
    if draft.asked.subject.types:
        facts = [f"{display(name)}: {_seen(frames, name)}." for name in draft.asked.subject.types]
    else:
        facts = [f"Rooms entered: {_entered(frames)}."]
    over = f"Frames {', '.join(map(str, draft.strip))}." if draft.universe == "strip" else f"All {len(frames)} frames."
    return " ".join([over, *facts, f"So: {draft.gold}."])


def _seen(frames: Sequence[FrameRecord], object_type: str) -> str:
    """`1 in frame 0 (bedroom), 2 in frame 7 (kitchen)`."""
    facts = []
    for frame in frames:
        n_objects = sum(seen.object_type == object_type for seen in frame.seen)
        if n_objects:
            facts.append(f"{n_objects} in frame {frame.t} ({room_display(frame.room_type)})")
    return ", ".join(facts) if facts else "in no frame"


def _entered(frames: Sequence[FrameRecord]) -> str:
    firsts: dict[str, str] = {}
    for frame in frames:
        firsts.setdefault(frame.room_id, f"{room_display(frame.room_type)} (frame {frame.t})")
    return ", ".join(firsts.values())
