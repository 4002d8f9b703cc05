"""The ladder as data (A, section 3.3; SPEC section 4): the questions stay, only the evidence changes.

A rung says what is walked, which pictures reach the answerer, what its prompt holds and how the pictures are to be
taken. Adding one is one more entry here and, where it speaks in other words, one more prompt file.
"""

from dataclasses import dataclass
from typing import Literal

from tasks.models.base import Mode
from tasks.questions.record import Question

Walk = Literal["replay", "done", "random", "policy", "graph"]
"""What is walked: the reference actions again, nothing (Done at once), random actions, or what a policy decides; `graph`
is the policy that builds a scene graph."""
Evidence = Literal[
    "none", "cited", "last_decisive", "strip", "trajectory", "even6", "own_even6", "own_last", "own_select6"
]
"""Which frames reach the answerer: of the recorded walk, or (`own_`) of the rung's own."""
Alteration = Literal["none", "blank", "another_episode", "shuffled", "spawn_copies"]
"""What is done to the frames that were chosen, at the same count."""
Label = Literal["hidden", "shown", "renamed", "shuffled"]
"""What the prompt says of the target's room."""


@dataclass(frozen=True, slots=True)
class Rung:
    """A rung of the ladder, or a control: the same rung with one thing changed."""

    name: str
    title: str
    asks: str
    """The question that the rung answers about an evaluation, in one line; of a control, what the comparison tells."""
    walk: Walk | None
    """None: nothing is walked, pictures are stored ones."""
    evidence: Evidence
    mode: Mode
    """How the prompt says the pictures are to be taken: all that matters, or some of a longer walk."""
    prompt: str
    """Name of the prompt file."""
    shows_question: bool = True
    label: Label = "hidden"
    alteration: Alteration = "none"
    rotates: bool = False
    """Asked once a rotation of the options."""
    answers: bool = True
    """False: it has no answer channel, only a walk (A, section 3.3: E1)."""
    against: str = ""
    """The rung that a control is compared with, pair by pair; empty for the ladder itself."""
    walk_from: str = ""
    """The rung whose walk it shares, where that is another one's."""

    @property
    def walk_of(self) -> str:
        """Name of the rung under which its walk is stored."""
        return self.walk_from or self.name


_LADDER = (
    Rung(
        name="E0b",
        title="options only",
        asks="How far do the answer options alone carry?",
        walk=None,
        evidence="none",
        mode="none",
        prompt="options_only.txt",
        shows_question=False,
    ),
    Rung(
        name="E0",
        title="text only",
        asks="How far do the question and the label of the target's room carry, with no picture?",
        walk=None,
        evidence="none",
        mode="none",
        prompt="text_only.txt",
        label="shown",
    ),
    Rung(
        name="E2s",
        title="one stored frame",
        asks="How far does the last decisive frame carry on its own?",
        walk=None,
        evidence="last_decisive",
        mode="open",
        prompt="frames_open.txt",
    ),
    Rung(
        name="E2",
        title="stored frames",
        asks="Do the stored frames that the question cites carry its answer?",
        walk=None,
        evidence="cited",
        mode="closed",
        prompt="frames_closed.txt",
    ),
    Rung(
        name="E5",
        title="replayed frames",
        asks="Do the same frames carry the answer when the reference walk is executed again?",
        walk="replay",
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
        case _:
            raise NotImplementedError(rung.evidence)
