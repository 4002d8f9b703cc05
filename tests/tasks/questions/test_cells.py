from collections import Counter

import pytest

from schemas.settings import STRATA
from schemas.values import FAMILIES
from tasks.questions.cells import IMPOSSIBLE, ROOMS_VISITED, SHARE, Facts, plan_menus

ROOM_FAMILIES = {"Persistence", "Room Identification", "Counting"}


def facts(number, stratum, label="Kitchen", n_spaces=None, n_frames=30):
    n_rooms = int(stratum[1])
    return Facts(f"ep_{number:05d}", stratum, label, n_rooms, n_spaces or n_rooms, n_frames)


def split(n=200):
    labels = ("Kitchen", "Bedroom", "Bathroom")
    return [facts(number, STRATA[number % 4], labels[number % 3]) for number in range(n)]


def menus_of(episodes, seed=7):
    return plan_menus(episodes, seed, "test")


def test_a_menu_is_four_different_families_that_the_stratum_can_ask():
    episodes = split()
    menus = menus_of(episodes)
    for each in episodes:
        menu = menus.families[each.episode_id]
        assert len(menu) == len(set(menu)) == 4
        assert not set(menu) & set(IMPOSSIBLE.get(each.stratum, ()))


def test_rooms_visited_never_stands_beside_a_question_that_speaks_of_rooms():
    for menu in menus_of(split()).families.values():
        assert (ROOMS_VISITED in menu) != bool(ROOM_FAMILIES & set(menu))


def test_every_family_is_given_at_least_eighty_places_of_two_hundred_episodes():
    places = [Counter(name for menu in menus_of(split(), seed).families.values() for name in menu) for seed in range(5)]
    for name in FAMILIES:
        assert sum(each[name] for each in places) / len(places) >= 80


def test_rooms_visited_is_expected_as_often_with_every_answer_under_every_label():
    strata = ["S1"] * 6 + ["S2"] * 3 + ["S3"] * 2 + ["S4"]
    episodes = [facts(n, stratum) for n, stratum in enumerate(strata)]
    menus = menus_of(episodes)
    expected = {key: n * menus.accepted[key] for key, n in menus.rooms_visited.items()}
    assert len(expected) == 4
    assert len({round(value, 9) for value in expected.values()}) == 1


def test_about_the_stated_share_of_episodes_is_asked_rooms_visited():
    episodes = split(4000)
    asked = sum(ROOMS_VISITED in menu for menu in menus_of(episodes).families.values())
    assert asked / len(episodes) == pytest.approx(SHARE, abs=0.03)


@pytest.mark.parametrize("odd", [facts(1, "S2", n_spaces=1), facts(1, "S2", n_frames=5)])
def test_nobody_is_asked_for_rooms_that_a_picture_cannot_count(odd):
    episodes = [odd, *(facts(number + 2, STRATA[number % 4]) for number in range(40))]
    assert all(ROOMS_VISITED not in menus_of(episodes, seed).families["ep_00001"] for seed in range(40))


def test_four_rooms_in_four_spaces_and_six_in_five_are_both_four_or_more():
    six = Facts("ep_00000", "S4", "Kitchen", 6, 5, 30)
    assert [value for _, value in menus_of([six]).rooms_visited] == ["4 or more"]


def test_the_menu_of_an_episode_does_not_depend_on_the_order_of_the_rows():
    episodes = split(60)
    assert menus_of(episodes).families == menus_of(episodes[::-1]).families
