import dataclasses

import pytest

from tasks.questions.record import Question
from tasks.rungs.rungs import RUNGS, evidence_frames


def _question(frame_refs, decisive_frames):
    fields = {field.name: "" for field in dataclasses.fields(Question)}
    return Question(**(fields | {"frame_refs": frame_refs, "decisive_frames": decisive_frames}))


def test_the_ladder_climbs_from_options_to_replay():
    assert list(RUNGS) == ["E0b", "E0", "E2s", "E2", "E5"]


@pytest.mark.parametrize(
    ("rung", "frames"), [("E0b", ()), ("E0", ()), ("E2s", (5,)), ("E2", (1, 5, 9)), ("E5", (1, 5, 9))]
)
def test_each_rung_shows_its_own_frames(rung, frames):
    assert evidence_frames(RUNGS[rung], _question((1, 5, 9), (1, 5))) == frames


def test_a_question_with_no_decisive_frame_is_shown_its_last_cited_one():
    assert evidence_frames(RUNGS["E2s"], _question((1, 5, 9), ())) == (9,)


def test_only_replay_walks():
    assert [rung.name for rung in RUNGS.values() if rung.walk] == ["E5"]


def test_only_text_only_shows_the_room_label_and_only_options_only_hides_the_question():
    assert [rung.name for rung in RUNGS.values() if rung.label != "hidden"] == ["E0"]
    assert [rung.name for rung in RUNGS.values() if not rung.shows_question] == ["E0b"]


def test_a_prompt_declares_a_mode_exactly_where_there_are_pictures():
    assert all((rung.mode == "none") == (rung.evidence == "none") for rung in RUNGS.values())
