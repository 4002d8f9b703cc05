"""Room Identification: from which room was the TYPE seen.

The room is the camera's, and its type is what a text can name. The question takes for granted that there is one such
room type; seen from two, it has no answer.
"""

from schemas.errors import ContractError
from schemas.vocabulary import room_display
from tasks.questions.families.base import Family, Held, Labels, Subject, Values, each_type, sightings, types_shown
from tasks.questions.wording import templates


def _possible(held: Held, subject: Subject) -> Values:
    frames = sightings(held, subject.types[0])
    for frame in frames:
        if not frame.room_type:
            raise ContractError(f"frame {frame.t} has no room type, so it cannot say from which room things were seen.")
    rooms = frozenset(room_display(frame.room_type) for frame in frames)
    if not rooms and held.gaps:
        return Labels(None)
    return Labels(rooms if len(rooms) == 1 else frozenset())


ROOM_IDENTIFICATION = Family(
    name="Room Identification",
    possible=_possible,
    subjects=each_type,
    content=types_shown,
    templates=templates(
        "room_identification",
        paper="In which room was the robot when {a} was in view?",
        sound="From which room was {a} in view during the recorded tour?",
    ),
)
