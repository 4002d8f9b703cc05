"""`ladder query`, `rm`, `digest` and `upkeep`, as processes over a lake that the first release wrote."""

import io
import json
import os
import pty
import subprocess
import sys
import tarfile
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import polars as pl
import psutil
import pytest

from flows.answers import FORMS, Form, form_of, put_answer
from flows.listing import answer, digests, kept_up
from lake.publish import published, state_of
from lake.query import Bounds, query
from lake.query_process import ask
from lake.scan import scan
from lake.store import Lake, open_lake
from schemas.errors import ConfigError, LakeError

sys.path.insert(0, str(Path(__file__).parent))
from ladder_command import command, ladder  # a helper beside the tests

RELEASE = Path(__file__).parents[1] / "data" / "lakes" / "release-1.tar.xz"
GENERATION, EVALUATION = "gen-5b6332fda7bb", "eval-bd9df5268937"
LargestFile = Callable[[int], AbstractContextManager[None]]
SQL = "SELECT episode_id, spl FROM navigation ORDER BY episode_id"


def unpacked(folder: Path) -> Lake:
    with tarfile.open(RELEASE) as archive:
        archive.extractall(folder, filter="data")
    return open_lake(str(folder / "lake"), create=False)


@pytest.fixture(scope="module")
def lake(tmp_path_factory: pytest.TempPathFactory) -> Lake:
    """For tests that change nothing in it."""
    return unpacked(tmp_path_factory.mktemp("release"))


@pytest.fixture
def own(tmp_path: Path) -> Lake:
    return unpacked(tmp_path)


# query


def test_an_answer_can_be_had_in_every_form(lake: Lake, tmp_path: Path) -> None:
    expected = answer(SQL, lake.root, 1.0)
    for name in ("a.csv", "a.json", "a.parquet", "a.table"):
        put_answer(expected, form_of(None, tmp_path / name), tmp_path / name)
    assert pl.read_csv(tmp_path / "a.csv").equals(expected)
    assert pl.read_parquet(tmp_path / "a.parquet").equals(expected)
    assert json.loads((tmp_path / "a.json").read_text(encoding="utf-8")) == expected.to_dicts()
    lines = (tmp_path / "a.table").read_text(encoding="utf-8").splitlines()
    assert [line.split() for line in lines] == [["episode_id", "spl"], *([e, str(s)] for e, s in expected.rows())]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.csv", "a.json", "a.parquet", "a.table"]


def test_lists_pictures_and_nothing_have_a_form_in_csv_and_json(capsys: pytest.CaptureFixture[str]) -> None:
    rows = pl.DataFrame({"options": [["a", "b"], None], "data": [b"\0\1", None], "at": ["Größe", ""]})
    put_answer(rows, "csv", None)
    assert pl.read_csv(io.StringIO(capsys.readouterr().out)).rows() == [
        ('["a", "b"]', "2 bytes", "Größe"),
        (None, None, ""),
    ]
    put_answer(rows, "json", None)
    assert json.loads(capsys.readouterr().out)[0] == {"options": ["a", "b"], "data": "2 bytes", "at": "Größe"}


@pytest.mark.parametrize(
    ("form", "to", "reason"),
    [
        ("xml", None, "--format xml: an answer comes as table, csv, json, parquet"),
        (None, "a.xlsx", "--to a.xlsx: an answer comes as"),
        ("parquet", None, "Name a file with --to"),
    ],
)
def test_a_form_that_there_is_not_is_refused(form: str | None, to: str | None, reason: str) -> None:
    with pytest.raises(ConfigError, match=reason):
        form_of(form, None if to is None else Path(to))


@pytest.mark.parametrize("form", ["csv", "parquet"])
@pytest.mark.parametrize("to", ["nowhere/a", "file/a", "n" * 300, ".", "folder"])
def test_a_file_that_can_not_be_written_is_refused(to: str, form: Form, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "folder").mkdir()
    with pytest.raises(ConfigError, match=r"--to .*: (it can't be written|that is a folder)"):
        put_answer(pl.DataFrame({"a": [1]}), form, Path() if to == "." else tmp_path / to)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "folder"]


@pytest.mark.parametrize("form", FORMS)
def test_an_answer_that_finds_no_room_is_refused_and_leaves_nothing(
    form: Form, tmp_path: Path, largest_file: LargestFile
) -> None:
    with largest_file(2), pytest.raises(ConfigError, match=r"it can't be written .*File too large"):
        put_answer(pl.DataFrame({"a": range(100)}), form, tmp_path / "a")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("table", ["episodes", "navigation"])  # read by Arrow, and by Polars
def test_a_damaged_file_is_no_fault_of_who_asks(table: str, own: Lake) -> None:
    for path in own.path(table).rglob("*.parquet"):
        path.write_bytes(b"\0" * path.stat().st_size)
    ran = ladder("query", f"SELECT * FROM {table}", "--lake", own.root)
    assert (ran.code, ran.out) == (1, ""), ran.err
    assert ran.err.startswith("LakeError: ")
    assert ran.err.count("\n") == 1


REACHING_OUT = [
    "SELECT * FROM read_csv('/etc/passwd')",
    "COPY questions TO 'out.csv'",
    "ATTACH 'out.db'",
    "INSTALL httpfs",
    "LOAD httpfs",
    "SET memory_limit = '100GB'",
    "PRAGMA threads = 64",
]


@pytest.mark.parametrize("sql", REACHING_OUT)
def test_sql_that_reaches_out_is_refused_in_a_sentence(sql: str, lake: Lake) -> None:
    with pytest.raises(ConfigError, match="SQL may read the views of this lake and nothing else") as refused:
        query(lake, sql)
    assert "\n" not in str(refused.value)


EATERS = {
    "SELECT count(*) FROM (SELECT range FROM range(200000000) ORDER BY hash(range))": "takes more than the",
    "SELECT length(repeat('x', 3000000000))": "takes more than the",
    "SELECT repeat('x', 1000) FROM range(100000000)": "is larger than",
}


@pytest.mark.parametrize("sql", EATERS)
def test_sql_that_eats_memory_is_ended_in_a_sentence(sql: str, lake: Lake) -> None:
    bounds = Bounds(memory_bytes=200_000_000, answer_bytes=50_000_000, threads=2)
    with pytest.raises(ConfigError, match=EATERS[sql]) as refused:
        ask(lake, sql, bounds)
    assert "\n" not in str(refused.value)


def test_the_process_that_asks_ends_with_the_one_that_started_it(lake: Lake) -> None:
    slow = "SELECT count(*) FROM range(100000000) a, range(100000000) b WHERE a.range * b.range % 7 = 3"
    parent = subprocess.Popen(command("query", slow, "--lake", lake.root), stderr=subprocess.PIPE)
    try:
        deadline = time.monotonic() + 60
        while not (children := psutil.Process(parent.pid).children(recursive=True)):
            assert time.monotonic() < deadline
            time.sleep(0.05)
    finally:
        parent.kill()
        parent.communicate()
    gone, alive = psutil.wait_procs(children, timeout=30)
    assert gone
    assert not alive


def test_the_command_prints_and_writes_answers(lake: Lake, tmp_path: Path) -> None:
    printed = ladder("query", SQL, "--lake", lake.root, "--json")
    assert printed.result == answer(SQL, lake.root, 1.0).to_dicts()
    written = ladder("query", SQL, "--lake", lake.root, "--to", tmp_path / "a.csv")
    assert (written.code, written.out) == (0, "")
    assert "4 rows in" in written.message
    refused = ladder("query", "SELECT * FROM read_csv('/etc/passwd')", "--lake", lake.root)
    assert refused.code == 2
    assert refused.err.startswith("ConfigError: query: SQL may read the views of this lake and nothing else")


# rm


def test_off_a_terminal_nothing_is_removed_without_yes(own: Lake) -> None:
    ran = ladder("rm", GENERATION, "--lake", own.root)
    assert ran.code == 2
    assert f"1 published evaluations rest on it ({EVALUATION})" in ran.message
    assert "add --yes" in ran.message
    assert state_of(own, GENERATION) == "published"
    assert ladder("rm", EVALUATION, "--lake", own.root, "--yes", "--json").result["steps"] == 108
    assert state_of(own, EVALUATION) == "removed"
    assert scan(own, "steps", run_id=EVALUATION).collect().is_empty()


@pytest.mark.skipif(os.name == "nt", reason="no pseudo-terminals")
@pytest.mark.parametrize(
    ("said", "state", "code"), [(b"y\n", "removed", 0), (b"n\n", "published", 1), (b"\n", "published", 1)]
)
def test_on_a_terminal_it_asks(said: bytes, state: str, code: int, own: Lake) -> None:
    ours, theirs = pty.openpty()
    try:
        process = subprocess.Popen(
            command("rm", EVALUATION, "--lake", own.root), stdin=theirs, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        os.write(ours, said)
        _, errors = process.communicate(timeout=60)
    finally:
        os.close(ours)
        os.close(theirs)
    assert process.returncode == code, errors
    assert b"Do it? [y/N]" in errors
    assert state_of(own, EVALUATION) == state


# digest and upkeep


def test_a_digest_of_rows_that_are_not_those_published_is_an_error(own: Lake) -> None:
    (record,) = (each for each in published(own) if each.run_id == EVALUATION)
    assert digests(EVALUATION, own.root) == record.digests
    (key,) = [key for key in own.keys("rung_metrics") if key.endswith(".parquet")]
    rows = pl.read_parquet(own.path(key), hive_partitioning=False)
    rows.with_columns(correct=pl.col("correct") + 1).write_parquet(own.path(key))
    with pytest.raises(LakeError, match="the rows of rung_metrics are not those that were published"):
        digests(EVALUATION, own.root)


def test_upkeep_tells_what_each_table_holds(own: Lake) -> None:
    by_table = {each["table"]: each for each in kept_up(own.root)}
    assert by_table["questions"]["rows"] == 32
    assert by_table["images"]["files"] == 1
    assert by_table["images"]["bytes"] == by_table["images"]["largest_bytes"] > 100_000
