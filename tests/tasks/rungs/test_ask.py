"""What a prompt says of itself in fields is what its text shows: a probe must not be told more than a model reads."""

from dataclasses import replace

import polars as pl
import pytest

from schemas.contract import check
from schemas.tables import rows_frame
from schemas.vocabulary import room_display
from tasks.models.base import Response
from tasks.models.prompting import built_in
from tasks.models.reader import Reader
from tasks.questions.record import FrameRecord, Question
from tasks.rungs.ask import ask
from tasks.rungs.footage import Footage
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


RECORDS = tuple(FrameRecord(t, "room|1", "room|1", ()) for t in range(3))
WALK = Footage("LivingRoom", RECORDS, {}, lambda t: None, "Sofa", "house-a", "S1")
ELSEWHERE = replace(WALK, house_id="house-b", target_room="Kitchen")
OTHER = replace(QUESTION, question_id="ep_00002_q1", episode_id="ep_00002")
BOTH = {"ep_00001": WALK, "ep_00002": ELSEWHERE}


def heard(name, questions=(QUESTION, OTHER), recorded=BOTH, own=BOTH):
    listener = _Listener()
    rows = list(ask(RUNGS[name], questions, recorded, listener, built_in(), own=own, seed=7))
    return listener.heard, rows


ASKED = [name for name, rung in RUNGS.items() if rung.answers and rung.rotation < 2]


@pytest.mark.parametrize("name", ASKED)
def test_a_prompt_names_the_question_the_options_and_the_room_label_exactly_where_its_text_does(name):
    (prompt, _), _ = heard(name)
    rung = RUNGS[name]
    assert prompt.question == (QUESTION.text if QUESTION.text in prompt.text else "")
    assert (prompt.room_label in prompt.text) if prompt.room_label else room_display("LivingRoom") not in prompt.text
    assert bool(prompt.question) == rung.shows_question
    assert bool(prompt.room_label) == (rung.label != "hidden")
    assert bool(prompt.options) == rung.shows_options == ("No" in prompt.text.split())


@pytest.mark.parametrize("name", ASKED)
def test_rows_of_responses_keep_their_contract(name):
    _, rows = heard(name)
    placed = rows_frame("responses", rows).with_columns(run_id=pl.lit("eval-000000000000"), split=pl.lit("test"))
    assert check("responses", placed).height == 2


def test_a_renamed_label_is_another_word_for_the_same_type_and_means_nothing():
    prompts, _ = heard("E0-renamed")
    labels = [prompt.room_label for prompt in prompts]
    assert len(set(labels)) == 2
    assert not {room_display(each) for each in ("LivingRoom", "Kitchen", "Bedroom", "Bathroom", "Hallway")} & set(
        labels
    )


def test_shuffled_labels_are_the_same_labels_in_other_hands():
    many = {f"ep_{n:05d}": replace(WALK, target_room=room) for n, room in enumerate(["Kitchen", "Bedroom"] * 10)}
    asked = [replace(QUESTION, episode_id=each, question_id=f"{each}_q1") for each in many]
    before, after = ([prompt.room_label for prompt in heard(name, asked, many)[0]] for name in ("E0", "E0-shuffled"))
    assert sorted(before) == sorted(after)
    assert before != after


def test_turned_options_stand_under_other_letters_and_reader_finds_its_answer_again():
    four = replace(QUESTION, options=("1", "2", "3", "4 or more"), family="Rooms-visited", types=(), gold="1")
    rows = {
        name: next(ask(RUNGS[name], [four], {"ep_00001": WALK}, Reader(), built_in()))
        for name in ("E2", "E2-rot1", "E2-rot2", "E2-rot3")
    }
    assert [row["raw"] for row in rows.values()] == ["A", "D", "C", "B"]


def test_a_question_is_not_asked_in_a_turn_that_it_does_not_have():
    assert heard("E2-rot2") == ([], [])
    assert len(heard("E2-rot1")[0]) == 2


def test_after_a_walk_without_done_a_scene_graph_is_asked_nothing_unless_it_always_answers():
    own = {"ep_00001": replace(WALK, said_done=False), "ep_00002": WALK}
    assert [prompt.key.episode_id for prompt in heard("E4", own=own)[0]] == ["ep_00002"]
    assert [prompt.key.episode_id for prompt in heard("E4-always", own=own)[0]] == ["ep_00001", "ep_00002"]


def test_a_walk_that_did_not_run_is_asked_nothing():
    assert [prompt.key.episode_id for prompt in heard("E3", own={"ep_00002": WALK})[0]] == ["ep_00002"]
    assert heard("E3", own={})[0] == []


def test_pictures_of_another_episode_are_stored_with_whose_they_are():
    _, (row, _) = heard("E2-other")
    assert (row["episode_id"], row["evidence_episode"]) == ("ep_00001", "ep_00002")
    assert heard("E0")[1][0]["evidence_episode"] is None


def test_the_same_words_and_pictures_have_one_content_key_and_others_have_another():
    keys = {name: heard(name)[1][0]["content_key"] for name in ("E2", "E5", "E2-budget", "E2-blank", "E2-open")}
    assert keys["E2"] == keys["E5"]
    assert len(set(keys.values())) == 4


def test_what_reads_records_shares_no_content_with_another_question_of_the_same_words():
    rows = ask(RUNGS["E2"], [QUESTION, replace(QUESTION, question_id="ep_00001_q2")], BOTH, Reader(), built_in())
    assert len({row["content_key"] for row in rows}) == 2
