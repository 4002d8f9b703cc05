"""An answerer from any chat model: prompts become requests, completions become responses. It adds no words of its own."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields
from typing import Protocol, runtime_checkable

from schemas.settings import DecoderSettings
from tasks.models.base import Prompt, PromptKey, Response
from tasks.models.chat import ChatModel, ChatPicture, ChatRequest

_USUAL = {field.name: field.default for field in fields(DecoderSettings)}["answer_tokens"]


@runtime_checkable
class Stoppable(Protocol):
    """A model whose `complete` can be told to end."""

    def stop(self) -> None: ...


@dataclass(frozen=True, slots=True)
class ModelAnswerer:
    """An Answerer."""

    model: ChatModel
    answer_tokens: int = DecoderSettings().answer_tokens
    """Most tokens of an answer; what is cut off there has finish reason `length`."""

    @property
    def name(self) -> str:
        """The model's, and the token limit where it is not the usual one."""
        usual = self.answer_tokens == _USUAL
        return self.model.name if usual else f"{self.model.name}+answer_tokens={self.answer_tokens}"

    def check(self) -> None:
        """Raises ConfigError, before any work, where the model cannot be had."""
        self.model.check()

    def answer(self, prompts: Iterable[Prompt]) -> Iterator[Response]:
        """One response a prompt, in the order in which they come; a prompt may be asked more than once.

        Raises:
            AnswererError: The model failed for good; every response that had come was yielded.
            UnfinishedError: A budget is spent or it was stopped, likewise.
        """
        asked: dict[str, PromptKey] = {}

        def requests() -> Iterator[ChatRequest]:
            for number, prompt in enumerate(prompts):
                key = str(number)  # the prompt's own key may come again, with its options in another order
                asked[key] = prompt.key
                yield ChatRequest(key, parts_of(prompt), self.answer_tokens)

        for completion in self.model.complete(requests()):
            yield Response(
                key=asked.pop(completion.key),
                raw=completion.text,
                finish_reason=completion.finish_reason,
                n_prompt_tokens=completion.n_prompt_tokens,
                n_completion_tokens=completion.n_completion_tokens,
                image_sizes=completion.image_sizes,
            )

    def stop(self) -> None:
        """Come to an end, from any thread; `answer` hands over what has come. Not every model can be told."""
        if isinstance(self.model, Stoppable):
            self.model.stop()

    def close(self) -> None:
        self.model.close()


def parts_of(prompt: Prompt) -> tuple[str | ChatPicture, ...]:
    """Texts and pictures of a prompt in the order in which a model reads them."""
    return tuple(part if isinstance(part, str) else ChatPicture(part.pixel_hash, part.load) for part in prompt.parts)
