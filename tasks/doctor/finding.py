"""One line of what `ladder doctor` says."""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal

from schemas.errors import LadderError

_SENTENCE = re.compile(r"(?P<first>(?:\([^()]*\)|[^(])*?)\.\s+(?P<rest>.*)", re.DOTALL)
"""A first sentence, which may have others in brackets, and what follows it."""

State = Literal["ok", "missing", "broken"]
"""`missing` is what nobody put there; `broken` is what is there and does not do."""


@dataclass(frozen=True, slots=True)
class Finding:
    subject: str
    state: State
    words: str
    """What was found, in a clause."""
    remedy: str = ""
    """What to do about it, in a sentence; empty where nothing is to be done."""
    asked: bool = False
    """Whether a flag asked for it: then its being broken is the command's failure."""

    @property
    def fails(self) -> bool:
        return self.asked and self.state == "broken"

    def asked_for(self) -> "Finding":
        return replace(self, asked=True)


def told(subject: str, check: Callable[[], str], otherwise: State = "missing") -> Finding:
    """What a check has to say: its words where it passes, else its refusal, whose later sentences are the remedy.

    Whatever else it raises is said too, for a doctor that falls over what it looks at helps nobody.
    """
    try:
        return Finding(subject, "ok", check())
    except LadderError as error:
        parts = _SENTENCE.fullmatch(str(error))
        words, remedy = (parts["first"], parts["rest"]) if parts else (str(error).rstrip("."), "")
        return Finding(subject, otherwise, words, remedy)
    except Exception as error:
        said = (str(error).strip() or "no more is said").splitlines()[0]
        return Finding(subject, "broken", f"{type(error).__name__}: {said}")
