"""Small questions and prompts, written out by hand."""

import pytest

from tasks.models.base import Prompt, PromptKey
from tasks.questions.record import Question


@pytest.fixture
def make_question():
    def make(**changes):
        fields = {
            "question_id": "ep_00001_q1",
            "episode_id": "ep_00001",
            "family": "Existence",
            "template_id": "existence",
            "template_version": 1,
            "text": "Was a kettle in view at any moment?",
            "options": ("No", "Yes"),
            "answer": "B",
            "gold": "Yes",
            "types": ("Kettle",),
            "room": None,
            "strip": (0, 2, 4, 6),
            "universe": "strip",
            "frame_refs": (2, 4),
            "decisive_frames": (2,),
            "memory_required": False,
            "needs_past": True,
            "needs_integration": False,
            "decisive_age": 4,
            "n_decisive": 1,
            "justification": "",
        }
        return Question(**(fields | changes))

    return make


@pytest.fixture
def make_prompt():
    def make(question_id="ep_00001_q1", family="Existence", options=("No", "Yes"), text="", mode="closed"):
        return Prompt(PromptKey("ep_00001", question_id), family, text, options, (), mode)

    return make
