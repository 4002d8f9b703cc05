import dataclasses
import os
import shutil
import time

import polars as pl
import pytest

from lake import log
from lake.digest import digest
from lake.lease import lease
from lake.publish import published, state_of
from lake.resume import missing
from lake.rows import append_rows
from lake.runs import record_of, records, write_record
from lake.scan import scan
from lake.store import Lake, open_lake
from lake.upkeep import remove, upkeep, vacuum
from schemas.errors import ConfigError

EIGHT_DAYS_S = 8 * 24 * 3600


@pytest.fixture(scope="module")
def made(small, tmp_path_factory):
    lake = open_lake(str(tmp_path_factory.mktemp("two_runs") / "lake"), create=True)
    small.run(lake, "gen-a")
    small.run(lake, "gen-b")
    return lake


@pytest.fixture
def two_runs(made, tmp_path):
    """A lake of two runs: nothing in a lake says where it lies, so a copy is one."""
    return Lake(shutil.copytree(made.root, tmp_path / "lake"))


def age(lake, *keys):
    then = time.time() - EIGHT_DAYS_S
    for key in keys:
        os.utime(lake.path(key), (then, then))


def remove_eight_days_ago(lake, run_id, monkeypatch):
    then = time.time() - EIGHT_DAYS_S
    with monkeypatch.context() as patched:
        patched.setattr("lake.log.time.time", lambda: then)
        remove(lake, run_id)
    age(lake, *(key for table in ("frames", "images", "observations") for key in lake.keys(table)))


def test_a_removed_run_is_gone_and_the_others_are_not(two_runs, small, whole):
    gone = remove(two_runs, "gen-a")
    assert gone == {"frames": 56, "images": 56, "observations": 168}
    assert state_of(two_runs, "gen-a") == "removed"
    assert scan(two_runs, "frames", run_id="gen-a").collect().is_empty()
    assert [record.run_id for record in published(two_runs)] == ["gen-b"]
    assert digest(two_runs, "gen-b") == whole
    assert missing(two_runs, "gen-a", small.plan("gen-a")) == small.plan("gen-a")


def test_a_removed_run_can_be_made_again(two_runs, small, whole):
    remove(two_runs, "gen-a")
    assert small.run(two_runs, "gen-a") == whole
    vacuum(two_runs)
    assert digest(two_runs, "gen-a") == whole


def test_what_the_gate_said_goes_too(two_runs):
    row = {"run_id": "gen-a", "split": "test", "table": "frames", "expectation": "e", "key": "k", "row": "{}"}
    append_rows(two_runs, "quarantine", pl.DataFrame(row))
    assert remove(two_runs, "gen-a")["quarantine"] == 1
    assert scan(two_runs, "quarantine").collect().is_empty()


def test_a_remove_that_was_cut_short_is_finished_by_another(two_runs):
    write_record(two_runs, dataclasses.replace(record_of(two_runs, "gen-a"), state="removed"))
    assert remove(two_runs, "gen-a")["frames"] == 56
    assert log.active(two_runs, "frames", "gen-a") == []


def test_removing_twice_removes_nothing_more(two_runs):
    remove(two_runs, "gen-a")
    files = len(log.active(two_runs, "runs"))
    assert remove(two_runs, "gen-a") == {}
    assert len(log.active(two_runs, "runs")) == files


def test_an_unknown_run_is_refused(two_runs):
    with pytest.raises(ConfigError, match="has no run `gen-c`"):
        remove(two_runs, "gen-c")


def test_a_run_that_is_being_worked_on_is_not_removed(two_runs, whole):
    with lease(two_runs, "gen-a"), pytest.raises(ConfigError, match="is being worked on by process"):
        remove(two_runs, "gen-a")
    assert digest(two_runs, "gen-a") == whole


def test_vacuum_spares_young_files_and_those_in_use(two_runs, whole):
    remove(two_runs, "gen-a")
    assert vacuum(two_runs) == {}
    age(two_runs, *two_runs.keys("frames"))
    assert vacuum(two_runs) == {}
    assert digest(two_runs, "gen-b") == whole


def test_vacuum_deletes_what_was_removed_over_a_week_ago(two_runs, monkeypatch, whole):
    remove_eight_days_ago(two_runs, "gen-a", monkeypatch)
    assert vacuum(two_runs) == {"frames": 5, "images": 5, "observations": 5}
    assert not [key for key in two_runs.keys("frames") if "gen-a" in key]
    assert digest(two_runs, "gen-b") == whole


def test_vacuum_deletes_old_files_that_were_never_committed(two_runs, whole):
    two_runs.put_bytes("frames/run_id=gen-c/split=test/left-behind.parquet", b"PAR1")
    two_runs.put_bytes("_tmp/half", b"PAR1")
    age(two_runs, "frames/run_id=gen-c/split=test/left-behind.parquet", "_tmp/half")
    assert vacuum(two_runs) == {"frames": 1}
    assert two_runs.keys("_tmp") == []
    assert digest(two_runs, "gen-a") == whole


def test_vacuum_spares_the_versions_that_an_evaluation_cites(two_runs, monkeypatch, small):
    evaluation = dataclasses.replace(record_of(two_runs, "gen-b"), run_id="eval-a", kind="eval")
    write_record(
        two_runs, dataclasses.replace(evaluation, versions={"frames": log.version(two_runs, "frames"), "images": 99})
    )
    remove_eight_days_ago(two_runs, "gen-a", monkeypatch)
    assert vacuum(two_runs) == {"images": 5, "observations": 5}
    cited = pl.scan_delta(two_runs.table("frames"), version=published(two_runs)[-1].versions["frames"])
    assert cited.collect().height == 2 * 8 * small.FRAMES


def test_vacuum_waits_for_runs_that_are_being_worked_on(two_runs):
    with lease(two_runs, "gen-c"), pytest.raises(ConfigError, match="Vacuum when it has ended"):
        vacuum(two_runs)


def test_upkeep_joins_the_rows_of_runs_and_changes_none(two_runs, whole):
    for number in range(12):
        write_record(
            two_runs, dataclasses.replace(record_of(two_runs, "gen-a"), run_id=f"gen-{number}", state="rejected")
        )
    before = records(two_runs)
    by_table = {kept.table: kept for kept in upkeep(two_runs)}
    assert len(log.active(two_runs, "runs")) == 1
    assert records(two_runs) == before
    assert (by_table["runs"].runs, by_table["runs"].rows) == (14, 16)
    write_record(two_runs, dataclasses.replace(record_of(two_runs, "gen-0"), state="removed"))
    assert state_of(two_runs, "gen-0") == "removed"
    assert digest(two_runs, "gen-a") == whole


def test_upkeep_makes_a_checkpoint_of_a_long_log(two_runs, small, whole):
    for number in range(10):
        small.run(two_runs, f"gen-{number}")
    upkeep(two_runs)
    assert two_runs.read("frames/_delta_log/_last_checkpoint")
    assert digest(two_runs, "gen-9") == whole
    small.run(two_runs, "gen-after")
    assert digest(two_runs, "gen-after") == whole


def test_upkeep_tells_files_rows_and_bytes(two_runs):
    remove(two_runs, "gen-a")
    by_table = {kept.table: kept for kept in upkeep(two_runs)}
    frames = by_table["frames"]
    assert (frames.runs, frames.files, frames.rows, frames.deleted) == (1, 5, 56, 0)
    assert frames.bytes == sum(file.bytes for file in log.active(two_runs, "frames"))
    assert frames.largest_bytes == max(file.bytes for file in log.active(two_runs, "frames"))


def test_upkeep_waits_for_runs_that_are_being_worked_on(two_runs):
    with lease(two_runs, "gen-c"), pytest.raises(ConfigError, match="Vacuum when it has ended"):
        upkeep(two_runs)
