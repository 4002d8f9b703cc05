"""What went wrong with a request, and whose matter it is: that decides whether it is sent again."""

import email.utils
import json
import random
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from tasks.models.openai.wire import BrokenReplyError

Kind = Literal["again", "busy", "refused", "fatal"]
"""Again: the server failed on it, or its reply was broken; it is sent a few times more. Busy: the server is away or has
too much to do; it waits. Refused: this request will never be answered. Fatal: none will be."""

_MOST_WORDS = 300
_FIRST_WAIT_S, _LONGEST_WAIT_S = 0.5, 30.0
_FATAL = frozenset({401, 403, 404, 405})
_AGAIN = frozenset({408, 409, 425})
_BUSY = frozenset({429, 503, 529})
_NEVER_AGAIN = frozenset({"insufficient_quota", "billing_not_active", "account_deactivated"})


@dataclass(frozen=True, slots=True)
class Failure:
    kind: Kind
    words: str
    """What the server said, or what befell the connection, at most 300 characters and without the key."""
    wait_s: float | None = None
    """How long the server asks to be left alone; None where it does not say."""
    status: int | None = None
    """The HTTP status; None where no reply came, or none that could be read."""
    parameter: str = ""
    """The part of the request that the server objects to, where it names one."""


def failure_of(error: Exception, secret: str = "") -> Failure | None:
    """What an exception from a request means; None where it is none that a server or a connection brings about.

    Args:
        error: From the client library, the clock, or the reading of the reply.
        secret: The key, which must not get into any message.
    """
    import openai

    if isinstance(error, BrokenReplyError):
        return Failure("again", bounded(str(error), secret))
    if isinstance(error, (openai.APITimeoutError, TimeoutError)):
        away = _cause(error) == "ConnectTimeout"
        return Failure("busy" if away else "again", "the server did not answer in time")
    if isinstance(error, openai.APIStatusError):
        return _of_status(error.status_code, error.response.text, error.response.headers, secret)
    if isinstance(error, openai.APIConnectionError):
        reason = error.__cause__ or error
        away = _cause(error) == "ConnectError"
        words = bounded(f"the connection failed: {str(reason) or type(reason).__name__}", secret)
        return Failure("busy" if away else "again", words)
    if isinstance(error, openai.OpenAIError):
        return Failure("again", bounded(f"the reply can't be read: {error}", secret))
    return None


def _of_status(status: int, body: str, headers: Mapping[str, str], secret: str) -> Failure:
    told = _told(body)
    words = bounded(f"HTTP {status}: {_message(told, body)}", secret)
    wait_s = retry_after_s(headers, time.time())
    code, parameter = told.get("code"), told.get("param")
    if status in _FATAL or code in _NEVER_AGAIN or 300 <= status < 400:
        return Failure("fatal", words, status=status)
    if status in _BUSY:
        return Failure("busy", words, wait_s, status)
    if status in _AGAIN or status >= 500:
        return Failure("again", words, wait_s, status)
    return Failure("refused", words, status=status, parameter=parameter if isinstance(parameter, str) else "")


def retry_after_s(headers: Mapping[str, str], now_s: float) -> float | None:
    """Seconds that `Retry-After` (a number, or a date; RFC 9110) or `retry-after-ms` asks for; None where neither does.

    Args:
        headers: Of the reply; looked up without regard to case, as the client library's are.
        now_s: Seconds since 1970.
    """
    for name, scale in (("retry-after-ms", 1e-3), ("retry-after", 1.0)):
        value = headers.get(name)
        if value is None:
            continue
        try:
            return max(0.0, float(value) * scale)
        except ValueError:
            pass
        try:
            return max(0.0, email.utils.parsedate_to_datetime(value).timestamp() - now_s)
        except ValueError:
            continue
    return None


def backoff_s(n: int) -> float:
    """Seconds to wait after the n-th failure: twice as long each time, up to half a minute, and never in step with others.

    The chance in it is no part of any answer, so it follows from no seed.
    """
    return min(_LONGEST_WAIT_S, _FIRST_WAIT_S * 2.0 ** (n - 1)) * random.uniform(0.5, 1.0)


def bounded(words: str, secret: str = "") -> str:
    """On one line, short, and without the key."""
    line = " ".join(words.split())
    if secret:
        line = line.replace(secret, "[key]")
    return line if len(line) <= _MOST_WORDS else f"{line[: _MOST_WORDS - 1]}…"


def _cause(error: Exception) -> str:
    return type(error.__cause__).__name__


def _told(body: str) -> Mapping[str, Any]:
    """The error object of a reply; servers put it under `error`, or send it bare."""
    try:
        whole = json.loads(body)
    except ValueError:
        return {}
    if not isinstance(whole, dict):
        return {}
    inner = whole.get("error", whole)
    return inner if isinstance(inner, dict) else {"message": inner}


def _message(told: Mapping[str, Any], body: str) -> str:
    for name in ("message", "detail"):
        if told.get(name):
            return str(told[name])
    return body or "nothing more was said"
