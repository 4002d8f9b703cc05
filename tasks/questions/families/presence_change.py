"""Presence-change: was a TYPE in view at some moment and, in the last picture, no longer (A, E.1).

Gone from view, that is, not taken away. Only a picture of the universe's last moment can be the last picture. There
are two kinds of No: still in view, and never in view.
"""

from tasks.questions.families.base import Family, Held, Subject, Values, each_type, sightings, types_shown, yes_no
from tasks.questions.wording import templates


def _possible(held: Held, subject: Subject) -> Values:
    times = {frame.t for frame in sightings(held, subject.types[0])}
    last_is_open = held.last in held.gaps
    last_shows = held.last in times
    seen_before = bool(times - {held.last})
    could_be_before = seen_before or any(t != held.last for t in held.gaps)
    return yes_no(
        yes=could_be_before and not last_shows,
        no=last_is_open or last_shows or not seen_before,
    )


PRESENCE_CHANGE = Family(
    name="Presence-change",
    possible=_possible,
    subjects=each_type,
    content=types_shown,
    templates=templates(
        "presence_change",
        paper="Was {a} in view at some point and then gone from view later?",
        sound="Was {a} in view at some moment of the recorded tour, but none in its last picture?",
    ),
)
