"""A model that takes texts and pictures and returns text: what real models have in common, wherever they run.

Answerers and policies are built on this seam. It knows no questions, options or letters.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Literal, Protocol

from tasks.worlds.base import RgbImage

FinishReason = Literal["stop", "length", "error"]


@dataclass(frozen=True, slots=True)
class ChatPicture:
    """A picture in a request, decoded only when it is sent."""

    pixel_hash: str
    """SHA-256 of the pixels; empty where the frame was never drawn."""
    load: Callable[[], RgbImage]


@dataclass(frozen=True, slots=True)
class ChatRequest:
    """One user turn."""

    key: str
    """Unique among the requests of one call; comes back with the completion."""
    parts: tuple[str | ChatPicture, ...]
    """Texts and pictures in the order in which the model reads them."""
    max_tokens: int


@dataclass(frozen=True, slots=True)
class Completion:
    key: str
    text: str
    """As it came; empty where nothing did."""
    finish_reason: FinishReason = "stop"
    n_prompt_tokens: int | None = None
    n_completion_tokens: int | None = None
    image_sizes: tuple[tuple[int, int], ...] = ()
    """Width and height in pixels of each picture as the model really got it; empty where that cannot be known."""


class ChatModel(Protocol):
    """Greedy unless its settings say otherwise. Raises AnswererError naming the request and the remedy."""

    @property
    def name(self) -> str:
        """Kind, model and revision, with each setting that can change its words: goes into run ids and cache keys."""
        ...

    def check(self) -> None:
        """Refuse, before any work and without loading anything, what cannot come to anything.

        Raises:
            ConfigError: A package, a GPU, the model or its server is missing; says how to get it.
        """
        ...

    def complete(self, requests: Iterable[ChatRequest]) -> Iterator[Completion]:
        """One completion a request, in the order in which they are done; batching is the model's own affair.

        `requests` may be read ahead of what is yielded, but never further than the model can hold in flight.
        """
        ...

    def close(self) -> None:
        """Let go of memory, connections and child processes."""
        ...
