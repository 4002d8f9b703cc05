"""What a policy is: what an agent may see goes in, one action comes out. It is given nothing of the simulator."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from tasks.worlds.agent_view import Senses as Senses
from tasks.worlds.base import Action, AgentView, Pose


@dataclass(frozen=True, slots=True)
class Goal:
    """What the agent is told before it walks (A, section 3.3 and Appendix D)."""

    episode_id: str
    target_type: str
    """Canonical type (schemas/vocabulary.py)."""
    target_room: str = ""
    """Room type of the target's room, for a policy whose instruction names it (A, Appendix I); else empty."""
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
    graph: str = ""
    """The scene graph that it acted on, word for word (A, Appendix I); empty for a policy that makes none."""
    error: str = ""
    """Why there is no decision at all: a model's request that failed for good. It ends the episode."""


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

    @property
    def senses(self) -> Senses:
        """What it needs to be shown beside the picture."""
        ...

    @property
    def asks_a_model(self) -> bool:
        """Whether a decision costs a model's time; such a walk ends where A's rule ends it."""
        ...

    def act(self, glimpses: Sequence[Glimpse]) -> list[Decision]:
        """One decision a glimpse, in order. At most one glimpse of an episode is in a call, its moments in order."""
        ...

    def forget(self, episode_id: str) -> None:
        """The episode is over; whatever was kept of it can go."""
        ...

    def close(self) -> None: ...
