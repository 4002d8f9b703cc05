from dataclasses import replace

import pytest

from tasks.questions.evidence import Asked
from tasks.questions.families.base import Subject
from tasks.questions.readings import Readings
from tasks.questions.record import Seen

YES_NO = ("Yes", "No")


def grey(trajectory, family, types, options, gold, room=None, loose=None, cited=None, spaces=None):
    asked = Asked(family, Subject(tuple(types), room), tuple(options))
    moments = range(len(trajectory.frames)) if cited is None else cited
    apart = {room_id: room_id for room_id in trajectory.room_types}
    return Readings(trajectory, loose or trajectory.frames, apart | (spaces or {})).grey(asked, gold, list(moments))


def test_an_answer_that_every_reading_gives_is_not_grey(walk):
    assert grey(walk("b Bed1", "k"), "Existence", ["Bed"], YES_NO, "Yes") is None


def test_cited_frames_that_do_not_give_the_answer_are_grey(walk):
    assert grey(walk("b Bed1", "k"), "Existence", ["Bed"], YES_NO, "Yes", cited=[1]) == "strict"


def test_a_thing_with_a_few_pixels_makes_its_absence_grey(walk):
    strict, loose = walk("b", "k"), walk("b Bed1", "k")
    assert grey(strict, "Existence", ["Bed"], YES_NO, "No", loose=loose.frames) == "loose"


def test_a_few_pixels_in_a_cited_frame_alone_can_turn_an_order(walk):
    strict = walk("b Bed1", "k", "k Mug1")
    loose = walk("b Bed1 Mug1", "k", "k Mug1")
    assert grey(strict, "Order", ["Bed", "Mug"], ("bed", "mug"), "bed", loose=loose.frames) == "loose"


def test_a_thing_in_another_room_than_the_camera_is_grey_where_rooms_decide(walk):
    trajectory = walk("k", "b Bed1")
    frame = replace(trajectory.frames[1], seen=(Seen("Bed1", "Bed", "k"),))
    trajectory = replace(trajectory, frames=(trajectory.frames[0], frame))
    assert grey(trajectory, "Room Identification", ["Bed"], ("bedroom", "kitchen"), "bedroom") == "object_rooms"
    assert grey(trajectory, "Existence", ["Bed"], YES_NO, "Yes") is None


@pytest.mark.parametrize(
    ("family", "types", "options", "gold"),
    [
        ("Rooms-visited", [], ("1", "2"), "2"),
        ("Persistence", ["Bed"], YES_NO, "Yes"),
        ("Room Identification", ["Mug"], ("kitchen", "bedroom"), "kitchen"),
    ],
)
def test_rooms_without_a_wall_between_them_are_grey(walk, family, types, options, gold):
    trajectory = walk("k Bed1 Mug1", "b Bed1")
    assert grey(trajectory, family, types, options, gold) is None
    assert grey(trajectory, family, types, options, gold, spaces={"b": "k"}) == "spaces"


def test_a_room_of_an_open_space_cannot_be_named_even_where_its_neighbour_was_not_entered(walk):
    trajectory = walk("k Mug1", "b", rooms=["l"])
    asked = ("Room Identification", ["Mug"], ("kitchen", "bedroom"), "kitchen")
    assert grey(trajectory, *asked) is None
    assert grey(trajectory, *asked, spaces={"l": "k"}) == "spaces"


def test_counting_in_a_room_of_an_open_space_counts_over_the_space(walk):
    trajectory = walk("k Mug1", "l Mug2")
    assert grey(trajectory, "Counting", ["Mug"], ("1", "2"), "1", room="k") is None
    assert grey(trajectory, "Counting", ["Mug"], ("1", "2"), "1", room="k", spaces={"l": "k"}) == "spaces"


def test_a_thing_that_looks_like_the_one_asked_about_is_grey(walk):
    assert grey(walk("k Cup1", "b"), "Existence", ["Mug"], YES_NO, "No") == "confusables"


def test_a_type_that_is_not_in_the_house_needs_no_second_look(walk):
    assert grey(walk("k", "b"), "Existence", ["Mug"], YES_NO, "No") is None


def test_of_two_types_each_has_its_own_doubles(walk):
    trajectory = walk("k Cup1", "k Bed1", "b Mug1")
    assert grey(trajectory, "Order", ["Bed", "Mug"], ("bed", "mug"), "bed") == "confusables"
    assert grey(walk("k Bed1", "k Cup1", "b Mug1"), "Order", ["Bed", "Mug"], ("bed", "mug"), "bed") is None
