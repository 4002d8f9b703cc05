"""Global-count: how many TYPEs came into view in total, each counted once."""

from tasks.questions.families.base import Counts, Family, Held, Subject, Values, each_type, instances
from tasks.questions.record import FrameRecord
from tasks.questions.wording import templates


def _possible(held: Held, subject: Subject) -> Values:
    least = len(instances(held.frames, subject.types[0]))
    return Counts(least, None if held.gaps else least)


def _content(frame: FrameRecord, subject: Subject) -> frozenset[str]:
    return instances([frame], subject.types[0])


GLOBAL_COUNT = Family(
    name="Global-count",
    possible=_possible,
    subjects=each_type,
    content=_content,
    templates=templates(
        "global_count",
        # A's defect, kept: the wording speaks of the house, the answer counts what the strip shows (section 6).
        paper="How many different {plural} did the robot see in the house?",
        sound="During the whole recorded tour, how many different {plural} were in view, each counted once?",
    ),
)
