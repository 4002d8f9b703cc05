"""Numbers in what a model wrote: how an option that is a number is named there, and which numbers count nothing."""

import re

from tasks.questions.options import span

_WORDS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_NUMBER = rf"(?:\d+|{'|'.join(_WORDS)})"

_PICTURE = r"(?:image|picture|photo|frame|screenshot|step)"
_AND = r"(?:\s*(?:and|&|or|to|through|[-–])\s*)"
_NOT_COUNTED = re.compile(
    # the names of pictures: "in image 3", "in images 1, 2 and 4"
    rf"\b{_PICTURE}\s*(?:number\s*|no\.\s*)?\#?\d+(?>{_AND}\#?\d+)*+"
    rf"|\b{_PICTURE}s\s*\#?\d+(?>(?:,{_AND}?\s*|{_AND})\#?\d+)*+"
    # how many of them there are, but not those on the wall
    rf"|\b(?:of|in|all|from|across|the|these)\s+{_NUMBER}\s+(?:(?:different|given|other)\s+)?{_PICTURE}s\b(?!\s+(?:on|frames)\b)"
    rf"|\b{_NUMBER}\s+(?:of|out\s+of)\s+(?:the\s+|these\s+)?{_NUMBER}\b|\b\d+\s+steps\b"
    # bounds: "more than 3", "up to about 5"
    rf"|\b(?:(?:more|fewer|less|greater)\s+than|at\s+(?:most|least)|up\s+to)\s+(?:about\s+|around\s+|the\s+)?{_NUMBER}\b(?!\s+or\s+more)"
    rf"|^\W*(?:over|above|under|below)\s+{_NUMBER}\b|[<>≤≥]\s*\d+",
    re.IGNORECASE,
)


def counted(text: str) -> str:
    """The text without numbers that count nothing: those of pictures, and bounds."""
    return _NOT_COUNTED.sub(" ", text)


def number_pattern(option: str, as_reply: bool) -> str | None:
    """How a number goes by, as a regular expression; None for an option that is no number.

    Where it is the reply itself (`as_reply`), "4", "five", "4+" and "more than 3" all mean "4 or more"; in running words a
    number that large may be anything, so that only "4 or more" and "5 rooms" do. Never does "2/4" or "four-legged".
    """
    try:
        number, most = span(option)
    except ValueError:
        return None
    if most is None:
        larger = _from(number)
        words = (
            rf"(?:more\s+than\s+{_from(number - 1)}|(?:at\s+least\s+)?{larger}(?:\+|\s+or\s+more)?)"
            if as_reply
            else rf"{larger}(?:\s+or\s+more\b|\+|(?=\s+(?:(?:different|distinct|separate)\s+)?rooms?\b))"
        )
    elif number < len(_WORDS):
        # "one of them" and "one can see" count nothing.
        word = r"one(?!\s+(?:of|can|could|cannot|might|more|another)\b)" if number == 1 else _WORDS[number]
        words = rf"(?:{number}(?!\+)|{word})(?!\s+or\s+more)"
    else:
        words = str(number)
    return rf"(?<![/–-]){words}(?![/–-]\w)"


def _from(number: int) -> str:
    return rf"(?:{'|'.join([*map(str, range(number, 10)), *_WORDS[number:]])}|\d{{2,}})(?!\w)"
