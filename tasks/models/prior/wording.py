"""What a probe reads out of the words of a question: its template, the things it names, where its options stand."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise

from schemas.vocabulary import TYPES, canonical, display, plural
from tasks.questions.options import span

_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Reading:
    template: str
    """The text with every thing masked. A room stays in it: rooms are few and belong to what is asked."""
    things: tuple[str, ...]
    """Object types in the order of the text."""


@lru_cache(maxsize=4096)
def read(question: str) -> Reading:
    things = tuple(canonical(found["thing"]) for found in _things().finditer(question))
    return Reading(_things().sub("#", question), things)


def ngrams(text: str) -> tuple[str, ...]:
    """The different words and pairs of neighbouring words, sorted."""
    words = _WORD.findall(text.lower())
    return tuple(sorted({*words, *(f"{one} {other}" for one, other in pairwise(words))}))


def number(option: str) -> int | None:
    """The whole number that an option begins with: 4 for `4` and for `4 or more`; None for words."""
    try:
        return span(option)[0]
    except ValueError:
        return None


def ranks(options: Sequence[str]) -> list[int | None]:
    """The place of each option among its question's numbers, 0 for the least; None where it is no number."""
    numbers = sorted(value for option in options if (value := number(option)) is not None)
    return [None if (value := number(option)) is None else numbers.index(value) for option in options]


def mention(option: str, question: str) -> int | None:
    """Whether the question names the option's thing, and as which: 0 for the first thing that it names."""
    things, thing = read(question).things, canonical(option)
    return things.index(thing) if thing in things else None


@cache
def _things() -> re.Pattern[str]:
    names = sorted(
        {name for each in TYPES for name in (display(each), plural(each))}, key=lambda name: (-len(name), name)
    )
    return re.compile(rf"(?:\ban? )?(?<!\w)(?P<thing>{'|'.join(map(re.escape, names))})(?!\w)", re.IGNORECASE)
