import os
from pathlib import Path

import pytest

from lake.store import MARKER, Lake, open_lake
from schemas.errors import ConfigError


def test_an_opened_lake_is_there_for_readers(tmp_path):
    made = open_lake(str(tmp_path / "a" / "lake"), create=True)
    assert open_lake(str(tmp_path / "a" / "lake"), create=False) == made
    assert open_lake((tmp_path / "a" / "lake").as_uri(), create=False) == made


def test_a_relative_path_is_taken_from_where_the_user_stands(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert open_lake("lake", create=True).root == tmp_path / "lake"


@pytest.mark.parametrize(
    ("uri", "create", "reason"),
    [
        ("s3://bucket/lake", True, "object storage will come with the extra `s3`"),
        ("", True, "--lake is empty"),
        ("a%20lake", True, "Delta reads `%`"),
        ("nowhere", False, "there is no lake at `nowhere`"),
        ("folder", False, "there is no lake at `folder`"),
        ("file.txt", True, "`file.txt` is a file"),
        ("file.txt/lake", True, "can't be written"),
        ("newer", True, "has layout 99"),
        ("broken", False, "can't be read"),
    ],
)
def test_a_lake_that_can_not_be_is_refused_in_a_sentence(uri, create, reason, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("folder").mkdir()
    Path("file.txt").write_text("text", encoding="utf-8")
    for name, marker in {"newer": '{"format": 99}', "broken": "{"}.items():
        Path(name).mkdir()
        Path(name, MARKER).write_text(marker, encoding="utf-8")
    with pytest.raises(ConfigError, match=reason):
        open_lake(uri, create)


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="this user may write everywhere")
def test_a_lake_that_may_not_be_written_is_refused_at_once(lake):
    lake.root.chmod(0o500)
    with pytest.raises(ConfigError, match="can't be written"):
        open_lake(str(lake.root), create=True)


def test_a_write_that_fails_leaves_nothing(lake):
    def write(path: Path) -> None:
        path.write_bytes(b"half")
        raise OSError(28, "No space left on device")

    with pytest.raises(ConfigError, match="No space left on device"):
        lake.put("houses/file", write)
    assert lake.keys("houses") == []
    assert lake.keys("_tmp") == []


def test_put_replaces_the_whole_file(lake):
    assert lake.put_bytes("a/b", b"long content") == 12
    assert lake.put_bytes("a/b", b"short") == 5
    assert lake.read("a/b") == b"short"
    assert lake.size("a/b") == 5


def test_nothing_at_a_key_is_none(lake):
    assert lake.read("a/b") is None
    assert lake.size("a/b") is None


def test_keys_are_all_files_below_in_order(lake):
    for key in ("x/b", "x/a/c", "y"):
        lake.put_bytes(key, b"")
    assert lake.keys("x") == ["x/a/c", "x/b"]


def test_delete_takes_a_file_or_a_folder_or_nothing(lake):
    for key in ("x/b", "x/a/c", "y"):
        lake.put_bytes(key, b"")
    lake.delete("y")
    lake.delete("x")
    lake.delete("x")
    assert lake.keys("x") == []
    assert lake.size("y") is None


def test_swap_changes_only_what_is_as_expected(lake):
    assert lake.swap("k", None, b"1")
    assert not lake.swap("k", None, b"2")
    assert not lake.swap("k", b"0", b"2")
    assert lake.swap("k", b"1", b"2")
    assert lake.read("k") == b"2"
    assert lake.swap("k", b"2", None)
    assert lake.read("k") is None


def test_a_lake_goes_to_workers_as_a_path(lake):
    assert Lake(lake.root) == lake
