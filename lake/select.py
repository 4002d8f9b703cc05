"""The rows of a few episodes, or of a few houses, for a worker that does a part of a run."""

from collections.abc import Iterable

import polars as pl

from lake import log
from lake.receipts import Shard, read_receipt, receipts
from lake.scan import scan
from lake.store import Lake
from schemas.errors import ContractError
from schemas.tables import empty


def of_episodes(
    lake: Lake, tables: Iterable[str], run_id: str, split: str, episode_ids: Iterable[str]
) -> dict[str, pl.DataFrame]:
    """Each table's rows of those episodes; the files of the whole split are looked into."""
    mine = pl.col("episode_id").is_in(sorted(episode_ids))
    return {table: scan(lake, table, run_id=run_id, split=split).filter(mine).collect() for table in tables}


def of_episodes_in(
    lake: Lake, tables: Iterable[str], shards: Iterable[Shard], episode_ids: Iterable[str]
) -> dict[str, pl.DataFrame]:
    """As `of_episodes`, of episodes that these shards staged: no other files are opened, however large the run is."""
    mine = pl.col("episode_id").is_in(sorted(episode_ids))
    staged = [of_shard(lake, shard, tables) for shard in shards]
    return {table: pl.concat([empty(table), *(rows[table].filter(mine) for rows in staged)]) for table in tables}


def shards_of_episodes(lake: Lake, run_id: str, split: str) -> dict[str, Shard]:
    """The shard that staged each episode of a split."""
    shards = shards_with(lake, run_id, split, "episodes")
    rows = lake.each(lambda shard: of_shard(lake, shard, ("episodes",))["episodes"]["episode_id"], shards)
    return {episode_id: shard for shard, ids in zip(shards, rows, strict=True) for episode_id in ids}


def hashes_of(lake: Lake, run_id: str, split: str) -> pl.DataFrame:
    """`episode_id`, `t` and `pixel_hash` of a split's pictures, without reading a picture."""
    return scan(lake, "images", run_id=run_id, split=split).select("episode_id", "t", "pixel_hash").collect()


def of_houses(lake: Lake, run_id: str, split: str, house_ids: Iterable[str]) -> pl.DataFrame:
    """The rows of `houses` by those ids."""
    mine = pl.col("house_id").is_in(sorted(house_ids))
    return scan(lake, "houses", run_id=run_id, split=split).filter(mine).collect()


def shards_with(lake: Lake, run_id: str, split: str, table: str) -> list[Shard]:
    """The shards of a split that filled a table, in order."""
    staged = (receipt for receipt in receipts(lake, run_id) if receipt.shard.split == split)
    return [receipt.shard for receipt in staged if receipt.rows.get(table)]


def of_shard(lake: Lake, shard: Shard, tables: Iterable[str]) -> dict[str, pl.DataFrame]:
    """Each table's rows that one shard staged: they are read from its own files, whatever else the run holds.

    Raises:
        ContractError: The shard has no receipt, or its files are not those that the receipt names.
    """
    receipt = read_receipt(lake, shard)
    if receipt is None:
        raise ContractError(
            f"run `{shard.run_id}`: shard `{shard.name}` of split {shard.split} has no receipt that its files agree with. "
            f"Remove the run with `ladder rm {shard.run_id}` and make it again."
        )
    return {
        table: pl.concat([empty(table), *(log.read(lake, part) for part in receipt.files if part.table == table)])
        for table in tables
    }
