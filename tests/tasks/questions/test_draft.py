from dataclasses import replace

import pytest

from schemas.errors import ContractError
from schemas.values import FAMILIES as NAMES
from tasks.questions.draft import Draft, to_question
from tasks.questions.evidence import Asked
from tasks.questions.families import FAMILIES
from tasks.questions.families.base import Subject


@pytest.fixture
def trajectory(walk):
    return walk("b Bed1", "b Bed1 Bed2", "h", "k Mug1")


@pytest.fixture
def draft():
    return Draft(
        asked=Asked("Counting", Subject(("Bed",), "b"), ("3", "2", "1")),
        form="paper",
        gold="2",
        strip=(0, 1, 2, 3),
        universe="strip",
        frame_refs=(0, 1),
    )


def test_a_question_carries_all_that_its_row_needs(trajectory, draft):
    question = to_question(draft, trajectory, 2)
    assert question.question_id == "ep_00001_q2"
    assert question.text == "While the robot was in the bedroom, how many different beds came into view?"
    assert (question.answer, question.gold, question.options) == ("B", "2", ("3", "2", "1"))
    assert (question.types, question.room) == (("Bed",), "b")
    assert (question.decisive_frames, question.n_decisive, question.decisive_age) == ((0, 1), 2, 2)
    assert question.justification == ("Frames 0, 1, 2, 3. bed: 1 in frame 0 (bedroom), 2 in frame 1 (bedroom). So: 2.")


def test_memory_is_required_when_the_past_and_several_frames_are(trajectory, draft):
    question = to_question(draft, trajectory, 1)
    assert question.memory_required == (question.needs_past and question.needs_integration)
    assert to_question(draft, trajectory, 1, memory_required=False).memory_required is False


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"gold": "4"}, "gold `4` must be one of"),
        ({"frame_refs": (1, 0)}, "frame_refs"),
        ({"frame_refs": (1, 1)}, "frame_refs"),
        ({"frame_refs": (1, 4)}, "frame_refs"),
        ({"frame_refs": ()}, "frame_refs"),
        ({"strip": (3, 2)}, "strip"),
    ],
)
def test_a_faulty_draft_is_named_and_refused(trajectory, draft, change, reason):
    with pytest.raises(ContractError, match=f"ep_00001_q1: {reason}"):
        to_question(replace(draft, **change), trajectory, 1)


def test_the_families_stand_in_the_order_of_the_reports():
    assert tuple(FAMILIES) == NAMES
    assert [family.name for family in FAMILIES.values()] == list(NAMES)
