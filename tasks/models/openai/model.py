"""`openai:URL#MODEL`: a model behind any server that speaks OpenAI's chat protocol, with many requests under way at once.

An answer is bound to its request by the connection it comes back on, and leaves in the order in which answers come; each
carries its key. What has come is handed over before anything else happens: before an error, before a budget's end, before
Ctrl-C takes effect.
"""

import os
import threading
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from schemas.errors import ConfigError
from schemas.settings import DecoderSettings, ServingSettings
from tasks.models.chat import ChatRequest, Completion
from tasks.models.naming import SPOKEN, named
from tasks.models.openai.address import Address
from tasks.models.openai.asker import Asker, Supervised
from tasks.models.openai.budget import Budget
from tasks.models.openai.call import Call, Tally
from tasks.models.openai.failures import backoff_s
from tasks.models.openai.gate import Gate
from tasks.models.openai.loop import BackgroundLoop
from tasks.models.openai.pace import Pace

KEY_VARIABLE = "OPENAI_API_KEY"
NO_KEY = "none"
"""Servers without keys take any; the client library insists on one."""
_CONNECT_S = 10.0


@dataclass
class OpenAIModel:
    """A ChatModel. Nothing is imported and no connection is made before the first request.

    Several threads may call `complete` at once; they share the gate and the budget.
    """

    address: Address
    decoder: DecoderSettings = field(default_factory=DecoderSettings)
    serving: ServingSettings = field(default_factory=ServingSettings)
    seed: int = 0
    budget: Budget | None = None
    """To share between the models of a run; by default each model has one of its own."""
    supervised: Supervised | None = None
    """What stands behind the server, where it is one of our own."""
    key: str | None = field(default=None, repr=False)
    """The key to the server; by default that of the environment, read when it is needed and kept nowhere."""
    first_in_flight: int = 4
    """Requests under way at the start, before the server has shown what it bears."""
    wait_after: Callable[[int], float] = backoff_s
    """Seconds to wait after the n-th failure of a request."""

    def __post_init__(self) -> None:
        self._budget = self.budget or Budget(self.serving)
        self._lock = threading.Lock()
        self._background: BackgroundLoop | None = None
        self._asker: Asker | None = None
        self._calls: set[Call] = set()
        self._tally = Tally()

    @property
    def name(self) -> str:
        """`openai:MODEL@HOST`, with what differs from the usual decoding."""
        return named(f"openai:{self.address.model}@{self.address.host}", self.decoder, SPOKEN, seed=self.seed)

    @property
    def in_flight(self) -> int:
        """Requests that may be under way now, as far as the server has been found to bear them."""
        return self._asker.gate.pace.limit if self._asker else min(self.first_in_flight, self.serving.max_in_flight)

    @property
    def requests_sent(self) -> int:
        """Repeated ones too, over all that share the budget."""
        return self._budget.sent

    def check(self) -> None:
        """Refuse, before any work, what cannot come to anything; costs at most one token.

        Raises:
            ConfigError: The package `openai` is missing, nothing answers at the URL, the key is refused, or the server
                does not have the model.
        """
        from tasks.models.openai.check import check_server

        check_pixels_untouched(self.decoder)
        check_server(self.address, self._secret())

    def complete(self, requests: Iterable[ChatRequest]) -> Iterator[Completion]:
        """One completion a request, in the order in which they come.

        A request that the server keeps failing on, or refuses, comes back with finish reason `error` and the server's
        words. Pictures are loaded in the calling thread, one request at a time.

        Raises:
            AnswererError: The server answers nobody any more, or refuses everything; what had come was handed over.
            UnfinishedError: A budget is spent or `stop` was called, likewise.
        """
        asker, background = self._open()
        call = Call(asker, background, self._tally)
        with self._lock:
            self._calls.add(call)
        try:
            yield from call.answers(requests)
        finally:
            with self._lock:
                self._calls.discard(call)

    def stop(self) -> None:
        """Come to an end: every `complete` under way hands over what came and raises UnfinishedError. From any thread."""
        for call in list(self._calls):
            call.stop()

    def close(self) -> None:
        """Close all connections. What is asked still ends as by `stop`."""
        self.stop()
        with self._lock:
            background, asker = self._background, self._asker
            self._background = self._asker = None
        if background and asker:
            background.close(asker.client.close())

    def _open(self) -> tuple[Asker, BackgroundLoop]:
        with self._lock:
            if self._background is None or self._asker is None:
                require_package()
                background = BackgroundLoop(f"ask {self.address.host}")
                self._asker = background.submit(self._make_asker()).result()
                self._background = background
            return self._asker, self._background

    async def _make_asker(self) -> Asker:
        """In the loop that it will live in."""
        import openai

        secret = self._secret()
        client = openai.AsyncOpenAI(
            base_url=self.address.base_url,
            api_key=secret or NO_KEY,
            max_retries=0,  # sending again is our own affair, for it is counted and paced
            timeout=openai.Timeout(self.serving.timeout_s, connect=_CONNECT_S),
            http_client=openai.DefaultAsyncHttpxClient(**self.address.client_options),
        )
        return Asker(
            address=self.address,
            decoder=self.decoder,
            serving=self.serving,
            seed=self.seed,
            budget=self._budget,
            client=client,
            secret=secret,
            gate=Gate(Pace(self.serving.max_in_flight, self.first_in_flight)),
            supervised=self.supervised,
            wait_after=self.wait_after,
        )

    def _secret(self) -> str:
        return os.environ.get(KEY_VARIABLE, "") if self.key is None else self.key


def require_package() -> None:
    """Raises ConfigError where the client library is not installed."""
    try:
        import openai  # noqa: F401
    except ImportError as error:
        raise ConfigError(
            "`openai:` and `vllm:` need the package `openai`, which is not installed here. "
            "`pip install 'evidence-ladder[openai]'` brings it."
        ) from error


def check_pixels_untouched(decoder: DecoderSettings) -> None:
    """Pixel limits can be set where the model is loaded, not through the protocol; a server would pass them over."""
    if decoder.min_pixels is not None or decoder.max_pixels is not None:
        raise ConfigError(
            "pixel limits can't be set on a server that somebody else started. Start it with them, for instance "
            """`vllm serve MODEL --mm-processor-kwargs '{"max_pixels": 1003520}'`, or use `vllm:` or `hf:`."""
        )
