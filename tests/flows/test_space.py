import shutil
from collections import namedtuple

import pytest

from flows.space import bytes_needed, check_space
from lake.stage import Shard, stage
from lake.store import Lake, open_lake
from schemas.errors import ConfigError
from schemas.settings import GenerationSettings, Split
from schemas.tables import rows_frame
from tasks.episodes.rows import house_row

RUN = "gen-aaaaaaaaaaaa"

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
    check_space(lake, RUN, settings(()))
    with pytest.raises(ConfigError, match=r"3.0 GB free and this generation needs about 20.*--frames"):
        check_space(lake, RUN, settings(("train", "validation", "test")))


def staged(lake: Lake, run_id: str, house) -> int:
    """Stage a house, as a run does that is then stopped; how many bytes it takes."""
    receipt = stage(lake, Shard(run_id, "test", "houses"), {"houses": rows_frame("houses", [house_row(house)])})
    return sum(part.bytes for part in receipt.files)


def test_what_a_stopped_run_has_stored_is_not_needed_again(lake, houses, monkeypatch):
    asked = settings(())
    held = staged(lake, RUN, houses[4])
    staged(lake, "gen-bbbbbbbbbbbb", houses[6])
    left = bytes_needed(asked) + 1_000_000_000 - held
    monkeypatch.setattr(shutil, "disk_usage", lambda path: Usage(30e9, 0, left))
    check_space(lake, RUN, asked)
    monkeypatch.setattr(shutil, "disk_usage", lambda path: Usage(30e9, 0, left - 1))
    with pytest.raises(ConfigError, match="this generation needs about"):
        check_space(lake, RUN, asked)


def test_a_run_that_holds_more_than_was_thought_asks_for_a_gigabyte_to_spare(lake, houses, monkeypatch):
    staged(lake, RUN, houses[4])
    monkeypatch.setattr(shutil, "disk_usage", lambda path: Usage(30e9, 0, 1_000_000_000))
    check_space(lake, RUN, GenerationSettings(7, "embedded/1", "embedded/1", "paper", (("test", 0),), ()))
