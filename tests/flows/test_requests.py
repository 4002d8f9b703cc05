from pathlib import Path

import pytest

from flows.requests import generation_request
from schemas.errors import ConfigError
from schemas.settings import SOUND_ATYPICAL


def request(recipe="sound", houses=None, atypical=None):
    return generation_request(7, houses, "embedded", recipe, 40, None, "none", atypical)


@pytest.mark.parametrize(("recipe", "expected"), [("sound", SOUND_ATYPICAL), ("paper", 0.0)])
def test_our_own_houses_are_as_atypical_as_the_recipe_needs(recipe, expected):
    assert request(recipe).atypical == expected


def test_who_says_how_atypical_gets_that():
    assert request("sound", atypical=0.25).atypical == 0.25


def test_houses_that_are_read_stand_as_they_are():
    assert request(houses=Path("houses")).atypical == 0.0
    with pytest.raises(ConfigError, match="furnished already"):
        request(houses=Path("houses"), atypical=0.5)


@pytest.mark.parametrize("share", [-0.1, 1.5, float("nan")])
def test_a_share_is_from_0_to_1(share):
    with pytest.raises(ConfigError, match="from 0 to 1"):
        request(atypical=share)


def test_an_unknown_recipe_is_told_what_there_is():
    with pytest.raises(ConfigError, match="`sound`, `paper`"):
        request("pepper")
