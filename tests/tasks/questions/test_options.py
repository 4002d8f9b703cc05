from collections import Counter

import pytest

from schemas.seeds import generator
from tasks.questions.options import number_window, shuffled, span


@pytest.mark.parametrize(("option", "expected"), [("3", (3, 3)), ("10", (10, 10)), ("4 or more", (4, None))])
def test_a_numeric_option_stands_for_a_range(option, expected):
    assert span(option) == expected


@pytest.mark.parametrize("option", ["three", "-1", "4 or less", ""])
def test_an_option_that_is_no_number_is_refused(option):
    with pytest.raises(ValueError, match="no number"):
        span(option)


@pytest.mark.parametrize("gold", [1, 2, 3, 4, 9])
def test_numeric_options_are_neighbours_from_one_up_that_hold_gold(gold):
    for index in range(30):
        window = number_window(gold, 4, generator(1, "window", index))
        numbers = [int(option) for option in window]
        assert numbers == list(range(numbers[0], numbers[0] + 4))
        assert numbers[0] >= 1
        assert str(gold) in window


def test_gold_stands_at_every_rank_of_its_window():
    ranks = Counter(number_window(5, 4, generator(1, "window", index)).index("5") for index in range(400))
    assert sorted(ranks) == [0, 1, 2, 3]
    assert min(ranks.values()) > 60


def test_options_are_shuffled_by_the_seed_alone():
    options = ("a", "b", "c", "d")
    first = [shuffled(options, generator(3, "shuffle", index)) for index in range(50)]
    again = [shuffled(options, generator(3, "shuffle", index)) for index in range(50)]
    assert first == again
    assert {sorted(order)[0] for order in first} == {"a"}
    assert len(set(first)) > 10
