import pytest

from schemas.settings import EpisodeSettings
from tasks.policies.stops import Course, budget_of, lenient_rule, paper_rule

SETTINGS = EpisodeSettings()
MOVE, LOOK, BLOCKED = Course(True, False), Course(False, True), Course(False, False)


def stop(rule, courses):
    """After how many decisions it stops the walk, and why."""
    for number, course in enumerate(courses, start=1):
        if why := rule.after(course):
            return number, why
    return None


@pytest.mark.parametrize(
    ("courses", "paper", "lenient"),
    [
        ([LOOK] * 30, (8, "stuck"), (21, "budget")),
        ([BLOCKED] * 30, (8, "stuck"), (8, "stuck")),
        (([LOOK] * 7 + [MOVE]) * 4, (21, "budget"), (21, "budget")),
        ([BLOCKED, LOOK] * 15, (8, "stuck"), (15, "stuck")),
        ([BLOCKED] * 7 + [MOVE] + [BLOCKED] * 9, (16, "stuck"), (16, "stuck")),
        ([MOVE] * 30, (21, "budget"), (21, "budget")),
        ([MOVE] * 20, None, None),
    ],
    ids=["turns", "blocked", "turns and moves", "blocked and turns", "a move in between", "moves", "too few"],
)
def test_a_walk_stops_where_each_rule_says(courses, paper, lenient):
    assert stop(paper_rule(21, SETTINGS), courses) == paper
    assert stop(lenient_rule(21, SETTINGS), courses) == lenient


def test_the_budget_is_three_times_the_reference():
    assert budget_of(14, SETTINGS) == 42
