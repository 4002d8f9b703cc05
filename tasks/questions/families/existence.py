"""Existence: was a TYPE in view at any moment.

Asked about one type it is yes or no. Asked about several it is which one of them was: then exactly one is, so to hold a
picture of it settles the matter.
"""

from schemas.vocabulary import display
from tasks.questions.families.base import (
    Family,
    Held,
    Labels,
    Subject,
    Values,
    each_type,
    sightings,
    types_shown,
    yes_no,
)
from tasks.questions.wording import templates


def _possible(held: Held, subject: Subject) -> Values:
    if len(subject.types) == 1:
        seen = bool(sightings(held, subject.types[0]))
        return yes_no(yes=seen or bool(held.gaps), no=not seen)
    met = [object_type for object_type in subject.types if sightings(held, object_type)]
    if not met and held.gaps:
        met = list(subject.types)
    elif len(met) > 1:
        met = []
    return Labels(frozenset(display(object_type) for object_type in met))


EXISTENCE = Family(
    name="Existence",
    possible=_possible,
    subjects=each_type,
    content=types_shown,
    templates=templates(
        "existence",
        paper="Which of these was in view at some point of the robot's walk?",
        sound="Was {a} in view at any moment of the recorded tour?",
    ),
)
