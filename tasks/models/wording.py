"""What the parser takes off a reply before it reads it."""

import re
import unicodedata

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
