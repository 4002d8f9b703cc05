import pytest

from tasks.models.openai.pace import Pace


def test_it_doubles_with_each_round_of_answers_until_the_first_complaint():
    pace, limits = Pace(64), []
    for _ in range(4):
        for _ in range(pace.limit):
            pace.bore()
        limits.append(pace.limit)
    assert limits == [8, 16, 32, 64]


def test_after_a_complaint_it_grows_by_about_one_a_round():
    pace = Pace(64, first=16)
    pace.balked(pace.ticket)
    limits = []
    for _ in range(4):
        for _ in range(pace.limit):
            pace.bore()
        limits.append(pace.limit)
    assert limits == pytest.approx([9, 10, 11, 12], abs=1)


def test_a_complaint_halves_it_and_those_sent_before_say_nothing_new():
    pace = Pace(64, first=16)
    ticket = pace.ticket
    for _ in range(16):
        pace.balked(ticket)
    assert pace.limit == 8
    pace.balked(pace.ticket)
    assert pace.limit == 4


def test_one_is_always_allowed_and_never_more_than_the_most():
    pace = Pace(3, first=10)
    assert pace.limit == 3
    for _ in range(10):
        pace.balked(pace.ticket)
    assert pace.limit == 1
    for _ in range(100):
        pace.bore()
    assert pace.limit == 3
