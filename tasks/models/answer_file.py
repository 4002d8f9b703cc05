"""Answers that a model of the user's own gave elsewhere, in a file of `question_id` and `raw`."""

import csv
import io
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from schemas.errors import ConfigError
from schemas.identity import digest_of
from tasks.models.base import Prompt, Response

FinishReason = Literal["stop", "length", "error"]
_FINISHED: tuple[FinishReason, ...] = ("stop", "length", "error")
_DIGITS = 8
_NAMED = 3
_MOST_BYTES = 512 * 2**20
_MOST_CHARACTERS = 200_000
"""Of one reply: ten times the longest chain of thought, and the parser reads it in a second or two."""


@dataclass(frozen=True, slots=True)
class Reply:
    raw: str
    finish_reason: FinishReason = "stop"


@dataclass(frozen=True, slots=True)
class Replies:
    """An answerer that says what a file says, and nothing to a question that the file leaves out."""

    name: str
    """Its own name and digits of the replies, for they are what decides its answers."""
    replies: Mapping[str, Reply]
    """By question id."""

    def answer(self, prompts: Iterable[Prompt]) -> Iterator[Response]:
        for prompt in prompts:
            reply = self.replies.get(prompt.key.question_id)
            if reply is not None:
                yield Response(prompt.key, reply.raw, reply.finish_reason)


def read_replies(path: Path, name: str) -> Replies:
    """The replies of a `.jsonl` or `.csv` file; a JSON null in `raw` is no reply.

    Raises:
        ConfigError: The file is not there or cannot be read, a line lacks a field, or an id is there twice.
    """
    rows = list(_rows(path))
    doubled = [each for each, times in Counter(question_id for question_id, _ in rows).items() if times > 1]
    if doubled:
        raise ConfigError(
            f"{path}: {len(doubled)} of its ids stand there more than once ({_some(doubled)}). Keep one answer for each."
        )
    replies = {question_id: reply for question_id, reply in rows if reply is not None}
    if not replies:
        raise ConfigError(f"{path}: there is no answer in it. Write a line a question, with `question_id` and `raw`.")
    told = sorted((question_id, reply.raw, reply.finish_reason) for question_id, reply in replies.items())
    return Replies(f"{name}@{digest_of(told)[:_DIGITS]}", replies)


def check_ids(replies: Replies, asked: Iterable[str], path: Path) -> list[str]:
    """The questions that have no reply, in order.

    Raises:
        ConfigError: There is a reply to a question that was not asked.
    """
    known = set(asked)
    if unknown := sorted(replies.replies.keys() - known):
        raise ConfigError(
            f"{path}: {len(unknown)} of its ids are no question of this generation and rung ({_some(unknown)}). "
            "Score against the generation that the questions were exported from."
        )
    return sorted(known - replies.replies.keys())


def _rows(path: Path) -> Iterator[tuple[str, Reply | None]]:
    readers = {".jsonl": _json_lines, ".csv": _csv_lines}
    if path.suffix.lower() not in readers:
        raise ConfigError(f"{path}: its name ends neither in .jsonl nor in .csv. Write it as one of these.")
    try:
        if path.is_file() and path.stat().st_size > _MOST_BYTES:
            raise ConfigError(f"{path}: it is larger than {_MOST_BYTES // 2**20} MiB. Give a file of answers alone.")
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path} can't be read ({error}). Give a file of UTF-8 text.") from error
    for number, fields in readers[path.suffix.lower()](path, text):
        yield _reply(f"{path}, line {number}", fields)


def _reply(where: str, fields: Mapping[str, Any]) -> tuple[str, Reply | None]:
    for column in ("question_id", "raw"):
        if column not in fields:
            raise ConfigError(
                f"{where}: it has no `{column}`, only {_some(map(str, fields), all_of_them=True)}. Add it."
            )
    question_id, raw = fields["question_id"], fields["raw"]
    reason = fields.get("finish_reason") or "stop"
    if not isinstance(question_id, str) or not isinstance(raw, str | None):
        raise ConfigError(f"{where}: `question_id` and `raw` must be texts. Write the model's words as they came.")
    for words in (question_id, raw or ""):
        if not words.isascii() and not _is_text(words):
            raise ConfigError(
                f"{where}: it holds half of a surrogate pair, which is no text. Replace it, by U+FFFD say."
            )
    if raw is not None and len(raw) > _MOST_CHARACTERS:
        raise ConfigError(
            f"{where}: `raw` has {len(raw)} characters, and {_MOST_CHARACTERS} are the most. Cut what the model repeats."
        )
    if reason not in _FINISHED:
        raise ConfigError(
            f"{where}: finish_reason `{reason}` is none of {', '.join(_FINISHED)}. Leave it out if unsure."
        )
    return question_id, None if raw is None else Reply(raw, reason)


def _json_lines(path: Path, text: str) -> Iterator[tuple[int, Mapping[str, Any]]]:
    # Not splitlines: a model's words may hold characters at which that breaks a line.
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            fields = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise ConfigError(f"{path}, line {number}: it is no JSON ({error}). Write one object a line.") from error
        if not isinstance(fields, dict):
            raise ConfigError(f"{path}, line {number}: it is no JSON object. Write one object a line.")
        yield number, fields


def _csv_lines(path: Path, text: str) -> Iterator[tuple[int, Mapping[str, Any]]]:
    csv.field_size_limit(2**31 - 1)
    reader = csv.DictReader(io.StringIO(text, newline=""), strict=True)
    try:
        for fields in reader:
            if None in fields or None in fields.values():
                raise ConfigError(
                    f"{path}, line {reader.line_num}: it has another number of fields than the first line. Quote texts "
                    "that hold commas or line ends."
                )
            yield reader.line_num, fields
    except csv.Error as error:
        raise ConfigError(f"{path}, line {reader.line_num}: it is no CSV ({error}). Quote every text.") from error


def _is_text(words: str) -> bool:
    try:
        words.encode()
    except UnicodeEncodeError:
        return False
    return True


def _some(ids: Iterable[str], *, all_of_them: bool = False) -> str:
    every = list(ids)
    shown = every if all_of_them else every[:_NAMED]
    return ", ".join(shown) + (", ..." if len(shown) < len(every) else "")
