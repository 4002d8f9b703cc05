import shutil
from collections import namedtuple

import pytest

from flows.space import bytes_needed, check_space
from lake.store import Lake, open_lake
from schemas.errors import ConfigError
from schemas.settings import GenerationSettings, Split

Usage = namedtuple("Usage", "total used free")  # what shutil returns


def settings(frames: tuple[Split, ...]) -> GenerationSettings:
    splits: tuple[tuple[Split, int], ...] = (("train", 5000), ("validation", 500), ("test", 200))
    return GenerationSettings(7, "embedded/1", "embedded/1", "paper", splits, frames)


@pytest.fixture
def lake(tmp_path) -> Lake:
    return open_lake(str(tmp_path / "lake"), create=True)


def test_the_papers_scale_needs_about_twenty_gigabytes_with_all_pictures_and_little_without():
    assert 15e9 < bytes_needed(settings(("train", "validation", "test"))) < 25e9
    assert bytes_needed(settings(())) < 1e9


def test_a_disk_that_is_too_small_is_refused_before_the_run_with_both_numbers(lake, monkeypatch):
    monkeypatch.setattr(shutil, "disk_usage", lambda path: Usage(10e9, 7e9, 3e9))
    check_space(lake, settings(()))
    with pytest.raises(ConfigError, match=r"3.0 GB free and this generation needs about 20.*--frames"):
        check_space(lake, settings(("train", "validation", "test")))
