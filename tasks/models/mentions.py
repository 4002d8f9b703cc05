"""How an option's text is recognised in what a model wrote."""

import re
from collections.abc import Sequence

from tasks.models import negation
from tasks.models.counts import number_pattern, without_pictures


def option_patterns(options: Sequence[str]) -> tuple[re.Pattern[str], ...]:
    """A pattern for each option's text: whole words in any case, a number also as a word."""
    return tuple(_pattern(option.strip()) for option in options)


def _pattern(option: str) -> re.Pattern[str]:
    words = number_pattern(option) or r"[\s_-]*".join(re.escape(word) for word in option.split())
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
    """The options whose texts occur; the longer first, so that "4 or more" is not also "4"."""
    patterns, text = option_patterns(options), without_pictures(text)
    found = []
    for index in sorted(range(len(options)), key=lambda index: -len(options[index])):
        if options[index].lower() in {"yes", "no"}:  # too common a word: it counts at the opening or when stated
            continue
        text = re.sub(rf"{negation.NOT}\s+(?:in\s+|from\s+)?{patterns[index].pattern}", " ", text, flags=re.IGNORECASE)
        text, hits = patterns[index].subn(" ", text)
        if hits:
            found.append(index)
    return found
