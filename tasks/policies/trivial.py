"""The policies that see nothing: Done at once, and actions drawn blindly (A, section 3.3, rung E1)."""

from collections.abc import Sequence

from schemas.seeds import generator
from schemas.settings import EpisodeSettings
from tasks.policies.base import Decision, Glimpse, Senses
from tasks.policies.menu import magnitudes
from tasks.worlds.base import ACTION_NAMES, Action


class DoneAtOnce:
    """Says Done before it has moved."""

    name = "done"
    senses = Senses()
    asks_a_model = False

    def act(self, glimpses: Sequence[Glimpse]) -> list[Decision]:
        return [Decision(Action("Done"), "Done") for _ in glimpses]

    def forget(self, episode_id: str) -> None: ...

    def close(self) -> None: ...


class RandomActions:
    """Draws one of the six actions evenly, then one of its magnitudes evenly, whatever it sees.

    Each draw depends on (seed, episode, t) alone, so that episodes can be walked in any order.
    """

    senses = Senses()
    asks_a_model = False

    def __init__(self, seed: int, settings: EpisodeSettings) -> None:
        self._seed, self._settings = seed, settings

    @property
    def name(self) -> str:
        return f"random:{self._seed}"

    def act(self, glimpses: Sequence[Glimpse]) -> list[Decision]:
        return [self._draw(glimpse) for glimpse in glimpses]

    def forget(self, episode_id: str) -> None: ...

    def close(self) -> None: ...

    def _draw(self, glimpse: Glimpse) -> Decision:
        draw = generator(self._seed, "random policy", glimpse.goal.episode_id, glimpse.t)
        name = ACTION_NAMES[int(draw.integers(len(ACTION_NAMES)))]
        menu = magnitudes(name, self._settings)
        return Decision(Action(name, menu[int(draw.integers(len(menu)))]), name)
