import dataclasses

import polars as pl
import pytest
from deltalake import DeltaTable

from lake import log
from lake.commit import commit, withdraw
from lake.resume import missing
from lake.scan import scan
from lake.stage import stage
from schemas.errors import ConfigError, ContractError


@pytest.fixture
def receipts(lake, small):
    return [stage(lake, shard, small.frames_of(shard)) for shard in small.plan()]


def refile(lake, receipt, table, change=lambda rows: rows, **writing):
    """The receipt with one data file written again under its name, changed."""
    part = next(part for part in receipt.parts if part.table == table)
    file = lake.path(part.key)
    change(pl.read_parquet(file, hive_partitioning=False)).write_parquet(file, **writing)
    changed = dataclasses.replace(part, bytes=file.stat().st_size)
    return dataclasses.replace(receipt, parts=tuple(changed if p is part else p for p in receipt.parts))


@pytest.mark.everywhere
def test_a_commit_adds_every_file_once(lake, small, receipts):
    committed = commit(lake, small.RUN, receipts)
    assert committed.added == {"frames": 5, "images": 5, "observations": 5}
    assert committed.already == {"frames": 0, "images": 0, "observations": 0}
    assert scan(lake, "frames", run_id=small.RUN).collect().height == 8 * small.FRAMES


@pytest.mark.everywhere
def test_a_repeat_commits_nothing(lake, small, receipts):
    commit(lake, small.RUN, receipts)
    version = log.version(lake, "frames")
    again = commit(lake, small.RUN, receipts)
    assert again.n_added == 0
    assert again.already == {"frames": 5, "images": 5, "observations": 5}
    assert log.version(lake, "frames") == version


def test_what_one_batch_left_out_the_next_adds(lake, small, receipts):
    commit(lake, small.RUN, receipts[:2])
    assert commit(lake, small.RUN, receipts).added == {"frames": 3, "images": 3, "observations": 3}


@pytest.mark.everywhere
def test_many_shards_go_in_batches(lake, small, receipts, monkeypatch):
    monkeypatch.setattr("lake.commit.SHARDS_A_COMMIT", 2)
    commit(lake, small.RUN, receipts)
    assert log.version(lake, "frames") == 3  # creation, and three commits of 2, 2 and 1 shards


def test_other_readers_of_delta_see_the_contract(lake, small, receipts):
    commit(lake, small.RUN, receipts)
    table = DeltaTable(lake.table("observations"))
    assert table.metadata().partition_columns == ["run_id", "split"]
    plan = pl.scan_delta(table).filter(pl.col("split") == "train", pl.col("episode_id") == "ep_00002").explain()
    assert "train-002-003" in plan
    assert "train-000-002" not in plan


CHANGES = {
    "a float in an integer column": lambda rows: rows.with_columns(pl.col("t").cast(pl.Float64)),
    "a narrower integer": lambda rows: rows.with_columns(pl.col("t").cast(pl.Int16)),
    "a column too many": lambda rows: rows.with_columns(extra=1),
    "a column too few": lambda rows: rows.drop("room_type"),
    "another order": lambda rows: rows.select(sorted(rows.columns)),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_other_columns_than_the_tables_are_refused_and_nothing_of_the_batch_is_committed(change, lake, small, receipts):
    spoilt = refile(lake, receipts[-1], "frames", change)
    with pytest.raises(ContractError, match="has other columns than its table"):
        commit(lake, small.RUN, [*receipts[:-1], spoilt])
    assert log.active(lake, "images") == []


DAMAGES = {
    "is not there": lambda lake, key: lake.delete(key),
    "has 100 bytes and its receipt says": lambda lake, key: lake.put_bytes(key, lake.read(key)[:100]),
    "can't be read as Parquet": lambda lake, key: lake.put_bytes(key, b"\0" * lake.size(key)),
}


@pytest.mark.everywhere
@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_file_is_refused_and_nothing_of_the_batch_is_committed(damage, lake, small, receipts):
    (part,) = (part for part in receipts[-1].files if part.table == "observations")
    DAMAGES[damage](lake, part.key)
    with pytest.raises(ContractError, match=damage):
        commit(lake, small.RUN, receipts)
    assert log.active(lake, "frames") == []


def test_shards_of_another_run_are_refused(lake, receipts):
    with pytest.raises(ContractError, match="belongs to run"):
        commit(lake, "gen-other", receipts)


def test_the_same_rows_in_other_bytes_take_the_place_of_the_old_entry(lake, small, receipts):
    commit(lake, small.RUN, receipts)
    rewritten = refile(lake, receipts[0], "frames", compression="uncompressed")
    assert commit(lake, small.RUN, [rewritten]).added["frames"] == 1
    files = {file.path: file.bytes for file in log.active(lake, "frames")}
    assert len(files) == 5
    assert pl.scan_delta(lake.table("frames")).collect().height == 8 * small.FRAMES


def test_a_table_of_other_columns_is_refused(lake, small, receipts):
    pl.DataFrame({"run_id": ["x"], "split": ["test"]}).write_delta(lake.table("frames"))
    with pytest.raises(ConfigError, match="has other columns than this version writes"):
        commit(lake, small.RUN, receipts)


@pytest.mark.everywhere
def test_withdrawn_shards_are_out_of_the_log_and_to_be_done_again(lake, small, receipts):
    commit(lake, small.RUN, receipts)
    withdraw(lake, small.RUN, receipts[:2])
    names = [file.path for file in log.active(lake, "frames", small.RUN)]
    assert not {part.path for receipt in receipts[:2] for part in receipt.parts} & set(names)
    assert len(names) == 3
    assert missing(lake, small.RUN, small.plan()) == [receipt.shard for receipt in receipts[:2]]
