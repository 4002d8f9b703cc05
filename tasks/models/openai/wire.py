"""A request and its reply as they stand on the wire: the part of OpenAI's chat protocol that is spoken here."""

import base64
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from schemas.settings import DecoderSettings
from tasks.models.chat import Completion, FinishReason
from tasks.worlds.base import RgbImage

_PNG_LEVEL = 1
"""Lossless at any level; higher ones take twice to thirty times as long and save a sixth."""

_REASONS: Mapping[str | None, FinishReason] = {
    None: "stop",
    "stop": "stop",
    "eos": "stop",
    "end_turn": "stop",
    "stop_sequence": "stop",
    "length": "length",
    "max_tokens": "length",
    "content_filter": "error",
}


_MOST_BYTES = 16 * 2**20
_MOST_TOKENS = 2**31 - 1
"""What the table holds; a larger count is no count."""


class BrokenReplyError(Exception):
    """A reply that says nothing that can be read; says what is wrong with it in a clause."""


@dataclass(frozen=True, slots=True, eq=False)
class Outgoing:
    """A request, opened: its pictures are pixels now. Each is itself alone, whatever it holds."""

    key: str
    parts: tuple[str | RgbImage, ...]
    max_tokens: int


def body_of(outgoing: Outgoing, model: str, decoder: DecoderSettings, seed: int) -> dict[str, Any]:
    """The JSON body, with pictures as PNG data URLs in their places."""
    content: str | list[dict[str, Any]]
    if len(outgoing.parts) == 1 and isinstance(outgoing.parts[0], str):
        content = outgoing.parts[0]  # servers of text models often know no other form
    else:
        content = [_part(part) for part in outgoing.parts]
    return {
        "model": model,
        "messages": [{"role": "user", "content": content}],
        "max_tokens": outgoing.max_tokens,
        "temperature": decoder.temperature,
        "top_p": 1.0,
        "seed": seed,
    }


def _part(part: str | RgbImage) -> dict[str, Any]:
    if isinstance(part, str):
        return {"type": "text", "text": part}
    return {"type": "image_url", "image_url": {"url": data_url(part)}}


def data_url(rgb: RgbImage) -> str:
    """A picture (height x width x 3) as a PNG in a URL, pixel for pixel."""
    import imagecodecs

    png = imagecodecs.png_encode(rgb, level=_PNG_LEVEL)
    return f"data:image/png;base64,{base64.b64encode(png).decode('ascii')}"


def completion_of(key: str, reply: bytes) -> Completion:
    """The completion in a reply's body.

    `key` is that of the request that this reply came to. Ids in the body are the server's own affair: which answer
    belongs to which question is settled by the connection alone.

    Raises:
        BrokenReplyError: The body is no JSON, is cut short, or holds no choice.
    """
    if len(reply) > _MOST_BYTES:
        raise BrokenReplyError(f"the reply has {len(reply)} bytes, more than any answer: {_start(reply)}")
    try:
        body = json.loads(reply)
    except (ValueError, RecursionError) as error:
        raise BrokenReplyError(f"the reply is no whole JSON: {_start(reply)}") from error
    choice = _first_choice(body, reply)
    message = choice.get("message")
    if not isinstance(message, dict):
        raise BrokenReplyError(f"the reply's choice has no message: {_start(reply)}")
    reason = choice.get("finish_reason")
    finish: FinishReason = _REASONS.get(reason, "stop") if reason is None or isinstance(reason, str) else "stop"
    text = _text(message.get("content")) or _text(message.get("refusal"))
    if finish == "error" and not text:
        text = f"the server withheld the answer: {reason}"
    usage = body.get("usage")
    used = usage if isinstance(usage, dict) else {}
    return Completion(key, text, finish, _count(used.get("prompt_tokens")), _count(used.get("completion_tokens")))


def _first_choice(body: Any, reply: bytes) -> dict[str, Any]:
    choices = body.get("choices") if isinstance(body, dict) else None
    if not isinstance(choices, list) or not choices or not isinstance(choices[0], dict):
        raise BrokenReplyError(f"the reply holds no choice: {_start(reply)}")
    return dict(choices[0])


def _text(content: Any) -> str:
    """A message's text; some servers send it in parts."""
    if isinstance(content, str):
        return content
    if isinstance(content, Sequence):
        return "".join(part["text"] for part in content if isinstance(part, dict) and isinstance(part.get("text"), str))
    return ""


def _count(value: Any) -> int | None:
    is_count = isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= _MOST_TOKENS
    return value if is_count else None


def _start(reply: bytes, most: int = 80) -> str:
    return repr(reply[:most].decode("utf-8", errors="replace"))
