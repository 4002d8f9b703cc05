import dataclasses

import pytest

from schemas.errors import ConfigError
from tasks.models.prompting import prompt_names, prompts_digest, render_prompt
from tasks.rungs.rungs import RUNGS


def test_options_only_withholds_the_question_and_the_room(make_question):
    text = render_prompt(RUNGS["E0b"], make_question(), "LivingRoom", 0, recipe="sound")
    assert "A: No\nB: Yes" in text
    assert "kettle" not in text
    assert "living" not in text.lower()


def test_text_only_shows_the_question_and_the_room_in_plain_words(make_question):
    text = render_prompt(RUNGS["E0"], make_question(), "LivingRoom", 0, recipe="sound")
    assert "Question: Was a kettle in view at any moment?" in text
    assert "in a living room" in text
    assert "picture above" not in text


@pytest.mark.parametrize("rung", ["E2", "E2s", "E5"])
def test_a_rung_with_pictures_does_not_name_the_room(make_question, rung):
    assert "living" not in render_prompt(RUNGS[rung], make_question(), "LivingRoom", 2, recipe="sound").lower()


def test_paper_asks_for_four_letters_however_few_options_there_are(make_question):
    text = render_prompt(RUNGS["E2"], make_question(), "Kitchen", 2, recipe="paper")
    assert text.endswith("Answer with a single letter (A, B, C or D).")


def test_sound_names_just_the_letters_that_exist(make_question):
    text = render_prompt(RUNGS["E2"], make_question(), "Kitchen", 2, recipe="sound")
    assert text.endswith("Answer with a single letter (A or B).")


@pytest.mark.parametrize(
    ("n_pictures", "opening"),
    [(1, "The picture above comes"), (6, "The six pictures above come"), (12, "The 12 pictures above come")],
)
def test_pictures_are_counted_in_plain_english(make_question, n_pictures, opening):
    assert render_prompt(RUNGS["E2"], make_question(), "Kitchen", n_pictures, recipe="sound").startswith(opening)


def test_closed_and_open_prompts_say_what_the_pictures_are(make_question):
    closed = render_prompt(RUNGS["E2"], make_question(), "Kitchen", 2, recipe="sound")
    opened = render_prompt(RUNGS["E2s"], make_question(), "Kitchen", 1, recipe="sound")
    assert "all that matters" in closed
    assert "The tour was longer" in opened


def test_braces_in_a_question_are_only_text(make_question):
    assert "{room}" in render_prompt(RUNGS["E0"], make_question(text="Is {room} a room?"), "Kitchen", 0, recipe="sound")


def test_stored_and_replayed_frames_are_asked_about_in_the_same_words(make_question):
    texts = {render_prompt(RUNGS[name], make_question(), "Kitchen", 2, recipe="sound") for name in ("E2", "E5")}
    assert len(texts) == 1


def test_a_rung_that_names_no_prompt_file_is_refused_with_the_list(make_question):
    rung = dataclasses.replace(RUNGS["E0"], prompt="nowhere.txt")
    with pytest.raises(ConfigError, match=r"no prompt file `nowhere.txt`: there are .*text_only.txt"):
        render_prompt(rung, make_question(), "Kitchen", 0, recipe="sound")


def test_a_prompt_cannot_show_what_its_rung_withholds(make_question):
    rung = dataclasses.replace(RUNGS["E0"], label="hidden")
    with pytest.raises(KeyError, match="target_room"):
        render_prompt(rung, make_question(), "Kitchen", 0, recipe="sound")


def test_every_prompt_file_belongs_to_a_rung():
    assert set(prompt_names()) == {rung.prompt for rung in RUNGS.values()}


def test_the_digest_is_a_stable_sha256():
    assert len(prompts_digest()) == 64
    assert prompts_digest() == prompts_digest()
