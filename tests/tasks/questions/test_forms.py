import pytest

from tasks.questions.families.base import Subject
from tasks.questions.families.order import TIE
from tasks.questions.forms import NEVER, STILL, forms, kind

MUG, PAIR = Subject(("Mug",)), Subject(("Mug", "Bed"))


@pytest.mark.parametrize(
    ("family", "subject", "value", "rooms", "expected"),
    [
        ("Existence", MUG, "No", [], [(("Yes", "No"), "No")]),
        ("Global-count", MUG, "3", [], [(("2", "3"), "3"), (("3", "4"), "3")]),
        ("Global-count", MUG, "1", [], [(("1", "2"), "1")]),
        ("Counting", MUG, "0", [], []),
        ("Room Identification", MUG, "kitchen", ["Kitchen"], []),
        (
            "Room Identification",
            MUG,
            "kitchen",
            ["Kitchen", "Bedroom", "LivingRoom"],
            [(("bedroom", "kitchen"), "kitchen"), (("kitchen", "living room"), "kitchen")],
        ),
        ("Order", PAIR, "bed", [], [(("mug", "bed"), "bed")]),
        ("Order", PAIR, TIE, [], []),
        ("Order", Subject(("Cup", "Mug")), "cup", [], []),
        ("Rooms-visited", Subject(), "5", [], [(("1", "2", "3", "4 or more"), "4 or more")]),
        ("Rooms-visited", Subject(), "2", [], [(("1", "2", "3", "4 or more"), "2")]),
        ("Persistence", MUG, None, [], []),
    ],
)
def test_a_value_comes_with_each_option_set_that_holds_it(family, subject, value, rooms, expected):
    assert [(asked.options, gold) for asked, gold in forms(family, subject, value, rooms)] == expected


@pytest.mark.parametrize(
    ("frame", "gold", "expected"), [("k Mug1", "No", STILL), ("k", "No", NEVER), ("k", "Yes", "Yes")]
)
def test_a_presence_change_no_is_of_one_of_two_kinds(walk, frame, gold, expected):
    assert kind("Presence-change", gold, MUG, walk(frame).frames[0]) == expected
