"""What a rung is: what is walked, which pictures reach the answerer, what its prompt holds and how they are to be taken."""

from dataclasses import dataclass
from typing import Literal

from tasks.models.base import Mode

Walk = Literal["replay", "done", "random", "policy", "graph"]
"""What is walked: the reference actions again, nothing (Done at once), random actions, or what a policy decides; `graph`
is the policy that builds a scene graph."""
Evidence = Literal[
    "none", "cited", "last_decisive", "strip", "trajectory", "even6", "own_even6", "own_last", "own_select6"
]
"""Which frames reach the answerer: of the recorded walk, or (`own_`) of the rung's own."""
Alteration = Literal["none", "blank", "another_episode", "shuffled", "fixed_budget", "spawn_copies"]
"""What is done to the frames that were chosen; all but `fixed_budget` keep their number."""
Label = Literal["hidden", "shown", "renamed", "shuffled"]
"""What the prompt says of the target's room: nothing, its type, a word without meaning that stands for the type, or the
type of another episode's."""


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
    """Name of the prompt file; empty where nothing is answered."""
    shows_question: bool = True
    shows_options: bool = True
    label: Label = "hidden"
    alteration: Alteration = "none"
    rotation: int = 0
    """By how many places the options are turned; a question with no more options than that is not asked."""
    answers: bool = True
    """False: it has no answer channel, only a walk (A, section 3.3: E1)."""
    only_after_done: bool = False
    """Asked only where the walk ended with Done (A, Appendix I.1); elsewhere the answer is null."""
    accumulates: bool = False
    """Of a `graph` walk: the policy keeps what it saw before, and does not start anew with each picture."""
    context: bool = True
    """Of a `graph` walk: the policy is told the first question of the episode."""
    against: str = ""
    """The rung that a control is compared with, pair by pair; empty for the ladder itself."""
    walk_from: str = ""
    """The rung whose walk it shares, where that is another one's."""

    @property
    def walk_of(self) -> str:
        """Name of the rung under which its walk is stored."""
        return self.walk_from or self.name

    @property
    def is_control(self) -> bool:
        return bool(self.against)

    @property
    def shows_own(self) -> bool:
        """Whether its pictures are of a walk that is not the recorded one."""
        return self.evidence.startswith("own_")

    @property
    def record_mode(self) -> Mode:
        """How `reader` takes the records: as the prompt says, but that blank pictures are pictures not held."""
        return "open" if self.alteration == "blank" else self.mode
