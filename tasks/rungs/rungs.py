"""The ladder as data (A, section 3.3; SPEC section 4): the questions stay, only the evidence changes.

A rung says what is walked, which pictures reach the answerer, what its prompt holds and how the pictures are to be
taken. Adding one is one more entry here and, where it speaks in other words, one more prompt file.
"""

from dataclasses import dataclass
from typing import Literal

from tasks.models.base import Mode
from tasks.questions.record import Question

Walk = Literal["replay"]
Evidence = Literal["none", "cited", "last_decisive"]


@dataclass(frozen=True, slots=True)
class Rung:
    name: str
    title: str
    asks: str
    """The question that the rung answers about an evaluation, in one line."""
    navigates: Walk | None
    """`replay`: the reference actions are executed in the world; None: nothing is walked, pictures are stored ones."""
    evidence: Evidence
    mode: Mode
    """How the prompt says the pictures are to be taken: all that matters, or some of a longer walk."""
    prompt: str
    """Name of the prompt file."""
    shows_question: bool = True
    shows_room_label: bool = False


_LADDER = (
    Rung(
        name="E0b",
        title="options only",
        asks="How far do the answer options alone carry?",
        navigates=None,
        evidence="none",
        mode="none",
        prompt="options_only.txt",
        shows_question=False,
    ),
    Rung(
        name="E0",
        title="text only",
        asks="How far do the question and the label of the target's room carry, with no picture?",
        navigates=None,
        evidence="none",
        mode="none",
        prompt="text_only.txt",
        shows_room_label=True,
    ),
    Rung(
        name="E2s",
        title="one stored frame",
        asks="How far does the last decisive frame carry on its own?",
        navigates=None,
        evidence="last_decisive",
        mode="open",
        prompt="frames_open.txt",
    ),
    Rung(
        name="E2",
        title="stored frames",
        asks="Do the stored frames that the question cites carry its answer?",
        navigates=None,
        evidence="cited",
        mode="closed",
        prompt="frames_closed.txt",
    ),
    Rung(
        name="E5",
        title="replayed frames",
        asks="Do the same frames carry the answer when the reference walk is executed again?",
        navigates="replay",
        evidence="cited",
        mode="closed",
        prompt="frames_closed.txt",
    ),
)

RUNGS: dict[str, Rung] = {rung.name: rung for rung in _LADDER}
"""By name, from the least evidence to the most; reports print them in this order."""


def evidence_frames(rung: Rung, question: Question) -> tuple[int, ...]:
    """Indices into the trajectory of the pictures that reach the answerer, in time order.

    Where no frame is decisive (nothing needs to be seen to settle the question, or the cited frames settle nothing),
    `last_decisive` shows the last cited one, so that every question of a rung has the same number of pictures.
    """
    match rung.evidence:
        case "none":
            return ()
        case "cited":
            return question.frame_refs
        case "last_decisive":
            return (question.decisive_frames or question.frame_refs)[-1:]
