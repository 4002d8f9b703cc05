"""The words for things: canonical object types, how to name them in English, and which look alike.

`vocabulary.json` is the table; its hash goes into what depends on it. Names that it does not know are kept as they
are and read as English by the rules below, so that an unknown type is counted and never lost.
"""

import hashlib
import json
import re
from functools import lru_cache
from importlib.resources import files
from typing import Any

_TEXT = (files("schemas") / "vocabulary.json").read_bytes()
_TABLE: dict[str, Any] = json.loads(_TEXT)
_WORDS: dict[str, list[str]] = _TABLE["types"]

VOCABULARY_VERSION: int = _TABLE["version"]
VOCABULARY_HASH: str = hashlib.sha256(_TEXT).hexdigest()
"""SHA-256 of the table, in hex."""

TYPES: tuple[str, ...] = tuple(_WORDS)
"""The 104 canonical object types, sorted."""


def canonical(name: str) -> str:
    """The type that a name means, whatever its spacing and case ("tv stand", "TV_Stand"); unknown names unchanged."""
    return _names().get(_letters(name), name)


def is_known(object_type: str) -> bool:
    """Whether this is one of `TYPES`."""
    return object_type in _WORDS


def display(object_type: str) -> str:
    """The type in English, singular: "dining table", "TV stand", "head of lettuce"."""
    words = _WORDS.get(object_type)
    return words[0] if words else _spaced(object_type)


def plural(object_type: str) -> str:
    """The type in English, plural: "dining tables", "knives", "heads of lettuce"."""
    words = _WORDS.get(object_type)
    return words[1] if words else _plural_by_rule(_spaced(object_type))


def with_article(object_type: str) -> str:
    """The type with its indefinite article: "a mug", "an alarm clock"."""
    words = display(object_type)
    # By letter, which is right for every word of the table: it has no "hour", "unit" or "SOS" at the front.
    return f"{'an' if words[:1].lower() in 'aeiou' else 'a'} {words}"


def confusable(object_type: str) -> frozenset[str]:
    """The types that may be taken for this one in a picture, itself included. Symmetric, not transitive."""
    return _confusables().get(object_type, frozenset((object_type,)))


def room_display(room_type: str) -> str:
    """A room type in English: "living room"; unknown ones by their words."""
    name: str | None = _TABLE["rooms"].get(room_type)
    return name or _spaced(room_type)


@lru_cache(maxsize=1)
def _names() -> dict[str, str]:
    names = dict(_TABLE["aliases"])
    for object_type, words in _WORDS.items():
        for name in (object_type, *words):
            names[_letters(name)] = object_type
    return names


@lru_cache(maxsize=1)
def _confusables() -> dict[str, frozenset[str]]:
    alike = {object_type: {object_type} for object_type in TYPES}
    for one, other in _TABLE["confusable"]:
        alike[one].add(other)
        alike[other].add(one)
    return {object_type: frozenset(others) for object_type, others in alike.items()}


def _letters(name: str) -> str:
    return re.sub(r"[^a-z0-9]", "", name.lower())


def _spaced(name: str) -> str:
    """The words of a name: "GrandPiano" as "grand piano", "USBStick" as "USB stick", "tea_pot" as "tea pot"."""
    parts = re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+", name)
    return " ".join(part if part.isupper() and len(part) > 1 else part.lower() for part in parts) or name


def _plural_by_rule(words: str) -> str:
    if words.endswith(("s", "x", "ch", "sh")):
        return f"{words}es"
    if words.endswith("y") and words[-2:-1] not in tuple("aeiou"):
        return f"{words[:-1]}ies"
    return f"{words}s"
