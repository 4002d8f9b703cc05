"""Two questions as rung E2 puts them, with pictures of one grey each, and what a rung withholds."""

import dataclasses
import hashlib

import numpy as np
import pytest

from tasks.exports.item import Item
from tasks.models.base import Picture, Prompt, PromptKey
from tasks.models.prompting import Prompts, built_in
from tasks.questions.record import Question
from tasks.rungs.rungs import RUNGS


def picture(t: int, level: int) -> Picture:
    pixels = np.full((8, 8, 3), level, np.uint8)
    return Picture(t, hashlib.sha256(pixels).hexdigest(), lambda: pixels)


def question(number: int, options: tuple[str, ...], answer: str) -> Question:
    return Question(
        question_id=f"ep_00001_q{number}",
        episode_id="ep_00001",
        family="Existence",
        template_id="existence",
        template_version=1,
        text='Was a "kettle"\tin view at any moment?',
        options=options,
        answer=answer,
        gold=options["ABCD".index(answer)],
        types=("Kettle",),
        room=None,
        strip=(0, 2, 4),
        universe="strip",
        frame_refs=(2, 4),
        decisive_frames=(2,),
        memory_required=False,
        needs_past=True,
        needs_integration=False,
        decisive_age=4,
        n_decisive=1,
        justification="",
    )


DARK_AND_LIGHT = (picture(2, 40), picture(4, 200))


@pytest.fixture
def items():
    def make(rung_name="E2", pictures=DARK_AND_LIGHT, prompts: Prompts | None = None):
        rung = RUNGS[rung_name]
        for asked in (question(1, ("No", "Yes"), "B"), question(2, ("1", "2", "3"), "A")):
            filled = (prompts or built_in()).of_question(rung, asked, "LivingRoom", len(pictures))
            prompt = Prompt(
                key=PromptKey(asked.episode_id, asked.question_id),
                family=asked.family,
                text=filled.text,
                options=asked.options if rung.shows_options else (),
                pictures=pictures,
                mode=rung.mode,
                question=asked.text if rung.shows_question else "",
                room_label="living room" if rung.label != "hidden" else "",
                places=filled.places,
            )
            yield Item(prompt, rung, "S2", "house-1", len(asked.options), asked.answer, asked.gold)

    return make


@pytest.fixture
def prompts_with():
    """The built-in prompts with one file's text in place of ours."""

    def make(name: str, text: str) -> Prompts:
        texts = {**dict(built_in().texts), name: text}
        return dataclasses.replace(built_in(), texts=tuple(sorted(texts.items())))

    return make
