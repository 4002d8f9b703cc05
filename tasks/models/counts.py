"""Numbers in what a model wrote: which of them count something, and how an option that is a number is named there."""

import re

_WORDS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_OR_MORE = re.compile(r"(\d) or more", re.IGNORECASE)
_MOST = ("fewer than", "less than", "at most", "up to", "under", "below", "before", "within")
_LEAST = ("more than", "over", "above", "beyond")

_PICTURE = r"(?:image|picture|photo|frame|view|screenshot|step|figure)"
_OF_PICTURES = re.compile(
    rf"\b{_PICTURE}\s*(?:number\s*|no\.\s*)?\#?\d+"
    rf"|\b{_PICTURE}s\s*\#?\d+(?>(?:[\s,&–-]|and\b|or\b|to\b|through\b)++\#?\d+)*+"
    rf"|\b(?:\d+|{'|'.join(_WORDS)})\s+(?:(?:different|given|other|of\s+the)\s+)?{_PICTURE}s?\b",
    re.IGNORECASE,
)


def without_pictures(text: str) -> str:
    """The text without the numbers of pictures and steps: "in image 3" counts nothing."""
    return _OF_PICTURES.sub(" ", text)


def number_pattern(option: str) -> str | None:
    """How a number goes by in running words, as a regular expression; None for an option that is no number.

    "4", "four", "5", "4+" and "more than 3" all mean "4 or more", and "up to 4" does not, nor "2/4", nor "four-legged".
    """
    if least := _OR_MORE.fullmatch(option):
        number = int(least[1])
        words = (
            rf"(?:(?<!no )(?<!not )(?:{_either(_LEAST)})\s+{_from(number - 1)}"
            rf"|(?:at\s+least\s+)?{_not_after(*_MOST, *_LEAST)}{_from(number)}(?:\+|\s+or\s+more)?)"
        )
    elif option.isdecimal() and int(option) < len(_WORDS):
        number = int(option)
        # "one of them" and "one can see" count nothing.
        word = r"one(?!\s+(?:of|can|could|cannot|might|more|another)\b)" if number == 1 else _WORDS[number]
        words = rf"{_not_after(*_MOST, *_LEAST, 'at least')}(?:{number}(?!\+)|{word})(?!\s+or\s+more)"
    else:
        return None
    return rf"(?<![/–-]){words}(?![/–-]\w)"


def _from(number: int) -> str:
    return rf"(?:{_either([*map(str, range(number, 10)), *_WORDS[number:]])}|\d{{2,}})(?!\w)"


def _either(words: tuple[str, ...] | list[str]) -> str:
    return "|".join(word.replace(" ", r"\s+") for word in words)


def _not_after(*bounds: str) -> str:
    return "".join(f"(?<!{bound} )" for bound in bounds)
