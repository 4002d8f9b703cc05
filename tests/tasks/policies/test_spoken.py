import pytest

from tasks.policies.spoken import Spoken, action_in

EXACT = [
    ("MoveAhead", "MoveAhead"),
    ("moveahead", "MoveAhead"),
    ("move ahead.", "MoveAhead"),
    ("Rotate_Left", "RotateLeft"),
    ("**RotateRight**", "RotateRight"),
    ('"LookUp"', "LookUp"),
    ("`LookDown`\n", "LookDown"),
    ("Done", "Done"),
    ("done", "Done"),
    ("<think>The door is to the left.</think>RotateLeft", "RotateLeft"),
]
FREE = [
    ("I see a sofa. I will RotateLeft, then MoveAhead", "MoveAhead"),  # the last one named
    ("MoveAhead would hit the wall, so RotateRight", "RotateRight"),
    ("Action: RotateLeft. After that I could MoveAhead", "RotateLeft"),  # the labelled one is preferred
    ("Action: MoveAhead\nAction: LookDown", "LookDown"),
    ("The best action is MoveAhead because the RotateLeft view is blocked", "MoveAhead"),
    ('{"action": "RotateRight", "reason": "not MoveAhead"}', "RotateRight"),
    ("Next action -> LookUp; Done comes later", "LookUp"),
    ("The mug is in front of me. Done", "Done"),
    ("I am not done yet, MoveAhead", "MoveAhead"),
    ("MoveAhead, since I am not done", "MoveAhead"),
    ("Found it!\ndone", "Done"),
    ("Choose from MoveAhead, RotateLeft, RotateRight, LookUp, LookDown, Done: I pick LookUp", "LookUp"),
    ("MoveAhead (0.25 m)", "MoveAhead"),
]
NONE = [
    "",
    "   ",
    "I see a kitchen with a fridge.",
    "Go forward",
    "MoveAheadx",
    "MoveAhead, RotateLeft, RotateRight, LookUp, LookDown, Done",
    "I have done nothing so far.",
    "<think>I should MoveAhead and",
]


@pytest.mark.parametrize(("raw", "name"), EXACT, ids=lambda case: case[:20])
def test_a_name_and_nothing_else_keeps_to_the_format(raw, name):
    assert action_in(raw) == Spoken(name, exact=True)


@pytest.mark.parametrize(("raw", "name"), FREE, ids=lambda case: case[:20])
def test_an_action_is_read_out_of_running_text(raw, name):
    assert action_in(raw) == Spoken(name, exact=False)


@pytest.mark.parametrize("raw", NONE, ids=lambda case: case[:20])
def test_no_action_is_made_up(raw):
    assert action_in(raw) == Spoken(None, exact=False)
