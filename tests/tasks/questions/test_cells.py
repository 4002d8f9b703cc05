from collections import Counter

import pytest

from schemas.settings import STRATA
from schemas.values import FAMILIES
from tasks.questions.cells import IMPOSSIBLE, menu


@pytest.mark.parametrize("stratum", STRATA)
def test_a_menu_is_four_different_families_that_the_stratum_can_ask(stratum):
    for index in range(16):
        families = menu(stratum, index)
        assert len(set(families)) == 4
        assert not set(families) & set(IMPOSSIBLE.get(stratum, ()))


@pytest.mark.parametrize("stratum", ["S2", "S3", "S4"])
def test_over_eight_episodes_each_family_comes_four_times(stratum):
    assert Counter(name for index in range(8) for name in menu(stratum, index)) == dict.fromkeys(FAMILIES, 4)


@pytest.mark.parametrize("stratum", STRATA)
def test_rooms_visited_never_stands_beside_a_question_that_speaks_of_rooms(stratum):
    for index in range(8):
        families = set(menu(stratum, index))
        assert "Rooms-visited" not in families or not families & {"Persistence", "Room Identification", "Counting"}


def test_rooms_visited_is_asked_equally_often_in_every_stratum():
    counts = [sum("Rooms-visited" in menu(stratum, index) for index in range(48)) for stratum in STRATA]
    assert counts == [24, 24, 24, 24]
