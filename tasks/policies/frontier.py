"""`frontier`: a built-in explorer that needs no weights.

It maps what it sees from depth and odometry, goes where most that is new can be seen for the fewest actions, approaches
what its detector takes for the target's type, and says Done by what it can observe: box, depth, pose. It is given
nothing else; that it may stop at another thing of the same type is part of what is measured.
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

    def __init__(self, settings: EpisodeSettings, miss_rate: float = 0.0, false_positive_rate: float = 0.0) -> None:
        self._settings = settings
        self.senses = Senses(True, True, miss_rate, false_positive_rate)
        self._explorers: dict[str, Explorer] = {}

    @property
    def name(self) -> str:
        return f"frontier/{VERSION}"

    def act(self, glimpses: Sequence[Glimpse]) -> list[Decision]:
        return [self._act(glimpse) for glimpse in glimpses]

    def forget(self, episode_id: str) -> None:
        self._explorers.pop(episode_id, None)

    def close(self) -> None:
        self._explorers.clear()

    def _act(self, glimpse: Glimpse) -> Decision:
        episode_id = glimpse.goal.episode_id
        if episode_id not in self._explorers:
            self._explorers[episode_id] = Explorer(self._settings, glimpse.goal.target_type)
        action = self._explorers[episode_id].act(glimpse)
        return Decision(action, action.name)
