import pytest

from tasks.questions.evidence import Asked, decisive, need, of_another_walk, outcome, settle
from tasks.questions.families.base import Subject

YES_NO = ("Yes", "No")
TIE = "both at the same moment"

# A bed, two sofas (never in one picture), a mug from two rooms, a pot and a pan at once, an apple at the end.
WALK = (
    "b Bed1",
    "b Bed1 Sofa1",
    "b Mug1",
    "h",
    "k Mug1 Sofa2",
    "k Pot1 Pan1",
    "k Apple1",
)

# Family, types, room, options, gold, frames held, outcome.
OUTCOMES = [
    ("Existence", ["Bed"], None, YES_NO, "Yes", [1], "shown"),
    ("Existence", ["Bed"], None, YES_NO, "Yes", [2, 3], "contrary_by_absence"),
    ("Existence", ["Cup"], None, YES_NO, "No", [0, 6], "by_absence"),
    ("Existence", ["Cup"], None, YES_NO, "No", [0, 1, 2, 3, 4, 5, 6], "shown"),
    ("Existence", ["Cup"], None, YES_NO, "No", [], "silent"),
    ("Existence", ["Bed", "Cup", "Fork"], None, ("cup", "bed", "fork"), "bed", [0], "shown"),
    ("Existence", ["Bed", "Cup", "Fork"], None, ("cup", "bed", "fork"), "bed", [3], "silent"),
    ("Counting", ["Sofa"], "b", ("1", "2"), "1", [1, 3], "by_absence"),
    ("Counting", ["Sofa"], "b", ("1", "2"), "1", [0, 1, 2, 3, 4, 5, 6], "shown"),
    ("Counting", ["Sofa"], "b", ("0", "1"), "1", [1], "shown"),
    ("Counting", ["Sofa"], "b", ("0", "1"), "1", [2, 4], "contrary_by_absence"),
    ("Counting", ["Sofa"], "b", ("1", "2"), "1", [4], "silent"),
    ("Room Identification", ["Apple"], None, ("kitchen", "bedroom"), "kitchen", [6], "shown"),
    ("Room Identification", ["Apple"], None, ("kitchen", "bedroom"), "kitchen", [0, 4, 5], "silent"),
    ("Room Identification", ["Mug"], None, ("kitchen", "bedroom"), "kitchen", [2], "contrary"),
    ("Room Identification", ["Mug"], None, ("kitchen", "bedroom"), "kitchen", [2, 4], "silent"),
    ("Order", ["Bed", "Sofa"], None, ("bed", "sofa"), "bed", [0], "shown"),
    ("Order", ["Mug", "Apple"], None, ("mug", "apple"), "mug", [0, 1, 2], "shown"),
    ("Order", ["Mug", "Apple"], None, ("mug", "apple"), "mug", [2, 6], "by_absence"),
    ("Order", ["Mug", "Apple"], None, ("mug", "apple"), "mug", [6], "contrary_by_absence"),
    ("Order", ["Mug", "Apple"], None, ("mug", "apple"), "mug", [0, 3], "silent"),
    ("Order", ["Pot", "Pan"], None, ("pot", "pan", TIE), TIE, [0, 1, 2, 3, 4, 5], "shown"),
    ("Order", ["Pot", "Pan"], None, ("pot", "pan", TIE), TIE, [5], "by_absence"),
    ("Order", ["Pot", "Pan"], None, ("pot", "pan", TIE), TIE, [0], "silent"),
    ("Persistence", ["Mug"], None, YES_NO, "Yes", [2, 4], "shown"),
    ("Persistence", ["Mug"], None, YES_NO, "Yes", [2, 3], "contrary_by_absence"),
    ("Persistence", ["Bed"], None, YES_NO, "No", [0, 1], "by_absence"),
    ("Persistence", ["Bed"], None, YES_NO, "No", [0, 1, 2, 3, 4, 5, 6], "shown"),
    ("Presence-change", ["Bed"], None, YES_NO, "Yes", [0, 6], "shown"),
    ("Presence-change", ["Bed"], None, YES_NO, "Yes", [0, 5], "by_absence"),
    ("Presence-change", ["Bed"], None, YES_NO, "Yes", [0, 1], "contrary_by_absence"),
    ("Presence-change", ["Bed"], None, YES_NO, "Yes", [6], "contrary_by_absence"),
    ("Presence-change", ["Apple"], None, YES_NO, "No", [6], "shown"),
    ("Presence-change", ["Apple"], None, YES_NO, "No", [0, 5], "by_absence"),
    ("Presence-change", ["Cup"], None, YES_NO, "No", [0, 6], "by_absence"),
    ("Presence-change", ["Cup"], None, YES_NO, "No", [0, 1, 2, 3, 4, 5, 6], "shown"),
    ("Global-count", ["Sofa"], None, ("1", "2"), "2", [1, 4], "shown"),
    ("Global-count", ["Sofa"], None, ("1", "2"), "2", [1, 2], "contrary_by_absence"),
    ("Global-count", ["Sofa"], None, ("2", "3"), "2", [1, 4], "by_absence"),
    ("Global-count", ["Sofa"], None, ("2", "3"), "2", [0], "silent"),
    ("Rooms-visited", [], None, ("1", "2", "3", "4 or more"), "3", [0, 3, 4], "by_absence"),
    ("Rooms-visited", [], None, ("1", "2", "3", "4 or more"), "3", [0, 4], "contrary_by_absence"),
    ("Rooms-visited", [], None, ("1", "2", "3"), "3", [0, 3, 4], "shown"),
    ("Rooms-visited", [], None, ("2", "3", "4", "5"), "3", [0, 1, 2], "silent"),
    ("Rooms-visited", [], None, ("1", "2", "3", "4 or more"), "3", [0, 1, 2, 3, 4, 5, 6], "shown"),
]


@pytest.mark.parametrize(
    ("family", "types", "room", "options", "gold", "held", "expected"),
    OUTCOMES,
    ids=lambda value: str(value).replace(" ", "")[:18],
)
def test_the_frames_held_have_this_outcome(walk, ask, family, types, room, options, gold, held, expected):
    frames = walk(*WALK).frames
    question = ask(family, options, gold, types, room)
    assert outcome(question, [frames[t] for t in held], len(frames)) == expected


def test_every_outcome_of_every_family_that_can_occur_is_in_the_table():
    seen = {(row[0], row[-1]) for row in OUTCOMES}
    always = {"shown", "silent", "contrary_by_absence", "by_absence"}
    without = {
        "Existence": {"contrary"},
        "Counting": {"contrary"},
        # Both are settled by a picture of it or by nothing; a wrong presupposition alone can make them contrary.
        "Room Identification": {"by_absence", "contrary_by_absence"},
        "Order": {"contrary"},
        # With two options and any picture, a closed reader always finds an answer.
        "Persistence": {"contrary", "silent"},
        "Presence-change": {"contrary", "silent"},
        "Global-count": {"contrary"},
        "Rooms-visited": {"contrary"},
    }
    for family, absent in without.items():
        expected = (always | {"contrary"}) - absent
        assert {result for name, result in seen if name == family} == expected


def test_frames_in_any_order_and_twice_say_the_same(walk, ask):
    frames = walk(*WALK).frames
    question = ask("Presence-change", YES_NO, "Yes", ["Bed"])
    assert settle(question, [frames[6], frames[0], frames[6]], 7, "open") == "Yes"


def test_the_universe_of_a_strip_question_is_its_strip(walk, ask):
    frames = walk(*WALK).frames
    question = ask("Existence", YES_NO, "No", ["Mug"], strip=(0, 3, 6), universe="strip")
    assert settle(question, [frames[t] for t in (0, 3, 6)], 7, "open") == "No"


def test_a_frame_outside_the_strip_still_shows_what_it_shows(walk, ask):
    frames = walk(*WALK).frames
    question = ask("Existence", YES_NO, "No", ["Mug"], strip=(0, 3, 6), universe="strip")
    assert outcome(question, frames, 7) == "contrary"


def test_frames_of_another_walk_show_presence_and_no_moment(walk, ask):
    own = of_another_walk(walk("b Bed1", "b Sofa1").frames, n_frames=7)
    assert outcome(ask("Existence", YES_NO, "Yes", ["Bed"]), own, 7) == "shown"
    assert outcome(ask("Order", ("bed", "sofa"), "bed", ["Bed", "Sofa"]), own, 7) == "by_absence"
    assert outcome(ask("Presence-change", YES_NO, "No", ["Sofa"]), own, 7) == "by_absence"


def test_decisive_frames_are_the_smallest_set_and_the_earliest(walk, ask):
    frames = walk(*WALK).frames
    assert decisive(ask("Existence", YES_NO, "Yes", ["Bed"]), frames) == (0,)
    assert decisive(ask("Persistence", YES_NO, "Yes", ["Mug"]), frames) == (2, 4)
    assert decisive(ask("Global-count", ("1", "2"), "2", ["Sofa"]), frames) == (1, 4)
    assert decisive(ask("Presence-change", YES_NO, "Yes", ["Bed"]), frames) == (0, 6)
    assert decisive(ask("Order", ("mug", "apple"), "mug", ["Mug", "Apple"]), frames) == (0, 1, 2)


def test_an_absence_takes_all_the_cited_frames(walk, ask):
    frames = walk(*WALK).frames
    cited = [frames[t] for t in (0, 3, 6)]
    assert decisive(ask("Existence", YES_NO, "No", ["Cup"]), cited) == (0, 3, 6)
    assert decisive(ask("Global-count", ("1", "2"), "1", ["Bed"]), cited) == (0, 3, 6)


def test_nothing_is_decisive_where_the_cited_frames_do_not_give_gold(walk, ask):
    frames = walk(*WALK).frames
    assert decisive(ask("Presence-change", YES_NO, "Yes", ["Bed"]), frames[:2]) == ()


NEEDS = [
    # What is in view at the end needs no past; a bed seen in one frame needs no integration, a mug in two rooms does.
    ("Existence", ["Apple"], YES_NO, "Yes", [0, 6], (False, False, 0)),
    ("Existence", ["Bed"], YES_NO, "Yes", [1, 6], (True, False, 5)),
    ("Persistence", ["Mug"], YES_NO, "Yes", [2, 4], (True, True, 2)),
    ("Presence-change", ["Apple"], YES_NO, "No", [0, 3, 6], (False, False, 0)),
    # Of two pictures, the first without it is enough for a No: the last can only show it still in view or never.
    ("Presence-change", ["Apple"], YES_NO, "No", [0, 6], (False, False, 6)),
    ("Presence-change", ["Bed"], YES_NO, "Yes", [0, 6], (True, True, 0)),
    # The last picture answers although it is not cited.
    ("Existence", ["Apple", "Cup"], ("apple", "cup"), "apple", [0, 1], (False, True, 0)),
]


@pytest.mark.parametrize(("family", "types", "options", "gold", "cited", "expected"), NEEDS)
def test_memory_flags_say_what_the_end_and_single_frames_cannot_do(walk, family, types, options, gold, cited, expected):
    frames = walk(*WALK).frames
    asked = Asked(family, Subject(tuple(types)), tuple(options))
    needed = need(asked, gold, [frames[t] for t in cited], frames[-1])
    assert (needed.needs_past, needed.needs_integration, needed.decisive_age) == expected
