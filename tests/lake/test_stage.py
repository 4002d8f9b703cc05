import json

import polars as pl
import pyarrow.parquet as pq
import pytest

from lake.receipts import read_receipt
from lake.stage import Shard, stage
from schemas.errors import ContractError
from schemas.tables import empty


@pytest.fixture
def shard(small):
    return small.plan()[0]


def data_files(lake, table):
    return [lake.path(key) for key in lake.keys(table)]


def test_a_staged_file_lies_in_its_partition_under_the_shard_and_the_digest_of_its_rows(lake, small, shard):
    receipt = stage(lake, shard, small.frames_of(shard))
    part = next(part for part in receipt.parts if part.table == "frames")
    assert part.path == f"run_id={small.RUN}/split=train/train-000-002-{part.digest[:16]}.parquet"
    assert lake.size(f"frames/{part.path}") == part.bytes


def test_partition_columns_are_in_the_path_and_not_in_the_file(lake, small, shard):
    stage(lake, shard, small.frames_of(shard))
    (file,) = data_files(lake, "observations")
    expected = empty("observations").drop("run_id", "split").schema
    assert list(pl.read_parquet_schema(file).items()) == list(expected.items())


def test_images_have_one_uncompressed_row_group_an_episode(lake, small, shard):
    stage(lake, shard, small.frames_of(shard))
    (file,) = data_files(lake, "images")
    metadata = pq.ParquetFile(file).metadata
    groups = [metadata.row_group(index) for index in range(metadata.num_row_groups)]
    assert [group.num_rows for group in groups] == [small.FRAMES, small.FRAMES]
    columns = [group.column(index) for group in groups for index in range(group.num_columns)]
    assert {column.compression for column in columns} == {"UNCOMPRESSED"}
    episodes = [column.statistics.min for column in columns if column.path_in_schema == "episode_id"]
    assert episodes == ["ep_00000", "ep_00001"]


def test_the_receipt_says_what_a_reader_may_skip(lake, small, shard):
    receipt = stage(lake, shard, small.frames_of(shard))
    part = next(part for part in receipt.parts if part.table == "observations")
    assert part.rows == 2 * small.FRAMES * 3
    assert part.low == {"episode_id": "ep_00000", "t": 0, "object_id": "Mug|0"}
    assert part.high == {"episode_id": "ep_00001", "t": small.FRAMES - 1, "object_id": "Mug|2"}
    assert part.nulls == {"episode_id": 0, "t": 0, "object_id": 0}


@pytest.mark.everywhere
def test_a_receipt_comes_back_as_it_was_written(lake, small, shard):
    receipt = stage(lake, shard, small.frames_of(shard))
    assert read_receipt(lake, shard) == receipt
    assert receipt.rows == {"rejections": 0, "frames": 14, "images": 14, "observations": 42}


def test_no_rows_are_recorded_and_make_no_file(lake, small, shard):
    receipt = stage(lake, shard, {"rejections": small.frames_of(shard)["rejections"]})
    assert receipt.rows == {"rejections": 0}
    assert receipt.files == ()
    assert lake.keys("rejections") == []


@pytest.mark.everywhere
def test_the_same_rows_in_another_order_are_the_same_file_left_as_it_is(lake, small, shard):
    frames = small.frames_of(shard)
    first = stage(lake, shard, frames)
    stamps = [lake.listed(table) for table in frames]
    again = stage(lake, shard, {table: frame.reverse() for table, frame in frames.items()})
    assert again == first
    assert [lake.listed(table) for table in frames] == stamps


@pytest.mark.everywhere
def test_a_file_that_was_cut_short_is_written_again(lake, small, shard):
    receipt = stage(lake, shard, small.frames_of(shard))
    (key,) = lake.keys("frames")
    lake.put_bytes(key, lake.read(key)[:100])
    assert read_receipt(lake, shard) is None
    assert stage(lake, shard, small.frames_of(shard)) == receipt
    assert read_receipt(lake, shard) == receipt


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"run_id": pl.lit("gen-other")}, "whose `run_id` is not"),
        ({"split": pl.lit("test")}, "whose `split` is not"),
        ({"t": pl.lit(0, pl.Int32)}, "break `primary_key`"),
        ({"yaw": pl.lit(400.0)}, "break `yaw"),
        ({"t": pl.col("t").cast(pl.Float64)}, "the columns are not those of its contract"),
        ({"pixel_hash": None}, "the columns are not those of its contract"),
    ],
    ids=lambda value: next(iter(value)) if isinstance(value, dict) else None,
)
def test_rows_that_break_their_contract_are_refused_before_anything_is_written(change, reason, lake, small, shard):
    frames = small.frames_of(shard)
    (name, value) = next(iter(change.items()))
    spoilt = frames["frames"]
    spoilt = spoilt.drop(name) if value is None else spoilt.with_columns(value.alias(name))
    with pytest.raises(ContractError, match=reason):
        stage(lake, shard, {**frames, "frames": spoilt})
    assert lake.keys("images") == []
    assert lake.keys("_receipts") == []


@pytest.mark.parametrize("table", ["runs", "nonsense"])
def test_a_table_that_no_shard_fills_is_refused(table, lake, shard):
    with pytest.raises(ContractError, match="no table that a shard can fill"):
        stage(lake, shard, {table: pl.DataFrame()})


@pytest.mark.parametrize("name", ["hf:Qwen/Qwen3", "", "..", "_hidden", "a b"])
def test_a_shard_that_can_not_stand_in_a_path_is_refused(name):
    with pytest.raises(ContractError, match="can't stand in a path"):
        Shard("gen-0", "test", name)


def test_shards_of_two_splits_may_share_a_name(lake, small):
    frames = small.frames_of(Shard(small.RUN, "test", "x-000-001"))
    for split in ("train", "test"):
        stage(lake, Shard(small.RUN, split, "first"), frames)
    assert len(lake.keys("_receipts")) == 2
    assert {json.loads(lake.read(key))["shard"]["split"] for key in lake.keys("_receipts")} == {"train", "test"}
