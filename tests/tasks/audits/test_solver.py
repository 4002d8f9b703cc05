import pytest

from tasks.audits.solver import Told, agree, open_options

YES_NO = ("Yes", "No")


def existence(name):
    return Told("Existence", (name,), None, YES_NO)


def counting(name, room, *options):
    return Told("Counting", (name,), room, options)


def global_count(name, *options):
    return Told("Global-count", (name,), None, options)


def room(name, *options):
    return Told("Room Identification", (name,), None, options)


def persistence(name):
    return Told("Persistence", (name,), None, YES_NO)


def presence(name):
    return Told("Presence-change", (name,), None, YES_NO)


def order(one, other, *more):
    return Told("Order", (one, other), None, (one, other, *more))


def rooms_visited(*options):
    return Told("Rooms-visited", (), None, options or ("1", "2", "3", "4 or more"))


ENTAILED = [
    ("a count of at least one", (existence("Mug"), global_count("Mug", "1", "2")), [{"Yes"}, {"1", "2"}]),
    (
        "a room from which it was seen",
        (existence("Mug"), room("Mug", "kitchen", "bedroom")),
        [{"Yes"}, {"kitchen", "bedroom"}],
    ),
    ("a count in a room", (global_count("Mug", "1", "2"), counting("Mug", "kitchen", "2", "3")), [{"2"}, {"2"}]),
    (
        "a count from one room",
        (room("Mug", "kitchen", "bedroom"), counting("Mug", "kitchen", "1", "2")),
        [{"kitchen"}, {"1", "2"}],
    ),
    (
        "counts in two rooms",
        (rooms_visited(), counting("Mug", "kitchen", "1", "2"), counting("Cup", "bedroom", "1", "2")),
        [{"2", "3", "4 or more"}, {"1", "2"}, {"1", "2"}],
    ),
    (
        "one type of several",
        (Told("Existence", ("Cup", "Mug"), None, ("Cup", "Mug")), global_count("Mug", "1", "2")),
        [{"Mug"}, {"1", "2"}],
    ),
    (
        "two rooms for one thing",
        (persistence("Mug"), counting("Mug", "kitchen", "1", "2"), counting("Mug", "bedroom", "1", "2")),
        [{"Yes"}, {"1", "2"}, {"1", "2"}],
    ),
]


@pytest.mark.parametrize(("told", "expected"), [row[1:] for row in ENTAILED], ids=[row[0] for row in ENTAILED])
def test_other_texts_rule_options_out(told, expected):
    assert [set(left) for left in open_options(told)] == expected


FREE = [
    ("other types", (existence("Mug"), global_count("Cup", "1", "2"), persistence("Bed"), presence("Sofa"))),
    ("existence and persistence", (existence("Mug"), persistence("Mug"))),
    ("existence and presence", (existence("Mug"), presence("Mug"))),
    ("a room beside a count of rooms", (rooms_visited(), counting("Mug", "kitchen", "1", "2"))),
    ("an order beside an existence", (order("Mug", "Cup"), existence("Mug"))),
    ("a presence beside a persistence", (presence("Mug"), persistence("Mug"), rooms_visited())),
]


@pytest.mark.parametrize("told", [row[1] for row in FREE], ids=[row[0] for row in FREE])
def test_texts_that_leave_each_other_open_rule_nothing_out(told):
    assert [set(left) for left in open_options(told)] == [set(each.options) for each in told]


@pytest.mark.parametrize(
    ("told", "golds", "expected"),
    [
        ((existence("Mug"), persistence("Mug")), ("No", "Yes"), False),
        ((existence("Mug"), persistence("Mug")), ("No", "No"), True),
        ((existence("Mug"), presence("Mug")), ("No", "No"), True),
        ((existence("Mug"), presence("Mug")), ("No", "Yes"), False),
        ((rooms_visited(), persistence("Mug")), ("1", "Yes"), False),
        ((rooms_visited(), persistence("Mug")), ("2", "Yes"), True),
        ((order("Mug", "Cup"), order("Cup", "Mug")), ("Mug", "Cup"), False),
        ((order("Mug", "Cup"), order("Cup", "Mug")), ("Mug", "Mug"), True),
        ((order("Mug", "Cup", "both at the same moment"), existence("Cup")), ("both at the same moment", "No"), False),
        ((global_count("Mug", "1", "2"), counting("Mug", "kitchen", "2", "3")), ("1", "2"), False),
        ((room("Mug", "kitchen", "bedroom"), persistence("Mug")), ("kitchen", "Yes"), True),
    ],
)
def test_golds_agree_where_one_walk_has_them_all(told, golds, expected):
    assert agree(told, golds) is expected
