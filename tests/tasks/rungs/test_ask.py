"""What a prompt says of itself in fields is what its text shows: a probe must not be told more than a model reads."""

import pytest

from schemas.vocabulary import room_display
from tasks.models.base import Response
from tasks.questions.record import FrameRecord, Question
from tasks.rungs.ask import Footage, ask
from tasks.rungs.rungs import RUNGS

QUESTION = Question(
    question_id="ep_00001_q1",
    episode_id="ep_00001",
    family="Existence",
    template_id="existence.sound",
    template_version=1,
    text="Was a kettle in view at any moment of the recorded tour?",
    options=("No", "Yes"),
    answer="B",
    gold="Yes",
    types=("Kettle",),
    room=None,
    strip=(0, 1, 2),
    universe="trajectory",
    frame_refs=(0, 1, 2),
    decisive_frames=(1,),
    memory_required=True,
    needs_past=True,
    needs_integration=False,
    decisive_age=1,
    n_decisive=1,
    justification="",
)


class _Listener:
    """Answers A and keeps what it was asked."""

    name = "listener"

    def __init__(self):
        self.heard = []

    def answer(self, prompts):
        for prompt in prompts:
            self.heard.append(prompt)
            yield Response(prompt.key, "A")


@pytest.mark.parametrize("rung", RUNGS.values(), ids=lambda rung: rung.name)
def test_a_prompt_names_the_question_and_the_room_label_exactly_where_its_text_does(rung):
    records = tuple(FrameRecord(t, "room|1", "room|1", ()) for t in range(3))
    listener = _Listener()
    list(ask(rung, [QUESTION], {"ep_00001": Footage("LivingRoom", records, {}, lambda t: None)}, listener, "sound"))
    (prompt,) = listener.heard
    label = room_display("LivingRoom")
    assert prompt.question == (QUESTION.text if QUESTION.text in prompt.text else "")
    assert prompt.room_label == (label if label in prompt.text else "")
    assert bool(prompt.question) == rung.shows_question
    assert bool(prompt.room_label) == (rung.label != "hidden")
