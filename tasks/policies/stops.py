"""When a walk ends that does not end with Done: its budget is spent, or it is stuck (A, section 3.4).

A's rule counts every step without positional progress, so that turning on the spot counts too, even when it brings new
things into view. The other rule leaves turns and looks that were carried out aside: they neither count nor make
progress. Both are read from the same walk, so that their difference is the rule's and not the agent's.
"""

from dataclasses import dataclass
from typing import Literal

from schemas.settings import EpisodeSettings

Stop = Literal["stuck", "budget"]


@dataclass(frozen=True, slots=True)
class Course:
    """What a decision came to."""

    progressed: bool
    """The agent stands somewhere else than before."""
    looked: bool
    """It turned or looked, and was not refused."""


class StopRule:
    """One rule's count over a walk."""

    def __init__(self, budget: int, stuck_steps: int, *, counts_looks: bool) -> None:
        self._budget, self._stuck_steps, self._counts_looks = budget, stuck_steps, counts_looks
        self._n, self._still = 0, 0

    def after(self, course: Course) -> Stop | None:
        """Count one more decision; why the walk ends here, or None."""
        self._n += 1
        if course.progressed:
            self._still = 0
        elif self._counts_looks or not course.looked:
            self._still += 1
        if self._still >= self._stuck_steps:
            return "stuck"
        return "budget" if self._n >= self._budget else None


def budget_of(n_reference_actions: int, settings: EpisodeSettings) -> int:
    """Decisions that an episode may take: three times the reference's actions, its Done included (A, section 3.1)."""
    return settings.budget_factor * n_reference_actions


def paper_rule(budget: int, settings: EpisodeSettings) -> StopRule:
    """A's own."""
    return StopRule(budget, settings.stuck_steps, counts_looks=True)


def lenient_rule(budget: int, settings: EpisodeSettings) -> StopRule:
    """The one beside it, which never stops a walk earlier."""
    return StopRule(budget, settings.stuck_steps, counts_looks=False)
