"""What the parser takes off a reply before it reads it, and how an option's text is recognised in running words."""

import re
import unicodedata
from collections.abc import Sequence

_NUMBER_WORDS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")

_THOUGHT = re.compile(r"<(think|thinking|thought|reasoning)>.*?</\1>", re.DOTALL | re.IGNORECASE)
_THOUGHT_END = re.compile(r"^.*</(?:think|thinking|thought|reasoning)>", re.DOTALL | re.IGNORECASE)
_THOUGHT_START = re.compile(r"<(?:think|thinking|thought|reasoning)>", re.IGNORECASE)
_TAG = re.compile(r"</?[a-z][a-z_]*>|<\|[a-z_]+\|>", re.IGNORECASE)
_LATEX = re.compile(r"\\(?:boxed|text|textbf|mathrm|mathbf|mathit|fbox)\s*\{([^{}]*)\}")
_MARKUP = re.compile(r"[*`$#]+|__|(?<!\w)_|_(?!\w)|\\[()\[\]]|^>+", re.MULTILINE)


def without_thinking(raw: str) -> tuple[str, bool]:
    """The reply outside its thinking tags, and whether the thinking came to an end.

    Some chat templates open the tag in the prompt, so a reply may hold the closing one alone.
    """
    spoken = _THOUGHT_END.sub("", _THOUGHT.sub(" ", raw))
    return spoken, _THOUGHT_START.search(spoken) is None


def without_markup(text: str) -> str:
    """Plain words: full-width letters narrowed, tags, Markdown and LaTeX wrappers gone, what they wrap kept."""
    text = _TAG.sub(" ", unicodedata.normalize("NFKC", text))
    while (peeled := _LATEX.sub(r"\1", text)) != text:
        text = peeled
    return _MARKUP.sub("", text).strip().strip("{}").strip()


def option_patterns(options: Sequence[str]) -> tuple[re.Pattern[str], ...]:
    """A pattern for each option's text: whole words in any case, a number also as a word."""
    return tuple(_pattern(option.strip()) for option in options)


def _pattern(option: str) -> re.Pattern[str]:
    if option.isdecimal() and int(option) < len(_NUMBER_WORDS):
        number = int(option)
        # "one of them" and "one can see" count nothing.
        word = r"one(?!\s+(?:of|can|could|cannot|might|more|another)\b)" if number == 1 else _NUMBER_WORDS[number]
        words = rf"(?:{number}(?!\s+or\s+more)|{word}(?!\s+or\s+more))"
    else:
        words = r"\s+".join(re.escape(word) for word in option.split())
    return re.compile(rf"(?<![\w.])(?:the\s+|an?\s+)?{words}(?![\w])(?!\.\d)", re.IGNORECASE)
