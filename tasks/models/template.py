"""Filling in a prompt file.

A field is a word in braces, `{question}`; every other brace is only text, so that a prompt can show JSON as it is. What
is filled in is never read again: a question with braces in it stays a question with braces in it.

Pictures come before the text, unless the file says where they go: a line `{images}` stands for all of them, a line with
`{image}` in it is written once a picture, with `{number}` counting from 1.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeVar

_FIELD = re.compile(r"\{([a-z_]+)\}")
_ALL, _EACH, _NUMBER = "images", "image", "number"
PLACES = frozenset({_ALL, _EACH, _NUMBER})
"""The fields that say where pictures go."""

P = TypeVar("P")


@dataclass(frozen=True, slots=True)
class Filled:
    """A prompt as a model reads it."""

    text: str
    places: tuple[int, ...] = ()
    """For each picture the offset in `text`, in characters, at which it stands; empty where all come first."""

    def with_pictures(self, pictures: Sequence[P]) -> tuple[str | P, ...]:
        """Texts and pictures in the order in which a model reads them."""
        return interleaved(self.text, self.places, pictures)


def interleaved(text: str, places: Sequence[int], pictures: Sequence[P]) -> tuple[str | P, ...]:
    """Texts and pictures in reading order; empty texts are left out.

    Args:
        text: The whole text.
        places: Where each picture stands, ascending, as many as there are pictures; empty where all come first.
        pictures: In time order.
    """
    if not places:
        return (*pictures, *([text] if text else []))
    parts: list[str | P] = [text[: places[0]]]
    for picture, (start, end) in zip(pictures, pairwise([*places, len(text)]), strict=True):
        parts += [picture, text[start:end]]
    return tuple(part for part in parts if not isinstance(part, str) or part)


def fields_in(template: str) -> frozenset[str]:
    """Names of the fields that a template asks for."""
    return frozenset(_FIELD.findall(template))


def misplaced(template: str) -> str:
    """What is wrong with where a template puts its pictures, as a clause; empty where nothing is."""
    lines = template.split("\n")  # as `fill` does, and not at the other signs that Python takes for line ends
    alls = [line for line in lines if f"{{{_ALL}}}" in line]
    eaches = [line for line in lines if f"{{{_EACH}}}" in line]
    if len(alls) + len(eaches) > 1 or any(line.count(f"{{{_EACH}}}") > 1 for line in eaches):
        return "says more than once where the pictures go"
    if any(line.strip() != f"{{{_ALL}}}" for line in alls):
        return "has more than `{images}` on its line"
    if any(f"{{{_NUMBER}}}" in line for line in lines if line not in eaches):
        return "has `{number}` on a line without `{image}`"
    return ""


def fill(template: str, fields: Mapping[str, str], n_pictures: int) -> Filled:
    """The template with its fields filled in; a line that holds nothing but an empty field is left out.

    Raises KeyError for a field that is not given.
    """
    text, places = "", []
    for line, with_picture in _lines(template.strip(), fields, n_pictures):
        if with_picture is not None:
            places.append(len(text) + with_picture)
        text += line
    return Filled(text.removesuffix("\n"), tuple(places))


def _lines(template: str, fields: Mapping[str, str], n_pictures: int) -> Iterator[tuple[str, int | None]]:
    """Filled lines with their ends, and the offset at which a picture stands in each."""
    for line in template.split("\n"):
        if line.strip() == f"{{{_ALL}}}":
            yield from (("", 0) for _ in range(n_pictures))
        elif f"{{{_EACH}}}" in line:
            before, after = line.split(f"{{{_EACH}}}")
            for number in range(1, n_pictures + 1):
                numbered = {**fields, _NUMBER: str(number)}
                start = _filled(before, numbered)
                yield f"{start}{_filled(after, numbered)}\n", len(start)
        else:
            filled = _filled(line, fields)
            if filled.strip() or not line.strip():
                yield f"{filled}\n", None


def _filled(line: str, fields: Mapping[str, str]) -> str:
    return _FIELD.sub(lambda field: fields[field[1]], line)
