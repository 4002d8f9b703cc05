import os
import pickle
import time
from concurrent.futures import ThreadPoolExecutor
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
    assert open_lake("lake", create=True).root == str(tmp_path / "lake")


@pytest.mark.parametrize(
    ("uri", "create", "reason"),
    [
        ("gs://bucket/lake", True, "is of no kind that is known"),
        ("s3://bucket/a lake", True, "Write s3://bucket/prefix"),
        ("s3://bucket/../lake", True, "Write s3://bucket/prefix"),
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
    lake.path("").chmod(0o500)
    with pytest.raises(ConfigError, match="can't be written"):
        open_lake(lake.root, create=True)


@pytest.mark.parametrize("uri", ["s3://key:word@bucket/lake", "s3://AKIA:a/word@bucket", "s3://bucket/lake?key=word"])
def test_a_secret_in_a_uri_is_refused_and_not_said_again(uri):
    with pytest.raises(ConfigError, match="keys come from AWS_ACCESS_KEY_ID") as refused:
        open_lake(uri, create=True)
    assert "word" not in str(refused.value)


def test_a_write_that_fails_leaves_nothing(lake):
    def write(path: Path) -> None:
        path.write_bytes(b"half")
        raise OSError(28, "No space left on device")

    with pytest.raises(ConfigError, match="No space left on device"):
        lake.put("houses/file", write)
    assert lake.keys("houses") == []
    assert lake.keys("_tmp") == []


@pytest.mark.everywhere
def test_put_replaces_the_whole_file(lake):
    assert lake.put_bytes("a/b", b"long content") == 12
    assert lake.put_bytes("a/b", b"short") == 5
    assert lake.read("a/b") == b"short"
    assert lake.size("a/b") == 5


@pytest.mark.everywhere
def test_nothing_at_a_key_is_none(lake):
    assert lake.read("a/b") is None
    assert lake.size("a/b") is None


@pytest.mark.everywhere
def test_keys_are_all_files_below_in_order(lake):
    for key in ("x/b", "x/a/c", "y"):
        lake.put_bytes(key, b"")
    assert lake.keys("x") == ["x/a/c", "x/b"]


@pytest.mark.everywhere
def test_delete_takes_a_file_or_a_folder_or_nothing(lake):
    for key in ("x/b", "x/a/c", "y"):
        lake.put_bytes(key, b"")
    lake.delete("y")
    lake.delete("x")
    lake.delete("x")
    assert lake.keys("x") == []
    assert lake.size("y") is None


@pytest.mark.everywhere
def test_swap_changes_only_what_is_as_expected(lake):
    assert lake.swap("k", None, b"1")
    assert not lake.swap("k", None, b"2")
    assert not lake.swap("k", b"0", b"2")
    assert lake.swap("k", b"1", b"2")
    assert lake.read("k") == b"2"
    assert lake.swap("k", b"2", b"")
    assert lake.read("k") == b""
    assert lake.swap("k", b"", b"3")


@pytest.mark.everywhere
def test_of_many_takers_at_once_one_swaps(lake):
    with ThreadPoolExecutor(8) as pool:
        took = list(pool.map(lambda number: lake.swap("k", None, str(number).encode()), range(8)))
    assert sum(took) == 1
    assert lake.read("k") == str(took.index(True)).encode()


@pytest.mark.everywhere
def test_what_lies_at_many_keys_is_told_at_once(lake):
    keys = [f"x/{number}" for number in range(12)]
    for number, key in enumerate(keys):
        lake.put_bytes(key, b"." * number)
    stats = lake.stats([*keys, "x/no", "y/no"])
    assert {key: stat.bytes for key, stat in stats.items()} == {key: number for number, key in enumerate(keys)}
    assert all(abs(stat.modified_ms / 1000 - time.time()) < 3600 for stat in stats.values())


@pytest.mark.everywhere
def test_a_folder_takes_the_place_of_what_lay_there(lake, tmp_path):
    lake.put_bytes("_docs/r/old.html", b"old")
    (tmp_path / "docs" / "deep").mkdir(parents=True)
    (tmp_path / "docs" / "index.html").write_text("new", encoding="utf-8")
    (tmp_path / "docs" / "deep" / "a.css").write_text("a", encoding="utf-8")
    assert lake.put_folder("_docs/r", tmp_path / "docs") == lake.url("_docs/r")
    assert lake.keys("_docs") == ["_docs/r/deep/a.css", "_docs/r/index.html"]


@pytest.mark.everywhere
def test_a_lake_goes_to_workers_as_a_text_without_secrets(lake):
    carried = pickle.dumps((lake, lake.root))
    assert pickle.loads(carried) == (lake, lake.root)
    assert Lake(lake.root) == lake
    assert b"secret" not in carried
