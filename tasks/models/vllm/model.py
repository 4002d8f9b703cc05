"""`vllm:MODEL@REVISION`: a model in a vLLM server that is started with the first request and ended with the run."""

import threading
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from schemas.identity import digest_of
from schemas.settings import DecoderSettings, ServingSettings
from tasks.models.chat import ChatRequest, Completion
from tasks.models.naming import LOADED, named
from tasks.models.openai.address import Address
from tasks.models.openai.budget import Budget
from tasks.models.openai.failures import backoff_s
from tasks.models.openai.model import OpenAIModel, require_package
from tasks.models.vllm.command import find_vllm, further_arguments
from tasks.models.vllm.server import VllmServer, on_stderr
from tasks.models.vllm.shared import give_back, shared_server
from tasks.models.vllm.weights import Weights, check_weights


@dataclass
class VllmModel:
    """A ChatModel. Models of one process that are loaded alike share one server, for a start takes a minute."""

    weights: Weights
    decoder: DecoderSettings = field(default_factory=DecoderSettings)
    serving: ServingSettings = field(default_factory=ServingSettings)
    seed: int = 0
    budget: Budget | None = None
    tell: Callable[[str], None] = on_stderr
    wait_after: Callable[[int], float] = backoff_s

    def __post_init__(self) -> None:
        self._further = further_arguments()
        self._lock = threading.Lock()
        self._server: VllmServer | None = None
        self._model: OpenAIModel | None = None

    @property
    def name(self) -> str:
        """`vllm:MODEL@REVISION` with what differs from the usual; never the port, which is another one each time."""
        return vllm_name(self.weights, self.decoder, self.seed, self._further)

    def check(self) -> None:
        """Refuse, before any work, what cannot come to anything; starts nothing.

        Raises:
            ConfigError: The package `openai` or a `vllm` command is missing, or the model can't be had without a network.
        """
        require_package()
        find_vllm()
        check_weights(self.weights)

    def complete(self, requests: Iterable[ChatRequest]) -> Iterator[Completion]:
        """As `OpenAIModel.complete`; the first call waits until the server is healthy.

        Raises:
            AnswererError: The server did not start, or ended; what had come was handed over.
            UnfinishedError: A budget is spent or `stop` was called, likewise.
        """
        yield from self._opened().complete(requests)

    def stop(self) -> None:
        """Come to an end, from any thread."""
        if model := self._model:
            model.stop()

    def close(self) -> None:
        """Give the server back; the last one that uses it ends it."""
        with self._lock:
            if self._model:
                self._model.close()
            if self._server:
                give_back(self._server)
            self._model = self._server = None

    def _opened(self) -> OpenAIModel:
        with self._lock:
            if self._model is None:
                require_package()
                server = shared_server(find_vllm(), self.weights, self.decoder, self.seed, self._further, self.tell)
                self._server = server
                self._model = OpenAIModel(
                    Address(server.base_url, self.weights.model),
                    self.decoder,
                    self.serving,
                    self.seed,
                    budget=self.budget,
                    supervised=server,
                    key=server.key,
                    wait_after=self.wait_after,
                )
            return self._model


def vllm_name(weights: Weights, decoder: DecoderSettings, seed: int, further: tuple[str, ...]) -> str:
    # Arguments may hold paths or tokens, so a name shows only that they are there, and which.
    more = {"args": digest_of(further)[:8]} if further else {}
    return named(f"vllm:{weights.text}", decoder, LOADED, seed=seed, **more)
