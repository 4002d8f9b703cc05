"""Reading an answer letter out of what a model wrote, as a careful person would.

One pure function with a version, for scores hang on it: a parser's faults have moved published ones by 15 to 30 points.
It never guesses. A reply that cannot be read keeps a status that says why; scores are made again from the stored text.

The reading goes from the plainest statement to the weakest, and the first that says something counts: what stands in
a box or an answer tag, a stated answer ("Answer: B", the last one stands), a reply that is or begins with a letter or
an option's text, a letter or a text alone at its end, a chosen letter ("so B"), a refusal, one letter that stands
alone, one option named in the text (mentions.py, counts.py). What a reply rules out is struck first (negation.py), its
wrapping before (wording.py).
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from tasks.models import negation
from tasks.models.mentions import closes_with, lists_several, option_of, option_patterns, options_in
from tasks.models.wording import first_turn, marked, without_markup, without_thinking
from tasks.questions.record import LETTERS, Letter

PARSER_VERSION = "3"
"""Raised by hand whenever some reply is read in another way than before."""


@dataclass(frozen=True, slots=True)
class Parsed:
    status: str
    """One of schemas.values.PARSE_STATUSES."""
    letter: Letter | None = None
    """Set exactly where the status is `letter` or `text_match`."""


_ONE = r"[\"'(\[]*(?P<letter>[A-HJ-Z](?!\w|['’-]\w|/A\b)|[a-z](?=[\"')\]]*(?:$|[.,;:)\]\n])))"
"""A letter that stands for an option: a capital but "I", or a small one that ends the phrase ("a chair" is none)."""

_ANSWER = (
    r"(?:\b(?:answer|antwort|ans|r[ée]ponse|respuesta|risposta|resposta|ответ)\b|答案|答え|答|选择|选|正解|정답"
    r"|\b(?:correct|right|best)\s+(?:option|choice)(?=\s+(?:is|was|would\s+be|must\s+be|should\s+be)\b))"
)
_BE = r"(?:is|was|would be|must be|should be|ist|lautet|est|es|è|é|是|为|は|은|는|[:=\-–—])"
_IS = rf"\s*[\"']?\s*{_BE}?\s*[\"']?\s*[:=]?\s*"
_OF = r"(?:option|choice|letter|buchstabe)?\s*"

_STATED = re.compile(rf"(?i:{_ANSWER}{_IS}{_OF}){_ONE}")
# `*+` gives nothing back: in a reply of ten thousand brackets every other way to share them out would be tried.
_STATED_FIRST = re.compile(rf"(?i:^\W*+(?:the\s+|my\s+|die\s+)?(?:\w+\s+)?{_ANSWER}{_IS}{_OF}){_ONE}")
_STATED_TEXT = re.compile(rf"{_ANSWER}\s*[\"']?\s*(?:is|was|ist|lautet|[:=])+\s*[\"'(]*", re.IGNORECASE)
_ITS_SUBJECT = re.compile(
    r"(?<![\w'’])(?<!or )(?<!and )(?<!if )(?<!whether )(?P<letter>[A-H])\)?\s+(?:is|must\s+be|would\s+be)\s+the\s+"
    r"(?:(?:correct|right|best)\s+)?(?:answer|option|choice)\b(?!\s*\?)"
)
_WHOLE = re.compile(rf"(?i:^\W*+{_OF}){_ONE}\W*$")
_LEADING = re.compile(r"^\W*+(?P<letter>[A-Za-z])\s*(?:[).:\]]|\s[-–—]\s|\n|,(?!\s*[A-D]\b))")
_LEADING_BARE = re.compile(r"^\W*(?P<letter>[A-Z])\s+(?P<rest>\S.*)$", re.DOTALL)
_OR = r"\s*(?:,\s*)?(?:,|/|\||&|or|and|oder|und)\s*(?:(?:maybe|perhaps|possibly|also)\s+)?"
_OR_WHAT = re.compile(rf"{_OR}$", re.IGNORECASE)
_FURTHER = re.compile(rf"(?:(?i:{_OR})[(\[]?|[(\[])[A-H](?![\w'’])")
_CLOSING = re.compile(r"(?:^|[.!?:]\s|\n)[ \"'(\[]*(?P<letter>[A-H])[\"')\]]*[.!]?\s*$")
_CHOICE = (
    r"\b(?:guess|choose|chose|pick|select|go with|going with|so|but|therefore|hence|thus|leaves|remains)\b"
    r"(?:\s+(?:it|that|this|must|would|is|be|it's))*[\s,:]+"
)
_CHOSEN = re.compile(rf"(?i:{_CHOICE}{_OF}){_ONE}")
_CHOSEN_TEXT = re.compile(_CHOICE, re.IGNORECASE)
_LISTED = re.compile(r"(?:^|[\s(\[])([A-Z])\s*[).:\]]")
_LISTED_LINE = re.compile(r"^\s*[(\[]?([A-Z])\s*(?:[).:\]]|$)", re.MULTILINE)
_ALONE = re.compile(r"(?<![\w'’])([A-H])(?![\w'’]|-\w|/A\b)")
_ARTICLE = re.compile(
    r"\bA(?=\s+(?!(?:is|was|because|since|as|and|or|seems|looks|appears|fits|for|would|must|makes|if|but|which|then|so"
    r"|over|rather|instead|than)\b)[a-z])"
)
_GOES_ON = r"[\"')\]]*\s*(?:$|[.,;:!\n]|\s[-–—]\s)"
_YES_GOES_ON = r"\s+(?!and\b|or\b|/)[a-z]"
_NO_GOES_ON = r"\s+(?:it|there|they|he|she|i|we|the|this|that)\b"
_IN_BRACKETS = re.compile(r"^[\"')\].,:]*\s*[-–—]?\s*(?:option\s+)?[(\[]?(?P<letter>[A-H])[)\]]?\W*$", re.IGNORECASE)


def parse_answer(raw: str, options: Sequence[str], finish_reason: str | None = None) -> Parsed:
    """The option that a reply names.

    Args:
        raw: The reply as it came.
        options: The texts behind the letters, in order; a letter past their end is `out_of_range`.
        finish_reason: `length` marks a reply that was cut off. What it says half-way is not its answer, so only what it
            *begins* with counts, or what it has put in a box; everything else is `truncated`.

    Returns:
        `letter` or `text_match` with the letter; else `refusal`, `truncated`, `empty`, `out_of_range` (an answer that
        is none of the options) or `ambiguous` (nothing, or more than one thing, can be read).
    """
    spoken, thought_through = without_thinking(raw)
    if not thought_through:
        return Parsed("truncated")
    text = without_markup(spoken)
    if not text:
        return Parsed("truncated" if finish_reason == "length" else "empty")
    for part in (marked(spoken), first_turn(spoken)):
        if part and (said := _opening(without_markup(part), options)):
            return said
    opening = _opening(text, options)
    if finish_reason == "length":
        return opening or _stated_first(text, options) or Parsed("truncated")
    return _stated(text, options) or opening or _closing(text, options) or _weaker(negation.strike(text), options)


def _stated(text: str, options: Sequence[str]) -> Parsed | None:
    """The last answer that is announced as one; "B is the answer" is turned about."""
    kept = _ITS_SUBJECT.sub(r"Answer: \g<letter>.", negation.strike(text))
    letters = list(_STATED.finditer(kept))
    texts = [found for found in _STATED_TEXT.finditer(kept) if _text_at(kept[found.end() :], options)]
    if letters and (not texts or letters[-1].start() >= texts[-1].start()):
        return _announced(letters[-1], kept, options)
    if texts:
        return _text_at(kept[texts[-1].end() :], options)
    return None


def _stated_first(text: str, options: Sequence[str]) -> Parsed | None:
    """An answer that a reply announces at once, before it was cut off."""
    kept = negation.strike(text)
    found = _STATED_FIRST.match(kept)
    if found is None or _OR_WHAT.match(_beyond(kept[found.end() :], found["letter"], options)):
        return None
    return _announced(found, kept, options)


def _announced(found: re.Match[str], text: str, options: Sequence[str]) -> Parsed:
    rest = text[found.end() :]
    if _FURTHER.match(_beyond(rest, found["letter"], options)):
        return Parsed("ambiguous")
    return _agreeing(found["letter"], rest, options)


def _beyond(rest: str, letter: str, options: Sequence[str]) -> str:
    """What follows a letter and its own text ("A: Kitchen or B", "A (Kitchen) or B")."""
    rest = re.sub(r"^[\"')\]]+", "", rest)
    if bracketed := re.match(r"\s*[(\[][^)\]\n]{2,80}[)\]]", rest):
        return rest[bracketed.end() :]
    bare = rest.lstrip(" :.)–-")
    for own, pattern in zip(LETTERS, option_patterns(options), strict=False):
        if own == letter.upper() and (named := pattern.match(bare)):
            return bare[named.end() :]
    return rest


def _opening(text: str, options: Sequence[str]) -> Parsed | None:
    """The whole reply, or what it begins with: a letter set off from what follows, or an option's text."""
    if whole := _WHOLE.match(text):
        return _lettered(whole["letter"], options)
    if (exact := option_of(text, options)) is not None:
        return Parsed("text_match", LETTERS[exact])
    if leading := _LEADING.match(text):
        return _led(leading, text, options)
    bare = _LEADING_BARE.match(text)
    if bare and bare["letter"] in LETTERS[: len(options)]:
        own = option_patterns(options)[LETTERS.index(_letter(bare["letter"]))]
        if named := own.match(bare["rest"]):
            another = _ALONE.search(_ARTICLE.sub("", negation.strike(bare["rest"][named.end() :])))
            return None if another else Parsed("letter", _letter(bare["letter"]))
    return None if lists_several(text, options) else _text_at(text, options)


def _led(leading: re.Match[str], text: str, options: Sequence[str]) -> Parsed | None:
    """A letter set off from what follows, unless it heads a list of them or is ruled out at once."""
    first = leading["letter"].upper()
    line, _, below = text[leading.start("letter") + 1 :].partition("\n")
    # "C." on a line of its own stands, whatever its explanation lists; "A. Kitchen / B. Bedroom" is an echo.
    alone = not line.strip(" .:)]*")
    listed = _LISTED_LINE.findall(below) if alone else _LISTED.findall(negation.strike(line + "\n" + below))
    if negation.begins_struck(text) or any(letter != first for letter in listed) or _FURTHER.match(below):
        return None
    return _agreeing(first, text[leading.end() :], options)


def _closing(text: str, options: Sequence[str]) -> Parsed | None:
    """A letter or a text alone at the end of a reply, unless it is the next of a list that breaks off there."""
    found = _CLOSING.search(text)
    if not found:
        place = closes_with(text, options)
        return None if place is None else Parsed("text_match", LETTERS[place])
    before = text[: found.start("letter")]
    listed = set(_LISTED_LINE.findall(before))
    return None if listed and found["letter"] not in listed else _lettered(found["letter"], options)


def _weaker(text: str, options: Sequence[str]) -> Parsed:
    """What remains when nothing was stated: a chosen letter or text, a refusal, a letter alone, an option's name."""
    chosen = {found["letter"].upper(): text[found.end() :] for found in _CHOSEN.finditer(text)}
    if len(chosen) == 1:
        ((letter, rest),) = chosen.items()
        return Parsed("ambiguous") if _FURTHER.match(_beyond(rest, letter, options)) else _lettered(letter, options)
    picked = [said for found in _CHOSEN_TEXT.finditer(text) if (said := _text_at(text[found.end() :], options))]
    if picked:
        return picked[-1]
    if negation.none_of_them(text):
        return Parsed("out_of_range")
    if negation.refuses(text) or negation.declines(text):
        return Parsed("refusal")
    alone = set(_ALONE.findall(_ARTICLE.sub("", text)))
    if alone:
        return _lettered(alone.pop(), options) if len(alone) == 1 else Parsed("ambiguous")
    named = options_in(text, options)
    if len(named) == 1:
        return Parsed("text_match", LETTERS[named[0]])
    if not named and re.fullmatch(r"\W*\d+\W*", text):
        return Parsed("out_of_range")
    return Parsed("ambiguous")


def _lettered(letter: str, options: Sequence[str]) -> Parsed:
    letter = letter.upper()
    if letter not in LETTERS[: len(options)]:
        return Parsed("out_of_range")
    return Parsed("letter", _letter(letter))


def _agreeing(letter: str, rest: str, options: Sequence[str]) -> Parsed:
    """The letter, unless the very next words are the text of another option ("A: bedroom" where A is the kitchen)."""
    read = _lettered(letter, options)
    named = option_of(rest.split("\n")[0], options)
    if read.letter and named is not None and LETTERS[named] != read.letter:
        return Parsed("ambiguous")
    return read


def _letter(letter: str) -> Letter:
    return LETTERS[LETTERS.index(letter)]


def _text_at(text: str, options: Sequence[str]) -> Parsed | None:
    """The option whose text begins the reply, set off from what follows ("No, it was gone" but not "No images")."""
    for index, pattern in enumerate(option_patterns(options)):
        found = pattern.match(text)
        rest = text[found.end() :] if found else ""
        if not found or not re.match(_going_on(options[index]), rest, re.IGNORECASE):
            continue
        if negation.goes_on_unsure(rest):
            return None
        if named := _IN_BRACKETS.match(rest):
            return (
                Parsed("letter", LETTERS[index]) if named["letter"].upper() == LETTERS[index] else Parsed("ambiguous")
            )
        return Parsed("text_match", LETTERS[index])
    return None


def _going_on(option: str) -> str:
    """How a reply may go on after an option's text, if that is to be its answer."""
    more = {"yes": _YES_GOES_ON, "no": _NO_GOES_ON}.get(option.lower())
    brackets = r"\s*[(\[][A-H][)\]]\W*$"
    return f"(?:{_GOES_ON}|{brackets}|{more})" if more else f"(?:{_GOES_ON}|{brackets})"
