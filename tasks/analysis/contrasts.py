"""Which rungs are compared, as data: the primary contrasts, named beforehand, and the controls (SPEC sections 4 and 5).

A primary contrast is what an evaluation is made to tell; over the eight families within it p values carry Holm's
correction. Each control is compared with its rung, which is exploratory: figures to look at, not to conclude from.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from tasks.analysis.equivalence import MARGIN, MARGIN_A_FAMILY
from tasks.rungs.rungs import RUNGS, Rung

CHANCE = "chance"
"""In place of a rung: one over the number of options, question by question."""

Role = Literal["primary", "exploratory"]


@dataclass(frozen=True, slots=True)
class Contrast:
    """One rung minus another on the same questions, by the same answerer."""

    rung: str
    against: str
    """A rung, or `chance`."""
    asks: str
    role: Role = "primary"
    margin: float = MARGIN
    """What is near enough to be called the same, as a share, over all families."""
    margin_a_family: float = MARGIN_A_FAMILY

    @property
    def name(self) -> str:
        return f"{self.rung} − {self.against}"


PRIMARY = (
    Contrast("E0b", CHANCE, "Do the options alone give answers away?"),
    Contrast("E0", CHANCE, "How much of the score needs no pictures at all?"),
    Contrast("E3", "E0", "Does the closed loop answer better than the same model with no picture? (A, section 5.1)"),
    Contrast(
        "E3", "E0-no-label", "The same, without the label of the target's room, which the closed loop isn't told."
    ),
    Contrast("E2", "E0", "What do the cited pictures add to the text? (A, section 5.2)"),
    Contrast("E2", "E0-no-label", "The same, without the label of the target's room, which pictures come without."),
    Contrast(
        "E5", "E3", "What would the closed loop gain from the reference walk and its chosen frames? (A, section 5.2)"
    ),
    Contrast("E5-even6", "E3", "Of that, the route: six even frames of the reference walk against six of its own."),
    Contrast("E5", "E5-even6c", "Of that, the selection: the frames that a question cites against six even ones."),
    Contrast("E5", "E2", "Do pictures from the walk executed again serve as well as the stored ones?"),
    Contrast(
        "E4",
        "E3",
        "Does a scene graph of each picture help the closed loop, answers it never gave counted? (A, section 5.1)",
    ),
)


def contrasts(rungs: Iterable[str], known: Mapping[str, Rung] = RUNGS) -> list[Contrast]:
    """The contrasts that an evaluation of these rungs can make, primary ones first."""
    there = {CHANCE, *rungs}
    primary = [each for each in PRIMARY if {each.rung, each.against} <= there]
    told = {frozenset((each.rung, each.against)) for each in PRIMARY}
    controls = [
        Contrast(rung.name, rung.against, rung.asks, "exploratory")
        for rung in known.values()
        if rung.against and {rung.name, rung.against} <= there and frozenset((rung.name, rung.against)) not in told
    ]
    return primary + controls
