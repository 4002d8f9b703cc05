"""ProcTHOR-10K from the cache of `prior`: here a small one, with houses of our own in its format."""

import gzip
import json
import os
from collections import Counter
from pathlib import Path

import pytest

from schemas.errors import ConfigError
from schemas.settings import GenerationSettings
from tasks.episodes.planning import house_source, plan_splits
from tasks.houses import procthor_10k
from tasks.houses.procthor_10k import IDENTITY, cached_folder, fetch, procthor_houses


@pytest.fixture
def empty_home(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    return tmp_path


@pytest.fixture
def cache(empty_home, houses):
    folder = cached_folder()
    folder.mkdir(parents=True)
    parts = {"train": (1, 2, 3, 4), "val": (4, 6), "test": (6, 10)}
    for part, sizes in parts.items():
        lines = [json.dumps(houses[n].document) for n in sizes] + ["{}" for _ in range(part == "train")]
        (folder / f"{part}.jsonl.gz").write_bytes(gzip.compress("\n".join(lines).encode()))
    return folder


def drawn(split, n, seed, taken=None):
    return list(procthor_houses(split, n, seed, set() if taken is None else taken, Counter()))


def test_the_cache_lies_where_prior_has_it(empty_home):
    assert cached_folder() == (
        empty_home / ".prior/datasets/allenai/procthor-10k/439193522244720b86d8c81cde2e51e3a4d150cf"
    )


def test_what_is_in_the_cache_is_read_without_a_network(cache, monkeypatch):
    monkeypatch.setattr(procthor_10k.subprocess, "run", lambda *_, **__: pytest.fail("it asked for the network"))
    assert fetch() == cache
    assert {house.source for house in drawn("test", 2, 7)} == {"procthor-10k/test/0", "procthor-10k/test/1"}


def test_the_seed_draws_the_houses(cache):
    several = {tuple(house.source for house in drawn("train", 2, seed)) for seed in range(12)}
    assert len(several) > 1
    assert [house.id for house in drawn("train", 2, 3)] == [house.id for house in drawn("train", 2, 3)]


def test_more_houses_than_there_are_gives_all_of_them_and_counts_the_rest(cache):
    refused: Counter[str] = Counter()
    found = list(procthor_houses("train", 50, 7, set(), refused))
    assert len(found) == 4
    assert refused == {"a house that cannot be read": 1}


def test_a_house_of_one_split_is_in_no_other(cache):
    taken: set[str] = set()
    train, validation = drawn("train", 4, 7, taken), drawn("validation", 2, 7, taken)
    assert len(validation) == 1
    assert not {house.content_hash for house in train} & {house.content_hash for house in validation}


def test_a_generation_is_planned_over_the_parts_of_the_same_names(cache):
    source = house_source(Path("procthor-10k"))
    assert source.identity == IDENTITY
    settings = GenerationSettings(
        seed=7,
        houses=source.identity,
        world="embedded",
        recipe="paper",
        splits=(("train", 4), ("test", 4)),
        frames=(),
        house_counts=(("train", 2), ("test", 2)),
    )
    plans = {plan.split: plan for plan in plan_splits(source, settings)}
    assert {split: plan.houses.height for split, plan in plans.items()} == {"train": 2, "test": 2}
    for split, plan in plans.items():
        assert plan.houses["source"].str.starts_with(f"procthor-10k/{split}/").all()


def test_a_folder_of_that_name_is_a_folder(tmp_path, monkeypatch, houses):
    (tmp_path / "procthor-10k").mkdir()
    (tmp_path / "procthor-10k" / "a.json").write_text(json.dumps(houses[1].document), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert house_source(Path("procthor-10k")).files is not None


def test_without_a_network_the_embedded_houses_are_named(empty_home, monkeypatch):
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")  # nobody listens there
    for name in ("NO_PROXY", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PATH", str(empty_home))  # neither git nor wget
    with pytest.raises(ConfigError, match=r"--houses procthor-10k: .* embedded houses") as refused:
        house_source(Path("procthor-10k"))
    assert "\n" not in str(refused.value)
    assert Path.cwd() != cached_folder()
    assert os.environ["PATH"] == str(empty_home)


def test_files_that_git_fetched_without_their_content_do_not_count(cache, monkeypatch):
    (cache / "val.jsonl.gz").write_bytes(b"version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n")
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(ConfigError, match="the package `prior` is not installed"):
        fetch()


def test_a_file_that_is_cut_short_is_named_with_the_way_out(cache):
    file = cache / "test.jsonl.gz"
    file.write_bytes(file.read_bytes()[:-40])
    with pytest.raises(ConfigError, match=r"test\.jsonl\.gz cannot be read: .* Remove the folder"):
        drawn("test", 2, 7)
