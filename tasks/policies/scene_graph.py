"""`scene_graph:MODEL`: at each step a scene graph of the picture, then an action beside it (A, rung E4, Appendix I.1).

Both are asked of one model: the graph with the episode's first question as context, then the action with the graph's
summary. That is of the present picture alone, as A's is; accumulating it is a switch. The model names things picture by
picture, so two of different pictures to which it gave the same id and label count as one.
"""

from collections.abc import Sequence

from schemas.settings import DecoderSettings
from tasks.models.chat import ChatModel, Completion
from tasks.models.prompting import Prompts
from tasks.policies.base import Decision, Glimpse, Senses
from tasks.policies.graph import UNREAD, SceneGraph, graph_in
from tasks.policies.spoken import READER_VERSION
from tasks.policies.vlm import Increments, decision_from, said_by

GRAPH_PROMPT, ACT_PROMPT = "graph.txt", "graph_act.txt"
PROMPTS = (GRAPH_PROMPT, ACT_PROMPT)


class ModelGraphs:
    """Graph and action by a chat model; two requests a step, so that all episodes' graphs are written at once."""

    senses = Senses()
    asks_a_model = True

    def __init__(
        self,
        model: ChatModel,
        prompts: Prompts,
        decoder: DecoderSettings,
        increments: Increments | None = None,
        *,
        accumulates: bool = False,
    ) -> None:
        self._model, self._prompts, self._decoder = model, prompts, decoder
        self._increments, self._accumulates = increments or Increments(), accumulates
        self._kept: dict[str, SceneGraph] = {}

    @property
    def name(self) -> str:
        kept = ", accumulating" if self._accumulates else ""
        return f"scene_graph/{READER_VERSION}:{self._model.name} ({self._increments}{kept})"

    def check(self) -> None:
        """Raises ConfigError, before any work, where the model cannot be had or its prompts cannot serve."""
        for name in PROMPTS:
            self._prompts.check_walking(name)
        self._model.check()

    def act(self, glimpses: Sequence[Glimpse]) -> list[Decision]:
        asked = [
            self._prompts.of_walk(
                GRAPH_PROMPT,
                target_type=each.goal.target_type,
                target_room=each.goal.target_room,
                question=each.goal.question,
            )
            for each in glimpses
        ]
        written = said_by(self._model, glimpses, asked, self._decoder.graph_tokens)
        summaries = {each.goal.episode_id: self._summary(written[each.goal.episode_id]) for each in glimpses}
        asked = [
            self._prompts.of_walk(
                ACT_PROMPT,
                target_type=each.goal.target_type,
                target_room=each.goal.target_room,
                question=each.goal.question,
                graph=summaries[each.goal.episode_id],
            )
            for each in glimpses
        ]
        said = said_by(self._model, glimpses, asked, self._decoder.action_tokens)
        return [
            decision_from(_first_error(written[key], said[key]), self._increments, written[key].text)
            for key in (each.goal.episode_id for each in glimpses)
        ]

    def forget(self, episode_id: str) -> None:
        self._kept.pop(episode_id, None)

    def close(self) -> None:
        """The model is closed by whoever gave it."""
        self._kept.clear()

    def _summary(self, written: Completion) -> str:
        """What the action prompt is told of the graph; nothing of earlier ones unless it accumulates."""
        graph = graph_in(written.text)
        if self._accumulates:
            earlier = self._kept.get(written.key)
            graph = graph.joined_to(earlier) if graph else earlier
            if graph is not None:
                self._kept[written.key] = graph
        return graph.summary() if graph else UNREAD


def _first_error(written: Completion, said: Completion) -> Completion:
    """The reply to go by: the graph's where its request failed, for the action was then asked without one."""
    return written if written.finish_reason == "error" else said
