"""What the parser takes off a reply before it reads it, and how an option's text is recognised in running words."""

import re
import unicodedata
from collections.abc import Sequence

_OR_MORE = re.compile(r"(\d) or more", re.IGNORECASE)
_NUMBER_WORDS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")

_THINK = r"(?:think|thinking|thought|reasoning|analysis)"
_OPEN = rf"(?:<{_THINK}>|◁think▷|\[THINK\]|<\|channel\|>analysis<\|message\|>)"
_CLOSE = rf"(?:</{_THINK}>|◁/think▷|\[/THINK\]|<\|channel\|>final<\|message\|>)"
_THOUGHT = re.compile(rf"{_OPEN}.*?{_CLOSE}", re.DOTALL | re.IGNORECASE)
_THOUGHT_END = re.compile(rf"^.*{_CLOSE}", re.DOTALL | re.IGNORECASE)
_THOUGHT_START = re.compile(_OPEN, re.IGNORECASE)
_THOUGHT_CLOSE = re.compile(_CLOSE, re.IGNORECASE)
_MARKED = re.compile(
    r"<answer>(?P<tag>.*?)</answer>|<\|begin_of_box\|>(?P<box>.*?)<\|end_of_box\|>"
    r"|\\boxed\s*\{(?P<latex>(?:[^{}]|\{[^{}]*\})*)\}",
    re.DOTALL | re.IGNORECASE,
)
_NEXT_TURN = re.compile(r"\n\s*(?:<\|im_start\|>|(?:question|user|human|q)\s*:)", re.IGNORECASE)
_SCRIPTS = "\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"
_SEAM = re.compile(rf"(?<=[{_SCRIPTS}])(?=[A-Za-z])|(?<=[A-Za-z])(?=[{_SCRIPTS}])")
_TAG = re.compile(r"</?[a-z][a-z_]*>|<\|[a-z_]+\|>", re.IGNORECASE)
_LATEX = re.compile(r"\\(?:boxed|text|textbf|mathrm|mathbf|mathit|fbox)\s*\{([^{}]*)\}")
_MOST_WRAPPERS = 12
"""One inside another; a reply with more of them has lost its thread."""
_MARKUP = re.compile(r"[*`$#]+|__|(?<!\w)_|_(?!\w)|\\[()\[\]]|^>+", re.MULTILINE)


def without_thinking(raw: str) -> tuple[str, bool]:
    """The reply outside its thinking tags, and whether the thinking came to an end.

    Some chat templates open the tag in the prompt, so a reply may hold the closing one alone.
    """
    last = max((found.end() for found in _THOUGHT_CLOSE.finditer(raw)), default=0)
    # Beyond the last closing tag nothing can be closed, and looking for it from every opening one would take long.
    spoken = _THOUGHT_END.sub("", _THOUGHT.sub(" ", raw[:last])) + raw[last:]
    return spoken, _THOUGHT_START.search(spoken) is None


def marked(spoken: str) -> str:
    """What stands in the last box or answer tag of a reply that has one with something in it; else nothing."""
    contents = [found["tag"] or found["box"] or found["latex"] or "" for found in _MARKED.finditer(spoken)]
    return next((content for content in reversed(contents) if content.strip()), "")


def first_turn(spoken: str) -> str:
    """The reply up to where the model goes on to ask itself the next question; empty where it does not."""
    turn = _NEXT_TURN.search(spoken)
    return spoken[: turn.start()].strip() if turn else ""


def without_markup(text: str) -> str:
    """Plain words: full-width letters narrowed, tags, Markdown and LaTeX wrappers gone, what they wrap kept.

    Latin letters are set apart from scripts that write no spaces, for "答案是B" has a B that stands alone.
    """
    text = _SEAM.sub(" ", _TAG.sub(" ", unicodedata.normalize("NFKC", text)))
    for _ in range(_MOST_WRAPPERS):
        text = _LATEX.sub(r"\1", text)
    return _MARKUP.sub("", text).strip().strip("{}").strip()


def option_patterns(options: Sequence[str], *, as_reply: bool = False) -> tuple[re.Pattern[str], ...]:
    """A pattern for each option's text: whole words in any case, a number also as a word.

    Where the text is the reply itself (`as_reply`), and no number in passing, "4", "5" and "4+" all mean "4 or more".
    """
    return tuple(_pattern(option.strip(), as_reply) for option in options)


def _pattern(option: str, as_reply: bool) -> re.Pattern[str]:
    if as_reply and (least := _OR_MORE.fullmatch(option)):
        words = _at_least(int(least[1]))
    elif option.isdecimal() and int(option) < len(_NUMBER_WORDS):
        number = int(option)
        # "one of them" and "one can see" count nothing.
        word = r"one(?!\s+(?:of|can|could|cannot|might|more|another)\b)" if number == 1 else _NUMBER_WORDS[number]
        words = rf"(?:{number}(?!\+|\s+or\s+more)|{word}(?!\s+or\s+more))"
    else:
        words = r"[\s_-]*".join(re.escape(word) for word in option.split())
    return re.compile(rf"(?<![\w.])(?:the\s+|an?\s+)?{words}(?![\w])(?!\.\d)", re.IGNORECASE)


def _at_least(number: int) -> str:
    larger = [*map(str, range(number, 10)), *_NUMBER_WORDS[number:], r"\d{2,}"]
    return rf"(?:at\s+least\s+)?(?:{'|'.join(larger)})(?:\+|\s+or\s+more)?"
