from pathlib import Path

import pytest

from flows.options import DEFAULT_BATCH
from flows.requests import ModelFlags, generation_request
from schemas.errors import ConfigError
from schemas.settings import SOUND_ATYPICAL, DecoderSettings, LoadingSettings


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


def of_splits(splits, houses=None):
    return generation_request(7, houses, "embedded", "paper", None, splits, "none")


def test_splits_say_how_many_episodes_and_in_how_many_houses():
    asked = of_splits("test=2000/500, train=40")
    assert asked.splits == (("train", 40), ("test", 2000))
    assert asked.house_counts == (("test", 500),)


@pytest.mark.parametrize("splits", ["test", "test:8", "test=8/0", "test=8/", "night=8", "test=8,test=8", "test=-4"])
def test_splits_that_cannot_be_read_are_refused_with_an_example(splits):
    with pytest.raises(ConfigError, match=r"cannot read `.*test=2000/500"):
        of_splits(splits)


def test_houses_that_are_read_are_all_used():
    with pytest.raises(ConfigError, match="all used"):
        of_splits("test=8/4", Path("houses"))


def flags(dtype="bfloat16", graph_dtype=None, batch=DEFAULT_BATCH):
    return ModelFlags(
        answer_tokens=16,
        dtype=dtype,
        graph_dtype=graph_dtype,
        batch=batch,
        max_pixels=None,
        in_flight=32,
        max_requests=None,
        max_seconds=None,
    )


def test_model_flags_left_out_are_the_settings_own():
    assert flags().decoder == DecoderSettings()
    assert flags().loading == LoadingSettings()


def test_e4_may_have_a_number_type_of_its_own_and_a_batch_its_size():
    assert flags(graph_dtype="float16").decoder == DecoderSettings(graph_dtype="float16")
    assert flags(batch=1).loading.batch == 1


@pytest.mark.parametrize(
    ("given", "flag"), [({"dtype": "int4"}, "--dtype"), ({"graph_dtype": "int4"}, "--graph-dtype")]
)
def test_a_number_type_that_there_is_not_is_refused_with_its_flag(given, flag):
    with pytest.raises(ConfigError, match=f"^{flag} int4: there are bfloat16, float16, float32"):
        _ = flags(**given).decoder
