"""`vlm`: a vision-language model chooses each action from the current picture and the target's type (A, rung E3).

It is reactive, as A's is: no history, no map. It says a base action name, and the harness gives it the increment that the
run is set to. A says "the episode's configured movement or camera increment" and not which; we read one movement increment,
the grid's 0.25 m, and one camera increment for turns and looks alike, 30 degrees, the largest that both menus have.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from schemas.settings import DecoderSettings
from tasks.episodes.rows import pixel_hash
from tasks.models.chat import ChatModel, ChatPicture, ChatRequest, Completion
from tasks.models.prompting import Prompts
from tasks.models.template import Filled
from tasks.policies.base import Decision, Glimpse, Senses
from tasks.policies.spoken import READER_VERSION, action_in
from tasks.worlds.base import Action, ActionName

PROMPT = "act.txt"


@dataclass(frozen=True, slots=True)
class Increments:
    """What a base action name is carried out by."""

    move_m: float = 0.25
    turn_deg: float = 30.0
    look_deg: float = 30.0

    def action(self, name: ActionName) -> Action:
        """The name with its increment."""
        if name == "Done":
            return Action(name)
        if name == "MoveAhead":
            return Action(name, self.move_m)
        return Action(name, self.turn_deg if name.startswith("Rotate") else self.look_deg)

    def __str__(self) -> str:
        return f"{self.move_m:g} m, {self.turn_deg:g} and {self.look_deg:g} degrees"


class Vlm:
    """A policy on any chat model."""

    senses = Senses()
    asks_a_model = True

    def __init__(
        self, model: ChatModel, prompts: Prompts, decoder: DecoderSettings, increments: Increments | None = None
    ) -> None:
        self._model, self._prompts, self._decoder = model, prompts, decoder
        self._increments = increments or Increments()

    @property
    def name(self) -> str:
        return f"vlm/{READER_VERSION}:{self._model.name} ({self._increments})"

    def check(self) -> None:
        """Raises ConfigError, before any work, where the model cannot be had or its prompt cannot serve."""
        self._prompts.check_walking(PROMPT)
        self._model.check()

    def act(self, glimpses: Sequence[Glimpse]) -> list[Decision]:
        filled = [self._prompts.of_walk(PROMPT, target_type=each.goal.target_type) for each in glimpses]
        said = said_by(self._model, glimpses, filled, self._decoder.action_tokens)
        return [decision_from(said[each.goal.episode_id], self._increments) for each in glimpses]

    def forget(self, episode_id: str) -> None: ...

    def close(self) -> None:
        """The model is closed by whoever gave it."""


def said_by(
    model: ChatModel, glimpses: Sequence[Glimpse], filled: Iterable[Filled], max_tokens: int
) -> Mapping[str, Completion]:
    """What a model says to the pictures of some glimpses, by episode id; every one of them has an entry."""
    requests = [
        ChatRequest(each.goal.episode_id, prompt.with_pictures([_picture(each)]), max_tokens)
        for each, prompt in zip(glimpses, filled, strict=True)
    ]
    said = {completion.key: completion for completion in model.complete(requests)}
    silent = {each.key: Completion(each.key, "the model gave no reply", "error") for each in requests}
    return {**silent, **said}


def decision_from(said: Completion, increments: Increments, graph: str = "") -> Decision:
    """What a reply decides: an action, none where none can be read, or no decision at all where no reply came."""
    if said.finish_reason == "error":
        return Decision(None, "", compliant=False, graph=graph, error=said.text or "the model gave no reply")
    spoken = action_in(said.text)
    action = increments.action(spoken.name) if spoken.name else None
    return Decision(action, said.text, compliant=spoken.exact, graph=graph)


def _picture(glimpse: Glimpse) -> ChatPicture:
    rgb = glimpse.view.rgb
    return ChatPicture(pixel_hash(rgb), lambda: rgb)
