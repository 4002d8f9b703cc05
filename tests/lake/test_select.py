import pytest

from lake.commit import commit
from lake.scan import scan
from lake.select import hashes_of, of_episodes, of_episodes_in, of_shard, shards_with
from lake.stage import stage
from schemas.errors import ContractError


@pytest.fixture
def shards(lake, small):
    for shard in small.plan():
        commit(lake, small.RUN, [stage(lake, shard, small.frames_of(shard))])
    return [shard for shard in small.plan() if shard.split == "test"]


@pytest.mark.everywhere
def test_the_rows_of_a_few_episodes_are_all_theirs_and_no_others(lake, small, shards):
    rows = of_episodes(lake, ("frames", "images"), small.RUN, "test", ["ep_00001", "ep_00004"])
    assert {table: each.height for table, each in rows.items()} == {
        "frames": 2 * small.FRAMES,
        "images": 2 * small.FRAMES,
    }
    assert rows["frames"]["episode_id"].unique().sort().to_list() == ["ep_00001", "ep_00004"]


@pytest.mark.everywhere
def test_they_are_the_same_from_the_files_of_the_shards_that_staged_them(lake, small, shards):
    wanted = ["ep_00001", "ep_00004"]
    home = {each: shard for shard in shards for each in small.frames_of(shard)["frames"]["episode_id"]}
    everywhere = of_episodes(lake, ("frames", "images"), small.RUN, "test", wanted)
    there = of_episodes_in(lake, ("frames", "images"), sorted({home[each] for each in wanted}), wanted)
    assert all(there[table].equals(everywhere[table]) for table in ("frames", "images"))


@pytest.mark.everywhere
def test_a_shards_rows_are_those_that_it_staged(lake, small, shards):
    rows = of_shard(lake, shards[1], ("frames", "rejections"))
    everything = scan(lake, "frames", run_id=small.RUN, split="test").collect()
    mine = small.frames_of(shards[1])["frames"]["episode_id"].unique()
    assert rows["frames"].equals(everything.filter(everything["episode_id"].is_in(mine.implode())))
    assert rows["rejections"].is_empty()


def test_a_shard_without_a_receipt_is_refused_by_name(lake, shards):
    lake.delete(shards[0].receipt_key)
    with pytest.raises(ContractError, match=f"shard `{shards[0].name}` of split test has no receipt"):
        of_shard(lake, shards[0], ("frames",))


def test_the_shards_that_filled_a_table_are_found_in_order(lake, small, shards):
    assert shards_with(lake, small.RUN, "test", "frames") == sorted(shards)
    assert shards_with(lake, small.RUN, "test", "rejections") == []


def test_hashes_are_had_without_their_pictures(lake, small, shards):
    assert hashes_of(lake, small.RUN, "test").columns == ["episode_id", "t", "pixel_hash"]
    assert hashes_of(lake, small.RUN, "test").height == 5 * small.FRAMES
