"""Prompt files are a user's, questions a house's: what passes the check can be filled in, and nothing is read twice."""
# ruff: noqa: PT017 - what raises is as good as what does not, so `pytest.raises` fits none of these

from fuzzing import fuzz
from hypothesis import strategies as st

from schemas.errors import ConfigError
from tasks.models.prompting import Prompts, built_in
from tasks.models.template import fields_in
from tasks.questions.record import Question
from tasks.rungs.rungs import RUNGS

_FIELDS = ["{question}", "{options}", "{letters}", "{instruction}", "{images}", "{image}", "{number}", "{target_room}"]
_PIECES = [
    *_FIELDS,
    "{pictures}",
    "{them}",
    "{nothing}",
    "{",
    "}",
    "{}",
    "\n",
    "\r",
    "\u2028",
    "\x0b",
    " ",
    "Look: ",
    "é",
]
_ASKED = [name for name, rung in RUNGS.items() if rung.answers]


def _question(text, options):
    return Question(
        question_id="ep_00001_q1",
        episode_id="ep_00001",
        family="Existence",
        template_id="existence",
        template_version=1,
        text=text,
        options=options,
        answer="B",
        gold=options[1],
        types=(),
        room=None,
        strip=(0,),
        universe="strip",
        frame_refs=(0,),
        decisive_frames=(0,),
        memory_required=False,
        needs_past=False,
        needs_integration=False,
        decisive_age=0,
        n_decisive=1,
        justification="",
    )


@fuzz(
    template=st.lists(st.sampled_from(_PIECES), max_size=14).map("".join),
    keeps=st.booleans(),
    name=st.sampled_from(_ASKED),
    n_pictures=st.integers(0, 13),
)
def test_fuzz_a_prompt_file_that_passes_its_check_can_be_filled_in(template, keeps, name, n_pictures):
    rung = RUNGS[name]
    if keeps:  # with what the rung must show, so that more than the first check is reached
        template += "\n{question}\n{options}\n{target_room}" if rung.label != "hidden" else "\n{question}\n{options}"
    prompts = Prompts(((rung.prompt, template),), "as many as options", "mine")
    try:
        prompts.check(rung)
    except ConfigError as error:
        assert str(error)
        return
    filled = prompts.of_question(rung, _question("Was it?", ("No", "Yes")), "Kitchen", n_pictures, target_type="Mug")
    assert not fields_in(filled.text) - {"nothing"}
    assert len(filled.places) in (0, n_pictures)
    assert len(filled.with_pictures(range(n_pictures))) >= n_pictures


@fuzz(
    text=st.one_of(st.text(max_size=40), st.lists(st.sampled_from(_PIECES), max_size=8).map("".join)),
    option=st.text(min_size=1, max_size=20),
    room=st.one_of(st.just("Kitchen"), st.text(max_size=10)),
    name=st.sampled_from(_ASKED),
    n_pictures=st.integers(0, 13),
)
def test_fuzz_what_a_question_says_stands_in_the_prompt_as_it_is(text, option, room, name, n_pictures):
    rung = RUNGS[name]
    filled = built_in().of_question(rung, _question(text, ("No", option)), room, n_pictures, target_type="Mug")
    if rung.shows_question:
        assert text.strip() in filled.text
    if rung.shows_options:
        assert f"B: {option}".strip() in filled.text
    assert list(filled.places) == sorted(filled.places)
