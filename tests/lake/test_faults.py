"""What goes wrong with disks, files and machines, done for real; each ends in a sentence or in the right result."""

import dataclasses
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from lake import log
from lake.digest import digest
from lake.files import damage
from lake.publish import published
from lake.query import query
from lake.scan import scan
from lake.store import Lake, open_lake
from lake.upkeep import remove
from lake.verify import verify
from schemas.errors import LakeError

SCRIPT = Path(__file__).with_name("small_run.py")
ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def made(small, tmp_path_factory):
    lake = open_lake(str(tmp_path_factory.mktemp("made") / "lake"), create=True)
    small.run(lake)
    small.run(lake, "gen-b")
    return lake


@pytest.fixture
def two_runs(made, tmp_path):
    return Lake(shutil.copytree(made.root, tmp_path / "lake"))


def record(lake, run_id):
    return next(record for record in published(lake) if record.run_id == run_id)


def first_file(lake, small, table="images"):
    return log.active(lake, table, small.RUN)[0].key


# A full disk


FULL = """
set -e
mount -t tmpfs -o size=120k tmpfs "$1"
if "$2" "$3" "$1/lake" 2> "$4"; then exit 99; fi
mount -o remount,size=64m "$1"
"$2" "$3" "$1/lake"
"""


def may_mount():
    able = shutil.which("unshare") and os.name == "posix" and os.geteuid() == 0
    return able and not subprocess.run(["unshare", "-m", "true"], capture_output=True, check=False).returncode


@pytest.mark.skipif(not may_mount(), reason="no small disk can be mounted here")
def test_a_full_disk_ends_in_a_sentence_and_with_more_room_the_same_command_ends_well(tmp_path, whole):
    disk, said = tmp_path / "disk", tmp_path / "said"
    disk.mkdir()
    ran = subprocess.run(
        ["unshare", "-m", "sh", "-c", FULL, "sh", disk, sys.executable, SCRIPT, said],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    assert json.loads(ran.stdout) == whole
    last = said.read_text(encoding="utf-8").strip().splitlines()[-1]
    assert last.startswith("schemas.errors.ConfigError: lake ")
    assert "No space left on device" in last
    assert "the same command goes on from there" in last


NO_LARGE_FILES = """
import resource, runpy, sys
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]), int(sys.argv[1])))
sys.argv = sys.argv[2:]
runpy.run_path(sys.argv[0], run_name="__main__")
"""


@pytest.mark.parametrize("n_bytes", [1, 700, 4000])
def test_a_file_that_the_system_cuts_short_ends_in_a_sentence_and_can_be_followed(
    n_bytes, tmp_path, small, start, whole
):
    ran = start("-c", NO_LARGE_FILES, n_bytes, SCRIPT, tmp_path / "lake")
    _, errors = ran.communicate(timeout=60)
    last = errors.strip().splitlines()[-1]
    assert last.startswith("schemas.errors.ConfigError: lake "), errors
    assert "File too large" in last
    assert small.run(open_lake(str(tmp_path / "lake"), create=True)) == whole


# A lake that may only be read


READ = """
import json, sys
from lake.digest import digest
from lake.publish import published
from lake.query import query
from lake.store import open_lake
lake = open_lake(sys.argv[1], create=False)
assert query(lake, "SELECT count(*) FROM frames").item() > 0
print(json.dumps(digest(lake, published(lake)[0].run_id)))
"""
IS_ROOT = os.name == "posix" and os.geteuid() == 0
LIKE_OTHERS = ("setpriv", "--bounding-set=-dac_override,-dac_read_search") if IS_ROOT else ()
"""Permissions bind root too once it may not override them."""


@pytest.fixture
def read_only(two_runs):
    """A lake whose files and folders may be read and not written."""
    paths = [two_runs.path(""), *two_runs.path("").rglob("*")]
    for path in paths:
        path.chmod(0o555 if path.is_dir() else 0o444)
    yield two_runs.root
    for path in paths:
        path.chmod(0o755)


@pytest.fixture
def like_others():
    """Start Python on some arguments as somebody whom permissions bind."""
    if IS_ROOT and subprocess.run([*LIKE_OTHERS, "true"], capture_output=True, check=False).returncode:
        pytest.skip("root can't be bound to permissions here")

    def like_others(*arguments):
        command = [*LIKE_OTHERS, sys.executable, *map(str, arguments)]
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        return subprocess.Popen(command, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    return like_others


def test_a_lake_that_may_not_be_written_is_refused_before_work_starts(read_only, like_others):
    ran = like_others(SCRIPT, read_only, "--run-id", "gen-c")
    _, errors = ran.communicate(timeout=60)
    last = errors.strip().splitlines()[-1]
    assert last.startswith("schemas.errors.ConfigError: lake "), errors
    assert "can't be written (Permission denied" in last


def test_a_lake_that_may_not_be_written_can_be_read(read_only, like_others, digest_from, whole):
    assert digest_from(like_others("-c", READ, read_only)) == whole


# Files that were damaged or lost


def spoil(lake, key, how):
    content = lake.read(key)
    if how == "is not there":
        lake.delete(key)
    elif how == "has 100 bytes":
        lake.path(key).write_bytes(content[:100])
    else:
        lake.path(key).write_bytes(b"\0" * len(content))


@pytest.mark.parametrize("how", ["is not there", "has 100 bytes"])
def test_a_lost_image_file_is_named_before_anything_is_read(how, two_runs, small):
    key = first_file(two_runs, small)
    spoil(two_runs, key, how)
    with pytest.raises(LakeError, match=f"file `{key}` {how}"):
        verify(two_runs, record(two_runs, small.RUN))
    verify(two_runs, record(two_runs, "gen-b"), contents=("images",))


def test_a_damaged_file_is_named_by_the_digest(two_runs, small):
    key = first_file(two_runs, small, "observations")
    spoil(two_runs, key, "zeros")
    with pytest.raises(LakeError, match=f"file `{key}` can't be read"):
        digest(two_runs, small.RUN)


@pytest.mark.parametrize("how", ["is not there", "has 100 bytes", "zeros"])
def test_what_comes_up_from_a_scan_of_damaged_files_is_known_for_what_it_is(how, two_runs, small):
    spoil(two_runs, first_file(two_runs, small, "observations"), how)
    with pytest.raises((pl.exceptions.PolarsError, FileNotFoundError)) as came_up:
        scan(two_runs, "observations").collect()
    assert "`ladder digest RUN` names it" in str(damage(came_up.value))
    with pytest.raises(LakeError, match=r"query: .*Bring it back from a copy"):
        query(two_runs, "SELECT sum(pixels) FROM observations")


@pytest.mark.parametrize("error", [ValueError("parquet: no"), FileNotFoundError("houses.json"), KeyError("x")])
def test_other_errors_are_not_taken_for_damage(error):
    assert damage(error) is None


def test_a_file_that_finds_no_room_is_no_damage_of_the_lake(tmp_path, largest_file):
    rows = pl.DataFrame({"n": range(1000)})
    with largest_file(100), pytest.raises(pl.exceptions.PolarsError, match="parquet: ") as came_up:
        rows.write_parquet(tmp_path / "rows.parquet")
    assert damage(came_up.value) is None


def test_one_changed_bit_in_a_picture_is_found(two_runs, small):
    key = first_file(two_runs, small)
    content = bytearray(two_runs.read(key))
    content[len(content) // 3] ^= 1
    two_runs.path(key).write_bytes(content)
    changed = record(two_runs, small.RUN)
    verify(two_runs, changed)  # sizes say nothing of it
    with pytest.raises(LakeError, match=r"images|can't be read"):
        verify(two_runs, changed, contents=("images",))


def test_a_run_with_a_lost_file_can_be_removed_and_made_again(two_runs, small, whole):
    spoil(two_runs, first_file(two_runs, small), "is not there")
    remove(two_runs, small.RUN)
    assert small.run(two_runs) == whole
    verify(two_runs, record(two_runs, small.RUN), contents=("images", "frames"))


# Logs that were damaged or lost


def log_files(lake):
    return sorted(lake.path("observations/_delta_log").glob("*.json"))


GAPS = {
    "a gap": lambda files: files[1].unlink(),
    "no beginning": lambda files: files[0].unlink(),
    "a torn end": lambda files: files[-1].write_bytes(files[-1].read_bytes()[:100]),
}
LOSSES = {
    "no end": lambda files: files[-1].unlink(),
    "an empty end": lambda files: files[-1].write_bytes(b""),
    "no entries": lambda files: [file.unlink() for file in files],
    "no folder": lambda files: shutil.rmtree(files[0].parent),
}


@pytest.mark.parametrize("harm", GAPS.values(), ids=GAPS)
def test_a_log_with_a_hole_is_refused_by_readers_and_writers(harm, two_runs, small):
    harm(log_files(two_runs))
    acts = (
        lambda: scan(two_runs, "observations"),
        lambda: query(two_runs, "SELECT 1"),
        lambda: digest(two_runs, small.RUN),
        lambda: small.run(two_runs, "gen-c"),
    )
    for act in acts:
        with pytest.raises(LakeError, match="the log of table observations can't be read") as refused:
            act()
        assert len(str(refused.value)) < 600


@pytest.mark.parametrize("harm", LOSSES.values(), ids=LOSSES)
def test_a_log_that_lost_its_end_is_not_taken_for_an_older_table(harm, two_runs, small):
    harm(log_files(two_runs))
    acts = (
        lambda: scan(two_runs, "observations"),
        lambda: query(two_runs, "SELECT 1"),
        lambda: verify(two_runs, record(two_runs, "gen-b")),
        lambda: small.run(two_runs, "gen-c"),
    )
    for act in acts:
        with pytest.raises(LakeError, match="was published with 168 rows of observations and the log holds 0"):
            act()


def test_more_rows_than_were_published_are_no_loss(two_runs, small):
    fewer = dataclasses.replace(record(two_runs, small.RUN), rows={"observations": 1})
    verify(two_runs, fewer)


# Processes


def test_of_two_processes_with_the_same_run_one_works_and_the_other_says_who(tmp_path, small_process, small, whole):
    processes = [small_process(tmp_path / "lake", "--per-shard", "1") for _ in range(2)]
    ended = [(process.communicate(timeout=120), process.returncode) for process in processes]
    for (output, errors), code in ended:
        if code == 0:
            assert json.loads(output) == whole
        else:
            assert "ConfigError: run `gen-0123456789ab` is being worked on by process" in errors
    lake = open_lake(str(tmp_path / "lake"), create=False)
    assert [each.digests for each in published(lake)] == [whole]
    assert len(log.active(lake, "frames")) == 8


ANNOUNCED = """
import runpy, sys
import lake.commit, lake.digest, lake.lease, lake.publish, lake.resume, lake.stage, schemas.seeds
print("ready", flush=True)
sys.argv = sys.argv[1:]
runpy.run_path(sys.argv[0], run_name="__main__")
"""
KILLS = (1, 1, 1, 1, 2, 1, 1, 1, 1, 1, 1, 2)
"""How often each of the runs is killed before it may end."""
SEED = 20261130


@pytest.mark.slow
def test_kills_at_random_moments_lose_nothing_double_nothing_and_publish_nothing_by_half(
    tmp_path, small, start, whole, capsys
):
    def process(lake):
        child = start("-c", ANNOUNCED, SCRIPT, lake, "--per-shard", "1")
        assert child.stdout.readline() == "ready\n"
        return child, time.monotonic()

    child, began = process(tmp_path / "undisturbed")
    assert json.loads(child.communicate(timeout=120)[0]) == whole
    takes_s = time.monotonic() - began
    random = np.random.Generator(np.random.PCG64(SEED))
    tally = {"killed": 0, "ended before": 0, "published when killed": 0, "shards kept": 0}
    for number, kills in enumerate(KILLS):
        root = tmp_path / f"lake-{number}"
        for moment in random.uniform(0.0, 0.7 * takes_s, size=kills):
            child, began = process(root)
            deadline = began + moment
            while time.monotonic() < deadline and child.poll() is None:
                time.sleep(0.001)
            child.kill()
            child.communicate(timeout=60)
            tally["killed" if child.returncode == -signal.SIGKILL else "ended before"] += 1
        lake = open_lake(str(root), create=True)
        before = published(lake)
        assert [each.digests for each in before] in ([], [whole])
        tally["published when killed"] += len(before)
        tally["shards kept"] += len(lake.keys("_receipts"))
        assert small.run(lake, per_shard=1) == whole
        assert [each.run_id for each in published(lake)] == [small.RUN]
        assert len(log.active(lake, "frames")) == 8
        verify(lake, record(lake, small.RUN), contents=("frames", "images", "observations"))
    with capsys.disabled():
        print(f"\nkill -9 at random moments of {takes_s:.1f} s: {tally}")
    assert tally["killed"] + tally["ended before"] == sum(KILLS)
    assert tally["killed"] >= sum(KILLS) // 2
