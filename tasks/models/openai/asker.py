"""One request, asked until it is answered, given up, or nothing more is to be sent. Runs in the model's event loop."""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from schemas.errors import AnswererError
from schemas.settings import DecoderSettings, ServingSettings
from tasks.models.chat import Completion
from tasks.models.openai.address import Address
from tasks.models.openai.budget import Budget
from tasks.models.openai.failures import Failure, backoff_s, failure_of
from tasks.models.openai.gate import Gate
from tasks.models.openai.wire import Outgoing, body_of, completion_of

if TYPE_CHECKING:
    from openai import AsyncOpenAI


@dataclass(frozen=True, slots=True)
class GivenUp:
    """A request that will not be asked again."""

    key: str
    words: str
    """Why, in the server's words where it had any."""


Sends = Callable[[], bool]
"""Whether requests are still sent; False winds a call down."""


class Supervised(Protocol):
    """What stands behind a server that we started ourselves."""

    def gone(self) -> str:
        """How it ended and where its log is, as a clause; empty as long as it runs."""
        ...


@dataclass
class Asker:
    """Asks for one model; all requests of all calls go through one gate."""

    address: Address
    decoder: DecoderSettings
    serving: ServingSettings
    seed: int
    budget: Budget
    client: "AsyncOpenAI"
    secret: str
    gate: Gate
    supervised: Supervised | None = None
    wait_after: Callable[[int], float] = backoff_s
    """Seconds to wait after the n-th failure of a request."""
    under_way: set[Outgoing] = field(default_factory=set)
    """What the server has now; all else only waits."""
    _answered_at: float = 0.0
    _tokens_field: str = "max_tokens"

    async def ask(self, outgoing: Outgoing, sends: Sends) -> Completion | GivenUp | None:
        """The completion, or why there is none; None where it was left unasked.

        Raises:
            AnswererError: The server answers nobody any more.
        """
        body = await asyncio.to_thread(body_of, outgoing, self.address.model, self.decoder, self.seed)
        began, failed, attempts = time.monotonic(), 0, 0
        while sends():
            ticket = await self.gate.enter()
            try:
                if not sends() or not self.budget.take():
                    return None
                tokens_field = self._tokens_field
                outcome = await self._send(outgoing, body)
                if isinstance(outcome, Completion):
                    self._answered_at = time.monotonic()
                    self.gate.pace.bore()
                    return outcome
            finally:
                self.gate.leave()
            if tokens_field == "max_tokens" and self._speaks_otherwise(outcome):
                continue
            if outcome.kind == "fatal":
                raise AnswererError(f"{self._place} answers nobody: {outcome.words}. {self._remedy}")
            if outcome.kind == "refused":
                return GivenUp(outgoing.key, outcome.words)
            self.gate.pace.balked(ticket)
            failed += 1
            attempts += outcome.kind == "again"
            wait_s = self.wait_after(failed) if outcome.wait_s is None else outcome.wait_s
            if attempts >= self.serving.max_attempts:
                return GivenUp(outgoing.key, outcome.words)
            if outcome.kind == "busy" and time.monotonic() + wait_s > began + self.serving.patience_s:
                return self._out_of_patience(outgoing.key, outcome, began)
            self._still_there(outcome)
            if outcome.wait_s is not None:
                self.gate.close_for(wait_s)
            await asyncio.sleep(wait_s)
        return None

    async def _send(self, outgoing: Outgoing, body: dict[str, Any]) -> Completion | Failure:
        self.under_way.add(outgoing)
        spoken = {self._tokens_field if name == "max_tokens" else name: value for name, value in body.items()}
        try:
            # The library's own timeout starts anew with each piece of a reply; a server that drips would hold us for ever.
            async with asyncio.timeout(self.serving.timeout_s):
                reply = await self.client.chat.completions.with_raw_response.create(**spoken)
            return completion_of(outgoing.key, reply.http_response.content)
        except Exception as error:
            failure = failure_of(error, self.secret)
            if failure is None:
                raise
            return failure
        finally:
            self.under_way.discard(outgoing)

    def _speaks_otherwise(self, failure: Failure) -> bool:
        """Whether the server calls the token limit by its newer name; all requests use that from then on."""
        if failure.kind != "refused" or failure.parameter != "max_tokens":
            return False
        if "max_completion_tokens" not in failure.words:
            return False
        self._tokens_field = "max_completion_tokens"
        return True

    def _out_of_patience(self, key: str, failure: Failure, began: float) -> GivenUp:
        """Give up this one where others were answered meanwhile; where none was, it is the server that is lost."""
        if self._answered_at > began:
            return GivenUp(key, failure.words)
        waited = time.monotonic() - began
        raise AnswererError(f"{self._place} has answered nothing for {waited:.0f} s: {failure.words}. {self._remedy}")

    def _still_there(self, failure: Failure) -> None:
        """Wait for a server of our own only as long as it lives."""
        if self.supervised and (how := self.supervised.gone()):
            raise AnswererError(f"{self._place} {how}; the last request ended with: {failure.words}. {self._remedy}")

    @property
    def _place(self) -> str:
        return f"the server of `{self.address.model}` at {self.address.host}"

    @property
    def _remedy(self) -> str:
        return "What came before is kept: put that right and run the same command again to ask only the rest."
