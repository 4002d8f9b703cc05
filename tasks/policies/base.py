"""What a policy is: what an agent may see goes in, one action comes out. It is given nothing of the simulator."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from tasks.worlds.base import Action, AgentView, Pose


@dataclass(frozen=True, slots=True)
class Goal:
    """What the agent is told before it walks (A, section 3.3 and Appendix D)."""

    episode_id: str
    target_type: str
    """Canonical type (schemas/vocabulary.py)."""
    question: str = ""
    """The first question of the episode, for a policy that is given it as context (A, Appendix I); else empty."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What a policy made of a view."""

    action: Action | None
    """None where no action could be read from what it said."""
    raw: str = ""
    """What a model said, word for word; built-in policies say the action's name."""
    compliant: bool = True
    """It kept to the format that the prompt asks for, whatever became of the action."""


@dataclass(frozen=True, slots=True)
class Glimpse:
    """One moment of one episode, as a policy gets it."""

    goal: Goal
    t: int
    view: AgentView
    pose: Pose
    """Relative to the spawn pose: x, z in metres, 0, 0 at spawn, yaw 0 at spawn; horizon as it is. What odometry tells."""
    moved: bool
    """Whether the last action was carried out; True at spawn."""


class Policy(Protocol):
    """Acts for many episodes at once, so that one GPU or server is kept busy; keeps its memory by episode id."""

    @property
    def name(self) -> str:
        """With the seed, model and revision: all that decides its actions besides the glimpses."""
        ...

    def act(self, glimpses: Sequence[Glimpse]) -> list[Decision]:
        """One decision a glimpse, in order. At most one glimpse of an episode is in a call, its moments in order."""
        ...

    def close(self) -> None: ...
