import dataclasses
import pickle

import pytest

from schemas.errors import ConfigError
from schemas.settings import letters_of
from tasks.models.prompting import WALKING, built_in, check_prompts, prompts_in
from tasks.rungs.rungs import RUNGS


@pytest.fixture
def folder(tmp_path):
    """A copy of the built-in prompts to be changed, as a user would make it."""
    for name, text in built_in().texts:
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def text_of(rung, question, room, n_pictures, letters="as many as options"):
    return built_in(letters).of_question(RUNGS[rung], question, room, n_pictures).text


def test_options_only_withholds_the_question_and_the_room(make_question):
    text = text_of("E0b", make_question(), "LivingRoom", 0)
    assert "A: No\nB: Yes" in text
    assert "kettle" not in text
    assert "living" not in text.lower()


def test_text_only_shows_the_question_and_the_room_in_plain_words(make_question):
    text = text_of("E0", make_question(), "LivingRoom", 0)
    assert "Question: Was a kettle in view at any moment?" in text
    assert "in a living room" in text
    assert "picture above" not in text


@pytest.mark.parametrize("rung", ["E2", "E2s", "E5"])
def test_a_rung_with_pictures_does_not_name_the_room(make_question, rung):
    assert "living" not in text_of(rung, make_question(), "LivingRoom", 2).lower()


def test_four_letters_are_asked_for_however_few_options_there_are_where_the_setting_says_so(make_question):
    assert text_of("E2", make_question(), "Kitchen", 2, "four").endswith("Answer with a single letter (A, B, C or D).")


def test_otherwise_just_the_letters_that_exist_are_named(make_question):
    assert text_of("E2", make_question(), "Kitchen", 2).endswith("Answer with a single letter (A or B).")


def test_each_recipe_has_its_own_letters_unless_told_otherwise():
    assert (letters_of("paper"), letters_of("sound")) == ("four", "as many as options")


@pytest.mark.parametrize(
    ("n_pictures", "opening"),
    [(1, "The picture above comes"), (6, "The six pictures above come"), (12, "The 12 pictures above come")],
)
def test_pictures_are_counted_in_plain_english(make_question, n_pictures, opening):
    assert text_of("E2", make_question(), "Kitchen", n_pictures).startswith(opening)


@pytest.mark.parametrize("rung", ["E2", "E2-open", "E2s", "E3"])
def test_one_picture_has_no_order_and_nothing_lies_between(make_question, rung):
    one, two = (text_of(rung, make_question(), "Kitchen", n) for n in (1, 2))
    assert "order" not in one
    assert "between" not in one
    assert "in the order in which they were taken" in two


def test_closed_and_open_prompts_say_what_the_pictures_are(make_question):
    assert "all that matters" in text_of("E2", make_question(), "Kitchen", 2)
    assert "The tour was longer" in text_of("E2s", make_question(), "Kitchen", 1)


def test_braces_in_a_question_are_only_text(make_question):
    assert "{room}" in text_of("E0", make_question(text="Is {room} a room?"), "Kitchen", 0)


def test_stored_and_replayed_frames_are_asked_about_in_the_same_words(make_question):
    assert text_of("E2", make_question(), "Kitchen", 2) == text_of("E5", make_question(), "Kitchen", 2)


def test_every_built_in_file_serves_every_rung_that_names_it():
    check_prompts(built_in(), RUNGS.values(), WALKING)


@pytest.mark.parametrize("rung", [rung for rung in RUNGS.values() if rung.answers], ids=lambda rung: rung.name)
def test_every_rung_has_words_for_every_number_of_options(make_question, rung):
    for options in (("No", "Yes"), ("1", "2", "3", "4 or more")):
        n_pictures = 0 if rung.evidence == "none" else 6
        filled = built_in().of_question(
            rung, make_question(options=options), "Kitchen", n_pictures, target_type="Armchair"
        )
        assert "{" not in filled.text
        assert len(filled.with_pictures("x" * n_pictures)) == n_pictures + 1


def test_the_answer_prompt_of_the_scene_graph_names_target_and_room_as_the_paper_does(make_question):
    rung = dataclasses.replace(
        RUNGS["E0"], name="E4x", walk="graph", evidence="own_last", label="shown", prompt="graph_answer.txt"
    )
    text = built_in().of_question(rung, make_question(), "LivingRoom", 1, target_type="CoffeeMachine").text
    assert "You have walked to the living room, and the coffee machine is before you" in text


def test_without_its_false_premise_that_prompt_names_neither(make_question):
    rung = dataclasses.replace(RUNGS["E2s"], walk="graph", prompt="graph_answer_plain.txt")
    text = built_in().of_question(rung, make_question(), "LivingRoom", 1, target_type="CoffeeMachine").text
    assert "living" not in text
    assert "coffee" not in text


def test_the_action_prompt_names_the_target_and_every_action_but_no_room():
    text = built_in().of_walk("act.txt", target_type="Armchair", target_room="LivingRoom").text
    assert "search for an armchair" in text
    assert "MoveAhead, RotateLeft, RotateRight, LookUp, LookDown, Done" in text
    assert "living" not in text


def test_the_graph_prompt_has_the_first_question_as_context_or_leaves_its_line_out():
    told = built_in().of_walk("graph.txt", target_type="Mug", target_room="Kitchen", question="Was a sofa in view?")
    plain = built_in().of_walk("graph.txt", target_type="Mug", target_room="Kitchen")
    assert "you will be asked: Was a sofa in view?\n" in told.text
    assert "asked" not in plain.text
    assert "\n\n\n" not in plain.text
    assert '"target_scene": the kind of room that you are to find, here "kitchen".' in plain.text


def test_the_graph_action_prompt_shows_the_graph():
    text = built_in().of_walk("graph_act.txt", target_type="Mug", target_room="Kitchen", graph="sofa near {lamp}").text
    assert "\n\nsofa near {lamp}\n\n" in text


def test_a_copy_of_the_built_in_files_has_their_digest_and_a_changed_one_has_another(folder):
    assert prompts_in(folder).digest == built_in().digest == prompts_in(None).digest
    (folder / "act.txt").write_text("Act: {actions}", encoding="utf-8")
    assert prompts_in(folder).digest != built_in().digest


def test_words_of_ones_own_are_used(folder, make_question):
    (folder / "frames_closed.txt").write_text(
        "You saw:\n{images}\n{question}\n{options}\nOne of {letters}.", encoding="utf-8"
    )
    filled = prompts_in(folder).of_question(RUNGS["E2"], make_question(), "Kitchen", 2)
    assert filled.with_pictures("xy") == (
        "You saw:\n",
        "x",
        "y",
        "Was a kettle in view at any moment?\nA: No\nB: Yes\nOne of A or B.",
    )


def test_prompts_can_be_sent_to_a_worker(folder):
    prompts = prompts_in(folder, "four")
    assert pickle.loads(pickle.dumps(prompts)) == prompts


def test_a_folder_that_lacks_a_file_is_refused_by_that_name(folder):
    (folder / "text_only.txt").unlink()
    check_prompts(prompts_in(folder), [RUNGS["E2"]])
    with pytest.raises(ConfigError, match=r"has no `text_only.txt`.*`ladder prompts`"):
        check_prompts(prompts_in(folder), [RUNGS["E2"], RUNGS["E0"]])


@pytest.mark.parametrize(
    ("name", "text", "reason"),
    [
        ("options_only.txt", "{question}\n{options}", r"asks for \{question\}, which rung E0b withholds"),
        ("options_only.txt", "{target_room}\n{options}", r"asks for \{target_room\}, which rung E0b withholds"),
        ("frames_closed.txt", "{question}\n{options}\n{target_room}", r"\{target_room\}, which rung E2 withholds"),
        ("text_only.txt", "{question}\n{options}\n{target_room}\n{images}", r"\{images\}, which rung E0 withholds"),
        ("text_only.txt", "{question}\n{options}\n{target_room}\n{gold}", r"asks for \{gold\}, which no prompt has"),
        ("frames_closed.txt", "{question}", r"leaves out \{options\}, which rung E2 shows"),
        ("frames_closed.txt", "", r"leaves out \{options\}, which rung E2 shows"),
        ("text_only.txt", "{question}\n{options}", r"leaves out \{target_room\}, which rung E0 shows"),
        ("frames_closed.txt", "{images} {question}\n{options}", "more than `{images}` on its line"),
    ],
)
def test_a_file_that_cannot_serve_its_rung_is_refused_before_any_work(folder, name, text, reason):
    (folder / name).write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError, match=reason) as refused:
        check_prompts(prompts_in(folder), [RUNGS[rung] for rung in ("E0b", "E0", "E2")])
    assert f"`{name}` of {folder}" in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("name", "text", "reason"),
    [
        ("act.txt", "{actions} in {target_room}", r"\{target_room\}, which its policy withholds"),
        ("act.txt", "Go on.", r"leaves out \{actions\}"),
        ("graph_act.txt", "{actions}", r"leaves out \{graph\}"),
        ("graph.txt", "{graph}", r"\{graph\}, which its policy withholds"),
    ],
)
def test_a_file_that_cannot_serve_its_policy_is_refused_before_any_work(folder, name, text, reason):
    (folder / name).write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError, match=reason):
        check_prompts(prompts_in(folder), [], WALKING)


def test_a_folder_that_is_not_there_and_a_file_that_is_no_text_are_refused(folder):
    with pytest.raises(ConfigError, match=r"nowhere: there is no such folder"):
        prompts_in(folder / "nowhere")
    (folder / "act.txt").write_bytes(b"\xff\xfe\xfa")
    with pytest.raises(ConfigError, match=r"act.txt can't be read .* UTF-8"):
        prompts_in(folder)


def test_every_prompt_file_belongs_to_a_rung_or_a_policy():
    served = {rung.prompt for rung in RUNGS.values() if rung.answers} | WALKING.keys()
    assert served == set(built_in().names)


def test_the_digest_is_a_sha256():
    assert len(built_in().digest) == 64
