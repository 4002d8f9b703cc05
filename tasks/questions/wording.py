"""From a subject to a text, and whether a text gives the target away."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from schemas.vocabulary import display, plural, room_display, with_article


@dataclass(frozen=True, slots=True)
class Template:
    """A question's text with places for its types and its room.

    `{a}`, `{b}`: the first and the second type with an article; `{noun}`, `{plural}`: the first type; `{room}`: the
    room's type.
    """

    id: str
    version: int
    pattern: str

    def render(self, types: Sequence[str], room_type: str | None) -> str:
        """The text; the sentence may begin with a place, so its first letter is made a capital."""
        places: dict[str, str] = {}
        if types:
            places |= {"a": with_article(types[0]), "noun": display(types[0]), "plural": plural(types[0])}
        if len(types) > 1:
            places["b"] = with_article(types[1])
        if room_type is not None:
            places["room"] = room_display(room_type)
        text = self.pattern.format_map(places)
        return text[0].upper() + text[1:]


def templates(family: str, **patterns: str) -> Mapping[str, Template]:
    """A family's texts by form, each at its first version: `existence.paper`, `existence.sound`."""
    return {form: Template(f"{family}.{form}", 1, pattern) for form, pattern in patterns.items()}


def mentions(text: str, object_type: str) -> bool:
    """Whether a text holds a type's name in whole words, shown or canonical, one or many: `butter knife` names Knife."""
    names = {object_type, display(object_type), plural(object_type)}
    return any(re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text, re.IGNORECASE) for name in names)


@cache
def gives_away(object_type: str, target_type: str) -> bool:
    """Whether to speak of a type is to name the target: `a butter knife, butter knives` names a knife."""
    return mentions(f"{with_article(object_type)}, {plural(object_type)}", target_type)
