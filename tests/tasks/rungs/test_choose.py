"""Which frames a rung shows; records are written by hand: a word is an object, its letters the type."""

from dataclasses import fields

import pytest

from tasks.questions.record import FrameRecord, Question, Seen
from tasks.rungs.choose import WHOLE_WALK_PICTURES, chosen, select, stretched
from tasks.rungs.rungs import RUNGS


def walk(*texts):
    """`"k Mug1"`: from the room k a mug is in view."""
    return tuple(
        FrameRecord(t, room, room, tuple(Seen(word, word.rstrip("0123456789"), room) for word in words), "Kitchen")
        for t, (room, *words) in enumerate(text.split() for text in texts)
    )


def question(family="Existence", options=("Yes", "No"), **changes):
    values = {field.name: () for field in fields(Question)} | {"family": family, "options": options, "room": None}
    return Question(**values | {"universe": "trajectory", "types": ("Mug",)} | changes)


@pytest.mark.parametrize(
    ("name", "frames"),
    [
        ("E0", ()),
        ("E2s", (5,)),
        ("E2", (1, 5, 9)),
        ("E5", (1, 5, 9)),
        ("E2-blank", (1, 5, 9)),
        ("E2-strip", (0, 1, 5, 9, 11)),
        ("E5-even6", (0, 2, 4, 7, 9, 11)),
        ("E2-all", tuple(range(12))),
    ],
)
def test_each_rung_shows_its_own_frames(name, frames):
    asked = question(frame_refs=(1, 5, 9), decisive_frames=(1, 5), strip=(0, 1, 5, 9, 11))
    assert chosen(RUNGS[name], asked, 12) == frames


def test_a_question_with_no_decisive_frame_is_shown_its_last_cited_one():
    assert chosen(RUNGS["E2s"], question(frame_refs=(1, 5, 9)), 12) == (9,)


def test_six_even_frames_of_a_walk_of_its_own_are_its_first_its_last_and_those_between():
    assert chosen(RUNGS["E3"], question(), 50, walk(*["k"] * 21)) == (0, 4, 8, 12, 16, 20)


def test_a_walk_of_fewer_than_six_frames_gives_each_of_them_once():
    assert chosen(RUNGS["E3"], question(), 50, walk("k", "k", "k")) == (0, 1, 2)


def test_a_scene_graphs_answer_sees_the_last_picture_alone():
    assert chosen(RUNGS["E4"], question(), 50, walk(*["k"] * 9)) == (8,)


def test_a_long_walk_is_thinned_to_the_common_number_and_keeps_what_is_cited():
    cited = (3, 4, 5, 6, 101, 198)
    frames = chosen(RUNGS["E2-all"], question(frame_refs=cited), 200)
    assert len(frames) == len(set(frames)) == WHOLE_WALK_PICTURES
    assert list(frames) == sorted(frames)
    assert set(cited) <= set(frames)


@pytest.mark.parametrize(
    ("frames", "n", "shown"),
    [
        ((3,), 6, (3,) * 6),
        ((3, 8), 6, (3, 3, 3, 8, 8, 8)),
        ((1, 2, 3), 6, (1, 1, 2, 2, 3, 3)),
        ((1, 2, 3, 4, 5, 6), 6, (1, 2, 3, 4, 5, 6)),
        (tuple(range(9)), 6, tuple(range(9))),
    ],
)
def test_fewer_pictures_are_shown_again_in_their_order(frames, n, shown):
    assert stretched(frames, n) == shown


def test_every_frame_is_shown_when_a_walk_is_stretched():
    assert set(stretched(range(41), 64)) == set(range(41))


# select6


def test_the_first_sighting_is_among_the_six_that_an_even_subsample_would_miss():
    own = walk(*["k"] * 7, "k Mug1", *["k"] * 12, "k Mug1")
    assert 7 in select(question(), own, 30)
    assert 7 not in chosen(RUNGS["E3"], question(), 30, own)


def test_the_smallest_set_that_settles_a_count_takes_the_earliest_frames():
    own = walk("k", "k Mug1", "k Mug1", "k Mug2", "k Mug1 Mug2", *["k"] * 30)
    asked = question("Global-count", ("1", "2"))
    assert 4 in select(asked, own, 30)  # one frame does
    apart = walk("k", "k Mug1", "k Mug1", "k Mug2", "k Mug1", *["k"] * 30)
    assert {1, 3} <= set(select(asked, apart, 30))


def test_there_are_six_frames_whether_or_not_the_walk_settles_anything():
    own = walk(*["k"] * 30)
    assert select(question(), own, 30) == (0, 6, 12, 17, 23, 29)
    assert len(select(question(), walk("k Mug1", *["k"] * 29), 30)) == 6
    assert select(question(), walk("k", "k"), 30) == (0, 1)


def test_frames_that_show_two_rooms_settle_that_a_thing_was_seen_from_more_than_one():
    own = walk(*["k"] * 3, "k Mug1", *["k"] * 3, "b Mug2", *["b"] * 20)
    assert {3, 7} <= set(select(question("Persistence"), own, 30))
