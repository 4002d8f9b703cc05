"""What a reply rules out, and whether it declines to answer at all."""

import re

NOT = (
    r"(?:\b(?:can)?not(?:\s+be)?|n['’]t(?:\s+be)?|\bneither|\brule[sd]?\s+out|\beliminat\w+|\bexclud\w+|\brather\s+than"
    r"|\binstead\s+of)"
)
_OPTION = r"(?:option\s+)?\(?[A-H]\)?(?![\w'’])"
_LETTERS = rf"{_OPTION}(?>(?:\s*(?:,\s*)?(?:or|nor|and|,)\s*{_OPTION}){{0,25}})"
"""A list of letters. It has an end and is never taken back, or a reply of nothing but letters would take minutes."""
_STRUCK_BEFORE = re.compile(rf"(?i:{NOT})\s+{_LETTERS}")
_STRUCK_AFTER = re.compile(
    rf"{_LETTERS}\s+(?i:(?:is|are|was|were|can|has|have|does)\s*(?:been\s+)?(?:both\s+)?(?:not\b|n['’]t\b)?\s*(?:be\s+)?"
    r"(?:wrong|incorrect|false|out\b|ruled\s+out|eliminated|excluded|impossible|(?<=not\s)(?:right|correct|possible|it|fit)"
    r"|(?:(?<=not)|(?<=n['’]t))(?=\s*(?:[.,;]|$))))"
)

_CANNOT = (
    r"\b(?:can(?:not|['’]t|\snot)|could\s?n['’]t|could\snot|unable\sto|impossible\sto|not\spossible\sto|no\sway\sto)\s+"
    r"(?:be\s|really\s|reliably\s|possibly\s)?"
)
_LITTLE = (
    r"\b(?:don['’]t|do\snot)\s(?:know|have\s(?:enough|access))|\b(?:not\senough|insufficient)\s(?:information|evidence|context"
    r"|detail)|\b(?:do|does)(?:\snot|n['’]t)\s(?:provide|contain|give|show)\s(?:enough|sufficient)\s(?:information|evidence"
    r"|context|detail)|\bplease\s(?:provide|share|upload|attach)|\bas\san?\s(?:ai|language\smodel)"
)
_REFUSAL = re.compile(
    rf"{_CANNOT}(?:tell|say|determin\w+|answer\w*|know\w*|see|view|decide|judge|help|assist|identify|infer|confirm|process"
    rf"|provide)|{_LITTLE}|\b(?:did\snot|didn['’]t)\s(?:know|have\s(?:enough|access))"
    r"|\bno\s(?:idea|images?|pictures?|photos?|information|visual)\b|\bi['’]?\s?a?m\s(?:sorry|unsure|not\ssure)"
    r"|\b(?:weiß|weiss)\ses\snicht|不知道|无法",
    re.IGNORECASE,
)
_DETAIL = r"(?!\w*,?\s+(?:which|where|what|how|exactly|(?:about|of)(?!\s+(?:that|this|it)\b))\b)"
"""What is not known may be a trifle: "Yes, though I cannot say which one"."""
_TAKEN_BACK = re.compile(
    rf"(?:{_CANNOT}(?:tell|say|determin\w+|answer\w*|know\w*|decide|infer|confirm"
    rf"|(?:see|view)\s(?:any\s|the\s|your\s)?(?:images?|pictures?|photos?)(?=\W*$))"
    rf"|{_LITTLE}|\bi['’]?\s?a?m\s(?:unsure|not\ssure)){_DETAIL}(?!.*\bto\s(?:suggest|believe|think)\b)",
    re.IGNORECASE,
)
"""Less than a refusal: "No, I cannot see a kettle" and "No, there are no pictures of one" are answers."""
_SENTENCE = re.compile(r"[\W_]*([^.!?\n]*)")
_DECLINED = re.compile(
    r"\W*(?:(?:it['’]?\s?i?s|it\s+is|the\s+answer\s+is|answer:?)\s+)?"
    r"(?:not\s+sure|unsure|unknown|unclear|uncertain|unanswerable|undetermined|indeterminate|not\s+applicable|n/a|null)\W*",
    re.IGNORECASE,
)
_NONE_OF = re.compile(r"\bnone\s+of\s+(?:the\s+(?:above|options|choices|given)|these|them|those)", re.IGNORECASE)
_NONE = re.compile(
    r"\W*(?:none|neither)(?:\s+[A-H]\s+nor\s+[A-H]|\s+of\s+(?:them|these|those|the\s+\w+))?\W*", re.IGNORECASE
)


def strike(text: str) -> str:
    """The text without the letters that it rules out."""
    return _STRUCK_AFTER.sub(" ", _STRUCK_BEFORE.sub(" ", text))


def begins_struck(text: str) -> bool:
    """Whether the letter that a text begins with is ruled out by what follows it."""
    return _STRUCK_AFTER.match(text.lstrip("([ ")) is not None


def refuses(text: str) -> bool:
    """Whether it says that it cannot answer, in the midst of other words."""
    return _REFUSAL.search(text) is not None


def declines(text: str) -> bool:
    """Whether all that it says is that it does not know."""
    return _DECLINED.fullmatch(text) is not None


def goes_on_unsure(rest: str) -> bool:
    """Whether the sentence that follows an answer takes it back ("No, I can't tell")."""
    sentence = _SENTENCE.match(rest)
    return sentence is not None and _TAKEN_BACK.search(sentence[1]) is not None


def none_of_them(text: str) -> bool:
    """Whether it says that no option is right."""
    return _NONE_OF.search(text) is not None or _NONE.fullmatch(text) is not None
