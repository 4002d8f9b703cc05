"""`scene_graph` without a model: a graph from detections and depth at each step, and an action by a rule (rung E4).

The rule is without memory, as A's E4 is: it knows the present picture alone. Accumulating is a switch; then the graph keeps
what was seen before, a thing met again at its place being one thing, and so does a map, so that what memory is worth can be
read from the two.
"""

from collections import defaultdict
from collections.abc import Sequence

from schemas.settings import EpisodeSettings
from tasks.policies.base import Decision, Glimpse, Senses
from tasks.policies.chart import half_tangent
from tasks.policies.explorer import Explorer
from tasks.policies.graph import SceneGraph
from tasks.policies.observed_graph import Known, observed_graph
from tasks.policies.reactive import react

VERSION = 2
"""Raised by hand whenever some glimpses lead to another graph or action than before."""


class GraphWalker:
    """Walks by rule, one picture's graph at a time."""

    asks_a_model = False

    def __init__(
        self, settings: EpisodeSettings, senses: Senses, *, accumulates: bool = False, extra: str = ""
    ) -> None:
        """`extra` is what of its spec belongs to its name; `senses` must have depth and detections."""
        self._settings, self.senses, self._accumulates = settings, senses, accumulates
        self.name = f"scene_graph/{VERSION}{',accumulates' if accumulates else ''}{extra}"
        self._half_tan = half_tangent(settings.field_of_view_deg)
        self._graphs: dict[str, SceneGraph] = {}
        self._known: dict[str, Known] = defaultdict(Known)
        self._explorers: dict[str, Explorer] = {}

    def act(self, glimpses: Sequence[Glimpse]) -> list[Decision]:
        return [self._act(each) for each in glimpses]

    def forget(self, episode_id: str) -> None:
        self._graphs.pop(episode_id, None)
        self._known.pop(episode_id, None)
        self._explorers.pop(episode_id, None)

    def close(self) -> None:
        self._graphs.clear()
        self._known.clear()
        self._explorers.clear()

    def _act(self, glimpse: Glimpse) -> Decision:
        if not self._accumulates:
            action = react(glimpse, self._settings)
            return Decision(action, action.name, graph=observed_graph(glimpse, self._half_tan, Known()).to_json())
        key = glimpse.goal.episode_id
        now = observed_graph(glimpse, self._half_tan, self._known[key])
        graph = self._graphs[key] = now.joined_to(self._graphs.get(key))
        if key not in self._explorers:
            self._explorers[key] = Explorer(self._settings, glimpse.goal.target_type, any_will_do=True)
        action = self._explorers[key].act(glimpse)
        return Decision(action, action.name, graph=graph.to_json())
