"""How fast a server answers: `ladder bench answer`, against a server that runs already."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from functools import partial
from statistics import median, quantiles
from time import perf_counter

import numpy as np

from schemas.errors import ConfigError
from schemas.settings import DecoderSettings, ServingSettings
from tasks.models.chat import ChatPicture, ChatRequest, Completion
from tasks.models.openai.address import Address, address_of
from tasks.models.openai.model import OpenAIModel
from tasks.worlds.base import RgbImage

AT_ONCE = (1, 16)
"""Requests under way at a time."""
_SIZE = 256
_QUESTION = (
    "The pictures above come from a robot's recorded tour of a house.\nQuestion {number}: was a kettle in view?\n"
    "A: No\nB: Yes\nAnswer with a single letter (A or B)."
)


@dataclass(frozen=True, slots=True)
class AnswerLoad:
    """What is asked."""

    requests: int = 64
    """At each number of requests under way."""
    pictures: int = 2
    """Pictures a request, 256 x 256, no two alike."""
    tokens: int = 16
    """Most tokens of an answer."""


@dataclass(frozen=True, slots=True)
class AnswerFigures:
    """At one number of requests under way."""

    at_once: int
    answered: int
    failed: int
    """Requests that were given up."""
    repeated: int
    """Requests that had to be sent more than once, counted each time."""
    seconds: float
    answers_per_second: float
    latency_median_s: float
    """From the moment at which a request is taken up, its pictures encoded, to its answer."""
    latency_p95_s: float
    prompt_tokens: int | None
    """Of all answers, as the server counts; None where it does not."""
    completion_tokens: int | None
    completion_tokens_per_second: float | None


def bench_answer(url: str, model: str, load: AnswerLoad, at_once: tuple[int, ...] = AT_ONCE) -> dict[str, object]:
    """Figures for each number of requests under way, after one request that warms the server up.

    Raises:
        ConfigError: The load asks for nothing, or the server or the model is not there.
        AnswererError: The server failed for good.
    """
    if load.requests < 1 or load.pictures < 0 or load.tokens < 1:
        raise ConfigError(
            "there is nothing to time. Give at least one request, no fewer than no pictures, and one token."
        )
    address = address_of(f"{url}#{model}")
    _run(address, replace(load, requests=1), 1, first=0, check=True)
    figures = [_run(address, load, n, first=1 + place * load.requests, check=False) for place, n in enumerate(at_once)]
    return {
        "model": address.model,
        "server": address.host,
        **asdict(load),
        "figures": [asdict(each) for each in figures],
    }


def _run(address: Address, load: AnswerLoad, at_once: int, *, first: int, check: bool) -> AnswerFigures:
    serving = ServingSettings(max_in_flight=at_once)
    model = OpenAIModel(address, DecoderSettings(), serving, first_in_flight=at_once)
    try:
        if check:
            model.check()
        taken: dict[str, float] = {}
        start = perf_counter()
        came = [(completion, perf_counter()) for completion in model.complete(_requests(load, first, taken))]
        return _figures(at_once, came, taken, perf_counter() - start, model.requests_sent)
    finally:
        model.close()


def _requests(load: AnswerLoad, first: int, taken: dict[str, float]) -> Iterator[ChatRequest]:
    for number in range(first, first + load.requests):
        pictures = [ChatPicture("", partial(picture, (number, place))) for place in range(load.pictures)]
        taken[str(number)] = perf_counter()
        yield ChatRequest(str(number), (*pictures, _QUESTION.format(number=number)), load.tokens)


def picture(seed: tuple[int, ...]) -> RgbImage:
    """A picture of coloured squares and some grain, which packs about as well as a drawn room does."""
    random = np.random.default_rng(seed)
    squares = np.kron(random.integers(0, 240, (8, 8, 3)), np.ones((_SIZE // 8, _SIZE // 8, 1), dtype=np.int64))
    return (squares + random.integers(0, 8, (_SIZE, _SIZE, 3))).astype(np.uint8)


def _figures(
    at_once: int, came: list[tuple[Completion, float]], taken: dict[str, float], seconds: float, sent: int
) -> AnswerFigures:
    answered = [(completion, now) for completion, now in came if completion.finish_reason != "error"]
    waits = sorted(now - taken[completion.key] for completion, now in answered) or [0.0]
    prompt = _total([completion.n_prompt_tokens for completion, _ in answered])
    written = _total([completion.n_completion_tokens for completion, _ in answered])
    return AnswerFigures(
        at_once=at_once,
        answered=len(answered),
        failed=len(came) - len(answered),
        repeated=sent - len(came),
        seconds=round(seconds, 3),
        answers_per_second=round(len(answered) / seconds, 2),
        latency_median_s=round(median(waits), 4),
        latency_p95_s=round(quantiles(waits, n=20, method="inclusive")[-1] if len(waits) > 1 else waits[0], 4),
        prompt_tokens=prompt,
        completion_tokens=written,
        completion_tokens_per_second=None if written is None else round(written / seconds, 1),
    )


def _total(counts: list[int | None]) -> int | None:
    known = [count for count in counts if count is not None]
    return sum(known) if len(known) == len(counts) else None


def describe(result: dict[str, object]) -> str:
    """The figures for people, a line each."""
    figures = result["figures"]
    assert isinstance(figures, list)
    head = f"{result['model']} at {result['server']}: {result['requests']} requests with {result['pictures']} pictures each"
    lines = [
        f"  {each['at_once']:>3} at once  {each['answers_per_second']:>8.2f} answers/s   "
        f"{each['latency_median_s'] * 1e3:>7.0f} ms median   {each['latency_p95_s'] * 1e3:>7.0f} ms at 95 %   "
        f"{each['failed']} failed, {each['repeated']} repeated"
        for each in figures
    ]
    return "\n".join([head, *lines])
