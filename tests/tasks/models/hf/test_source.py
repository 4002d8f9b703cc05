from pathlib import Path

import pytest

from schemas.errors import ConfigError
from tasks.models.hf.source import PINNED, Source, source_of


@pytest.mark.parametrize(
    ("argument", "source"),
    [
        ("Qwen/Qwen3-VL-4B-Instruct", Source("Qwen/Qwen3-VL-4B-Instruct", "ebb281ec")),
        ("cheryyunl/MomaGraph-R1", Source("cheryyunl/MomaGraph-R1", "d447423d")),
        ("Qwen/Qwen2.5-VL-7B-Instruct", Source("Qwen/Qwen2.5-VL-7B-Instruct", "cc594898")),
        ("Qwen/Qwen3-VL-4B-Instruct@main", Source("Qwen/Qwen3-VL-4B-Instruct", "main")),
        ("org/model", Source("org/model", "")),
        ("org/model@refs/pr/1", Source("org/model", "refs/pr/1")),
        ("gpt2@v1", Source("gpt2", "v1")),
    ],
)
def test_a_model_of_the_hub_is_named_by_its_id_and_revision(argument, source):
    assert source_of(argument) == source


def test_the_models_of_the_audit_are_pinned():
    assert len(PINNED) == 3


@pytest.mark.parametrize("argument", ["", " ", "a/b/c", "org/model@", "org/mo del", "http://host/v1#model", "@main"])
def test_what_names_no_model_is_refused(argument):
    with pytest.raises(ConfigError, match="names no model"):
        source_of(argument)


def test_a_folder_is_meant_where_the_argument_looks_like_a_path(tmp_path, monkeypatch):
    folder = tmp_path / "my@model"
    folder.mkdir()
    (folder / "config.json").write_text("{}")
    assert source_of(str(folder)) == Source("my@model", folder=folder)
    monkeypatch.chdir(tmp_path)
    assert source_of("./my@model") == Source("my@model", folder=Path("my@model"))


def test_a_folder_that_is_not_there_or_holds_no_model_is_refused(tmp_path):
    with pytest.raises(ConfigError, match="there is no folder"):
        source_of(str(tmp_path / "nowhere"))
    with pytest.raises(ConfigError, match=r"has no `config\.json`"):
        source_of(str(tmp_path))
