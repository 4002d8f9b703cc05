"""`frontier`: a built-in explorer that needs no weights.

It maps what it sees from depth and odometry, goes where most that is new can be seen for the fewest actions, approaches
what its detector takes for the target's type, and says Done by what it can observe: box, depth, pose. It is given
nothing else. Of the task it knows what A's section 3.1 says of every target: that it is out of sight at spawn, and no
nearer than 2.25 m. That it may still stop at another thing of the same type is part of what is measured.
"""

from collections.abc import Sequence

from schemas.settings import EpisodeSettings
from tasks.policies.base import Decision, Glimpse, Senses
from tasks.policies.explorer import Explorer

VERSION = 1
"""Raised by hand whenever some glimpses lead to another action than before."""


class Frontier:
    """Walks each episode with an explorer of its own."""

    asks_a_model = False

    def __init__(
        self, settings: EpisodeSettings, senses: Senses, *, any_will_do: bool = False, extra: str = ""
    ) -> None:
        """`senses` must have depth and detections; `any_will_do` as in `Beliefs`; `extra` goes to the name."""
        self._settings, self.senses, self._any_will_do = settings, senses, any_will_do
        self.name = f"frontier/{VERSION}{',any' if any_will_do else ''}{extra}"
        self._explorers: dict[str, Explorer] = {}

    def act(self, glimpses: Sequence[Glimpse]) -> list[Decision]:
        return [self._act(glimpse) for glimpse in glimpses]

    def forget(self, episode_id: str) -> None:
        self._explorers.pop(episode_id, None)

    def close(self) -> None:
        self._explorers.clear()

    def _act(self, glimpse: Glimpse) -> Decision:
        goal = glimpse.goal
        if goal.episode_id not in self._explorers:
            self._explorers[goal.episode_id] = Explorer(self._settings, goal.target_type, any_will_do=self._any_will_do)
        action = self._explorers[goal.episode_id].act(glimpse)
        return Decision(action, action.name)
