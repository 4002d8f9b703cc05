"""How an option's text is recognised in what a model wrote."""

import re
from collections.abc import Sequence

from tasks.models import negation
from tasks.models.counts import counted, number_pattern

YES_NO = frozenset({"yes", "no"})
_SENTENCES = re.compile(r"\n+|(?<=[.!?])\s+")
_GOES_ON = re.compile(r"^\W*(?:[A-Z]|\d+)[.)]\s*$|(?::|\bthan|\bleast|\bmost|\bto)\s*$")
"""Ends what a last sentence belongs to: the mark of a list's item, a colon, the half of a bound."""


def option_patterns(options: Sequence[str], *, as_reply: bool = True) -> tuple[re.Pattern[str], ...]:
    """A pattern for each option's text, as the reply itself or in running words: in any case, a number also as a word."""
    return tuple(_pattern(option.strip(), as_reply) for option in options)


def _pattern(option: str, as_reply: bool) -> re.Pattern[str]:
    words = number_pattern(option, as_reply) or r"[\s_-]*".join(re.escape(word) for word in option.split())
    return re.compile(rf"(?<![\w.])(?:the\s+|an?\s+)?{words}(?![\w])(?!\.\d)", re.IGNORECASE)


def option_of(text: str, options: Sequence[str]) -> int | None:
    """The option whose text this is, but for case and punctuation around it."""
    bare = text.strip(" .,:;!)(\"'-")
    patterns = option_patterns(options)
    matches = [index for index, pattern in enumerate(patterns) if pattern.fullmatch(bare)]
    return matches[0] if len(matches) == 1 else None


def lists_several(text: str, options: Sequence[str]) -> bool:
    """Whether several options stand there, each on a line of its own."""
    return len({place for line in text.split("\n") if (place := option_of(line, options)) is not None}) > 1


def options_in(text: str, options: Sequence[str]) -> list[int]:
    """The options whose texts occur in running words; the longer first, so that "4 or more" is not also "4"."""
    patterns, text = option_patterns(options, as_reply=False), counted(text)
    found = []
    for index in sorted(range(len(options)), key=lambda index: -len(options[index])):
        if options[index].lower() in YES_NO:  # too common a word: it counts at the opening or when stated
            continue
        text = re.sub(rf"{negation.NOT}\s+(?:in\s+|from\s+)?{patterns[index].pattern}", " ", text, flags=re.IGNORECASE)
        text, hits = patterns[index].subn(" ", text)
        if hits:
            found.append(index)
    return found


def closes_with(text: str, options: Sequence[str]) -> int | None:
    """The option whose text is all of the last sentence, where no other was spoken of before and no list ends there."""
    *before, last = _SENTENCES.split(text)
    place = option_of(last, options)
    if place is None or not before or _GOES_ON.search(before[-1]):
        return None
    told = " ".join(before)
    others = [option for at, option in enumerate(options) if at != place and option.lower() in YES_NO]
    if any(re.search(rf"\b{option}\b", told, re.IGNORECASE) for option in others):
        return None
    return place if set(options_in(told, options)) <= {place} else None
