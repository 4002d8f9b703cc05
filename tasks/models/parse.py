"""Reading an answer letter out of what a model wrote, as a careful person would.

One pure function with a version, for scores hang on it: a parser's faults have moved published ones by 15 to 30 points.
It never guesses. A reply that cannot be read keeps a status that says why; scores are made again from the stored text.

The reading goes from the plainest statement to the weakest, and the first that says something counts: a stated answer
("Answer: B", the last one stands), a reply that is or begins with a letter or an option's text, a chosen letter
("so B"), a refusal, one letter that stands alone, one option named in the text. What a reply rules out is struck first.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from tasks.models.wording import option_patterns, without_markup, without_thinking
from tasks.questions.record import LETTERS, Letter

PARSER_VERSION = "1"
"""Raised by hand whenever some reply is read in another way than before."""


@dataclass(frozen=True, slots=True)
class Parsed:
    status: str
    """One of schemas.values.PARSE_STATUSES."""
    letter: Letter | None = None
    """Set exactly where the status is `letter` or `text_match`."""


_ONE = r"[\"'(\[]*(?P<letter>[A-HJ-Z](?!\w|['’]\w)|[a-z](?=[\"')\]]*(?:$|[.,;:)\]\n])))"
"""A letter that stands for an option: a capital but "I", or a small one that ends the phrase ("a chair" is none)."""

_IS = r"\s*[\"']?\s*(?:is|was|would be|must be|should be|ist|lautet|[:=\-–—])?\s*[\"']?\s*[:=]?\s*"
_OF = r"(?:option|choice|letter|buchstabe)?\s*"

_STATED = re.compile(rf"(?i:\b(?:answer|antwort|ans)\b{_IS}{_OF}){_ONE}")
_STATED_TEXT = re.compile(r"\b(?:answer|antwort)\s*[\"']?\s*(?:is|was|ist|lautet|[:=])+\s*[\"'(]*", re.IGNORECASE)
_WHOLE = re.compile(rf"(?i:^\W*{_OF}){_ONE}\W*$")
_LEADING = re.compile(r"^\W*(?P<letter>[A-Za-z])\s*(?:[).:\]]|\s[-–—]\s|\n|,(?!\s*[A-D]\b))")
_LEADING_BARE = re.compile(r"^\W*(?P<letter>[A-Z])\s+(?P<rest>\S.*)$", re.DOTALL)
_CHOSEN = re.compile(
    r"(?i:\b(?:guess|choose|chose|pick|select|go with|going with|so|but|therefore|hence|thus|leaves|remains)\b"
    rf"(?:\s+(?:it|that|this|must|would|is|be|it's))*[\s,:]+{_OF}){_ONE}"
)
_LISTED = re.compile(r"(?:^|[\s(\[])([A-Z])\s*[).:\]]")
_LISTED_LINE = re.compile(r"^\s*[(\[]?([A-Z])\s*[).:\]]", re.MULTILINE)
_ALONE = re.compile(r"(?<![\w'’])([A-H])(?![\w'’])")
_ARTICLE = re.compile(
    r"(?:^|(?<=[.!?\n])\s*)A(?=\s+(?!is\b|was\b|because\b|since\b|as\b|and\b|or\b|seems\b)[a-z])", re.MULTILINE
)

_NOT = (
    r"(?:\bnot|n['’]t(?:\s+be)?|\bneither|\brule[sd]?\s+out|\beliminat\w+|\bexclud\w+|\brather\s+than|\binstead\s+of)"
)
_OPTION = r"(?:option\s+)?\(?[A-H]\)?(?![\w'’])"
_LETTER_LIST = rf"{_OPTION}(?:\s*(?:,\s*)?(?:or|nor|and|,)\s*{_OPTION})*"
_STRUCK_BEFORE = re.compile(rf"(?i:{_NOT})\s+{_LETTER_LIST}")
_STRUCK_AFTER = re.compile(
    rf"{_LETTER_LIST}\s+(?i:(?:is|are|was|were|can|has|have)\s*(?:been\s+)?(?:both\s+)?(?:not\b|n['’]t\b)?\s*(?:be\s+)?"
    r"(?:wrong|incorrect|false|out\b|ruled\s+out|eliminated|excluded|impossible|(?<=not\s)(?:right|correct|possible|it)))"
)

_REFUSAL = re.compile(
    r"\b(?:can(?:not|['’]t|\snot)|could\s?n['’]t|could\snot|unable\sto|impossible\sto|not\spossible\sto|no\sway\sto)\s+"
    r"(?:be\s|really\s|reliably\s|possibly\s)?(?:tell|say|determin\w+|answer\w*|know\w*|see|view|decide|judge|help|identify|infer|confirm)"
    r"|\b(?:don['’]t|do\snot|did\snot|didn['’]t)\s(?:know|have\s(?:enough|access))"
    r"|\b(?:not\senough|insufficient)\s(?:information|evidence|context|detail)"
    r"|\bno\s(?:idea|images?|pictures?|photos?|information|visual)\b|\bi['’]?\s?a?m\s(?:sorry|unsure|not\ssure)"
    r"|\bas\san?\s(?:ai|language\smodel)|\b(?:weiß|weiss)\ses\snicht",
    re.IGNORECASE,
)
_BUT_UNSURE = re.compile(
    r"\W*(?:but\s+)?(?:i|we)\s+(?:can(?:not|['’]t)|do\s?n['’]t|do\snot)\s+(?:really\s+)?(?:tell|say|determine|know|answer)",
    re.IGNORECASE,
)
_OUTSIDE = re.compile(r"\bnone\s+of\s+(?:the\s+(?:above|options|choices|given)|these|them|those)", re.IGNORECASE)


def parse_answer(raw: str, options: Sequence[str], finish_reason: str = "stop") -> Parsed:
    """The option that a reply names.

    Args:
        raw: the reply as it came.
        options: the texts behind the letters, in order; a letter past their end is `out_of_range`.
        finish_reason: `length` marks a reply that was cut off. What it says half-way is not its answer, so only a
            letter or text that it *begins* with counts; everything else is `truncated`.

    Returns:
        `letter` or `text_match` with the letter; else `refusal`, `truncated`, `empty`, `out_of_range` (an answer that
        is none of the options) or `ambiguous` (nothing, or more than one thing, can be read).
    """
    spoken, thought_through = without_thinking(raw)
    text = without_markup(spoken)
    if not thought_through:
        return Parsed("truncated")
    if not text:
        return Parsed("truncated" if finish_reason == "length" else "empty")
    opening = _opening(text, options)
    if finish_reason == "length":
        return opening or Parsed("truncated")
    return _stated(text, options) or opening or _weaker(_strike(text), options)


def _stated(text: str, options: Sequence[str]) -> Parsed | None:
    """The last answer that is announced as one."""
    kept = _strike(text)
    letters = list(_STATED.finditer(kept))
    texts = [found for found in _STATED_TEXT.finditer(kept) if _text_at(kept[found.end() :], options)]
    if letters and (not texts or letters[-1].start() >= texts[-1].start()):
        rest = kept[letters[-1].end() :]
        if re.match(r"\s*(?:,|/|or|and|oder|und)\s*\(?[A-H]\b", rest):
            return Parsed("ambiguous")
        return _agreeing(letters[-1]["letter"], rest, options)
    if texts:
        return _text_at(kept[texts[-1].end() :], options)
    return None


def _opening(text: str, options: Sequence[str]) -> Parsed | None:
    """The whole reply, or what it begins with: a letter set off from what follows, or an option's text."""
    if whole := _WHOLE.match(text):
        return _lettered(whole["letter"], options)
    if (exact := _exact(text, options)) is not None:
        return Parsed("text_match", LETTERS[exact])
    if leading := _LEADING.match(text):
        first = leading["letter"].upper()
        line, _, below = text[leading.start("letter") + 1 :].partition("\n")
        # "C." on a line of its own stands, whatever its explanation lists; "A. Kitchen / B. Bedroom" is an echo.
        listed = _LISTED.findall(_strike(line + "\n" + below)) if line.strip(" .:)]*") else _LISTED_LINE.findall(below)
        struck = _STRUCK_AFTER.match(text.lstrip("([ ")) is not None
        if struck or any(letter != first for letter in listed):
            return None
        return _agreeing(first, text[leading.end() :], options)
    bare = _LEADING_BARE.match(text)
    if bare and bare["letter"] in LETTERS[: len(options)]:
        own = option_patterns(options)[LETTERS.index(_letter(bare["letter"]))]
        if own.match(bare["rest"]):
            return Parsed("letter", _letter(bare["letter"]))
    return _text_at(text, options)


def _weaker(text: str, options: Sequence[str]) -> Parsed:
    """What remains when nothing was stated: a chosen letter, a refusal, a letter alone, an option's name."""
    chosen = {found["letter"].upper() for found in _CHOSEN.finditer(text)}
    if len(chosen) == 1:
        return _lettered(chosen.pop(), options)
    if _OUTSIDE.search(text):
        return Parsed("out_of_range")
    if _REFUSAL.search(text):
        return Parsed("refusal")
    alone = set(_ALONE.findall(_ARTICLE.sub("", text)))
    if alone:
        return _lettered(alone.pop(), options) if len(alone) == 1 else Parsed("ambiguous")
    named = _named(text, options)
    if len(named) == 1:
        return Parsed("text_match", LETTERS[named[0]])
    if not named and re.fullmatch(r"\W*\d+\W*", text):
        return Parsed("out_of_range")
    return Parsed("ambiguous")


def _strike(text: str) -> str:
    """The text without the letters that it rules out."""
    return _STRUCK_AFTER.sub(" ", _STRUCK_BEFORE.sub(" ", text))


def _lettered(letter: str, options: Sequence[str]) -> Parsed:
    letter = letter.upper()
    if letter not in LETTERS[: len(options)]:
        return Parsed("out_of_range")
    return Parsed("letter", _letter(letter))


def _agreeing(letter: str, rest: str, options: Sequence[str]) -> Parsed:
    """The letter, unless the very next words are the text of another option ("A: bedroom" where A is the kitchen)."""
    read = _lettered(letter, options)
    named = _exact(rest.split("\n")[0], options)
    if read.letter and named is not None and LETTERS[named] != read.letter:
        return Parsed("ambiguous")
    return read


def _letter(letter: str) -> Letter:
    return LETTERS[LETTERS.index(letter)]


def _exact(text: str, options: Sequence[str]) -> int | None:
    """The option whose text this is, but for case and punctuation around it."""
    matches = [
        index for index, pattern in enumerate(option_patterns(options)) if pattern.fullmatch(text.strip(" .,:;!)(\"'-"))
    ]
    return matches[0] if len(matches) == 1 else None


def _text_at(text: str, options: Sequence[str]) -> Parsed | None:
    """The option whose text begins the reply, set off from what follows ("No, it was gone" but not "No images")."""
    for index, pattern in enumerate(option_patterns(options)):
        found = pattern.match(text)
        if found and re.match(r"[\"')\]]*\s*(?:$|[.,;:!\n]|\s[-–—]\s)", text[found.end() :]):
            if _BUT_UNSURE.match(text[found.end() :]):
                return None
            return Parsed("text_match", LETTERS[index])
    return None


def _named(text: str, options: Sequence[str]) -> list[int]:
    """The options whose texts occur; the longer first, so that "4 or more" is not also "4"."""
    patterns = option_patterns(options)
    found = []
    for index in sorted(range(len(options)), key=lambda index: -len(options[index])):
        if options[index].lower() in {"yes", "no"}:  # too common a word: it counts at the opening or when stated
            continue
        text = re.sub(rf"{_NOT}\s+(?:in\s+|from\s+)?{patterns[index].pattern}", " ", text, flags=re.IGNORECASE)
        text, hits = patterns[index].subn(" ", text)
        if hits:
            found.append(index)
    return found
