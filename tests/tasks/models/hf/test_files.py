import json
import os
import shutil
import subprocess
import sys

import pytest

from tasks.models.hf.files import cache_folder, copies_in_cache, copy_of_folder, held_bytes

ONE, OTHER = "abcdef0" + "1" * 33, "abcdef0" + "2" * 33


def test_a_branch_means_the_commit_that_it_had_when_it_was_fetched(put_snapshot):
    put_snapshot("org/model", ONE)
    put_snapshot("org/model", OTHER, ref="main")
    assert [copy.revision for copy in copies_in_cache("org/model")] == [OTHER]
    assert [copy.revision for copy in copies_in_cache("org/model", "main")] == [OTHER]
    assert copies_in_cache("org/model", "dev") == []


def test_the_first_digits_of_a_commit_are_enough_where_they_fit_one(put_snapshot):
    put_snapshot("org/model", ONE)
    put_snapshot("org/model", OTHER)
    assert [copy.revision for copy in copies_in_cache("org/model", "abcdef02")] == [OTHER]
    assert len(copies_in_cache("org/model", "abcdef0")) == 2
    assert copies_in_cache("org/model", "abcdef03") == []


def test_a_download_that_was_cut_short_lacks_its_weights(put_snapshot):
    put_snapshot("org/model", ONE, whole=False)
    (copy,) = copies_in_cache("org/model", ONE)
    assert copy.missing == ("model.safetensors",)


def test_weights_in_parts_are_all_wanted(put_snapshot):
    folder = put_snapshot("org/model", ONE, whole=False)
    parts = {"a": "model-1.safetensors", "b": "model-2.safetensors", "c": "model-1.safetensors"}
    (folder / "model.safetensors.index.json").write_text(json.dumps({"weight_map": parts}))
    (folder / "model-1.safetensors").write_bytes(b"\0" * 10)
    (copy,) = copies_in_cache("org/model", ONE)
    assert copy.missing == ("model-2.safetensors",)
    assert copy.n_bytes == 10


def test_a_folder_is_named_by_what_is_in_it_and_not_by_where_it_lies(tmp_path):
    here, there = tmp_path / "here", tmp_path / "there"
    here.mkdir()
    (here / "config.json").write_text("{}")
    (here / "model.safetensors").write_bytes(b"one")
    (here / "notes.md").write_text("a note")
    shutil.copytree(here, there)
    (there / "notes.md").write_text("another note")
    assert copy_of_folder(here).revision == copy_of_folder(there).revision


def test_other_weights_of_the_same_size_are_another_model(tmp_path):
    (tmp_path / "config.json").write_text("{}")
    weights = tmp_path / "model.safetensors"
    weights.write_bytes(b"one")
    first = copy_of_folder(tmp_path).revision
    weights.write_bytes(b"two")
    os.utime(weights, ns=(1, 1))
    assert copy_of_folder(tmp_path).revision != first


@pytest.mark.parametrize(("dtype", "n_bytes"), [("bfloat16", 1000), ("float16", 1000), ("float32", 2000)])
def test_weights_take_more_memory_in_a_larger_type_than_they_are_stored_in(put_snapshot, dtype, n_bytes):
    put_snapshot("org/model", ONE)
    (copy,) = copies_in_cache("org/model", ONE)
    assert held_bytes(copy, dtype) == n_bytes


def test_the_cache_lies_where_the_hubs_own_variables_put_it(tmp_path, monkeypatch):
    for name in ("HF_HUB_CACHE", "HUGGINGFACE_HUB_CACHE", "HF_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert cache_folder() == tmp_path / "xdg" / "huggingface" / "hub"
    monkeypatch.setenv("HF_HOME", str(tmp_path / "home"))
    assert cache_folder() == tmp_path / "home" / "hub"
    monkeypatch.setenv("HF_HUB_CACHE", str(tmp_path / "cache"))
    assert cache_folder() == tmp_path / "cache"


def test_the_cache_is_looked_for_where_huggingface_hub_keeps_it():
    pytest.importorskip("huggingface_hub.constants", reason="huggingface_hub is not installed")
    told = "from huggingface_hub.constants import HF_HUB_CACHE; print(HF_HUB_CACHE)"  # read once, as it is imported
    theirs = subprocess.run([sys.executable, "-c", told], check=True, capture_output=True, text=True).stdout.strip()
    assert str(cache_folder()) == theirs
