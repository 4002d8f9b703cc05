"""Reading an action out of what a model wrote (A, Appendix D.1).

The last action named counts, unless one is labelled as the action. Two departures from that, both against readings that no
person would make: a list of the whole menu names no action, and the word "done" in running text ("I am not done yet")
counts only where it stands alone, is written as the name is, or is labelled.
"""

import re
from dataclasses import dataclass

from tasks.models.wording import without_markup, without_thinking
from tasks.worlds.base import ACTION_NAMES, ActionName

READER_VERSION = 1
"""Raised by hand whenever some reply is read as another action than before."""

_PARTS = {name: re.findall(r"[A-Z][a-z]+", name) for name in ACTION_NAMES}
_NAME = "|".join(r"[\s_-]*".join(parts) for parts in _PARTS.values())
_MENTION = re.compile(rf"(?<![A-Za-z])(?:{_NAME})(?![A-Za-z])", re.IGNORECASE)
_LABELLED = re.compile(
    rf"\b(?:next\s+|chosen\s+|best\s+|final\s+)?(?:action|answer|move|step|choice)\b\W{{0,4}}(?:is|would\s+be|should\s+be)?"
    rf"\W{{0,6}}(?P<name>{_NAME})(?![A-Za-z])",
    re.IGNORECASE,
)
_LIST = re.compile(rf"(?:{_NAME})(?:\s*(?:,|/|\||\bor\b|\band\b|, or)\s*(?:{_NAME})){{2,}}", re.IGNORECASE)
_WHOLE = re.compile(rf"\W*(?P<name>{_NAME})\W*", re.IGNORECASE)
_ALIKE = {"".join(parts).lower(): name for name, parts in _PARTS.items()}


@dataclass(frozen=True, slots=True)
class Spoken:
    """What was read from a reply."""

    name: ActionName | None
    exact: bool
    """The reply is one action name and nothing else, as the prompt asks."""


def action_in(raw: str) -> Spoken:
    """The action that a reply names; none where it names none, lists the menu, or its thinking never came to an end."""
    spoken, thought_through = without_thinking(raw)
    text = without_markup(spoken)
    if not thought_through or not text:
        return Spoken(None, exact=False)
    if whole := _WHOLE.fullmatch(text):
        return Spoken(_named(whole["name"]), exact=True)
    plain = _LIST.sub(" ", text)
    labelled = [found["name"] for found in _LABELLED.finditer(plain)]
    mentioned = labelled or [found[0] for found in _MENTION.finditer(plain) if not _is_only_a_word(found, plain)]
    return Spoken(_named(mentioned[-1]) if mentioned else None, exact=False)


def _is_only_a_word(found: re.Match[str], text: str) -> bool:
    """Whether it is "done" in running text and not the action's name: small, with words around it on its line."""
    if found[0] != "done":
        return False
    line_start, line_end = text.rfind("\n", 0, found.start()) + 1, text.find("\n", found.end())
    rest = text[line_start : found.start()] + text[found.end() : line_end if line_end >= 0 else len(text)]
    return re.search(r"\w", rest) is not None


def _named(text: str) -> ActionName:
    return _ALIKE[re.sub(r"[^a-z]", "", text.lower())]
