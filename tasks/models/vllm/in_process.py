"""vLLM in our own process, where both it and Prefect can be imported: no server, no second copy of anything."""

import importlib
import importlib.util
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from schemas.errors import AnswererError
from schemas.settings import DecoderSettings
from tasks.models.chat import ChatRequest, Completion, FinishReason
from tasks.models.naming import LOADED, named
from tasks.models.openai.wire import data_url
from tasks.models.vllm.command import pixel_limits
from tasks.models.vllm.weights import Weights, check_weights

_BATCH = 64
"""Requests handed over at once; vLLM batches among them as it sees fit."""


def importable() -> bool:
    """Whether vLLM is a package of this environment, and not just a folder of that name on the path."""
    spec = importlib.util.find_spec("vllm")
    return spec is not None and spec.origin is not None


@dataclass
class VllmInProcess:
    """A ChatModel, with the same name as behind a server: it is the same engine under the same settings."""

    weights: Weights
    decoder: DecoderSettings = field(default_factory=DecoderSettings)
    seed: int = 0
    options: dict[str, Any] = field(default_factory=dict)
    """More for vLLM's `LLM`, by its own names."""

    def __post_init__(self) -> None:
        self._engine: Any = None

    @property
    def name(self) -> str:
        return named(f"vllm:{self.weights.text}", self.decoder, LOADED, seed=self.seed)

    def check(self) -> None:
        """Raises ConfigError where the model can't be had without a network."""
        check_weights(self.weights)

    def complete(self, requests: Iterable[ChatRequest]) -> Iterator[Completion]:
        """In the order of the requests, 64 at a time. Raises AnswererError where the engine fails."""
        source = iter(requests)
        while batch := list(islice(source, _BATCH)):
            try:
                answers = self._answers(batch)
            except Exception as error:
                raise AnswererError(
                    f"vLLM failed on `{self.weights.text}`: {error}. What came before is kept, and the same command asks "
                    "the rest."
                ) from error
            yield from answers

    def close(self) -> None:
        self._engine = None

    def _answers(self, batch: Sequence[ChatRequest]) -> list[Completion]:
        sampling = [
            _vllm().SamplingParams(temperature=self.decoder.temperature, max_tokens=request.max_tokens, seed=self.seed)
            for request in batch
        ]
        outputs = self._open().chat([_conversation(request) for request in batch], sampling, use_tqdm=False)
        return [_completion(request, output) for request, output in zip(batch, outputs, strict=True)]

    def _open(self) -> Any:
        if self._engine is None:
            options: dict[str, Any] = {
                "revision": self.weights.state,
                "dtype": self.decoder.dtype,
                "seed": self.seed,
                "limit_mm_per_prompt": {"video": 0},
                **({"mm_processor_kwargs": limits} if (limits := pixel_limits(self.decoder)) else {}),
            }
            self._engine = _vllm().LLM(self.weights.place, **(options | self.options))
        return self._engine


def _vllm() -> Any:
    return importlib.import_module("vllm")


def _conversation(request: ChatRequest) -> list[dict[str, Any]]:
    parts = [
        {"type": "text", "text": part}
        if isinstance(part, str)
        else {"type": "image_url", "image_url": {"url": data_url(part.load())}}
        for part in request.parts
    ]
    return [{"role": "user", "content": parts}]


def _completion(request: ChatRequest, output: Any) -> Completion:
    said = output.outputs[0]
    finish: FinishReason = "length" if said.finish_reason == "length" else "stop"
    return Completion(request.key, said.text, finish, len(output.prompt_token_ids), len(said.token_ids))
