"""The rows of a few episodes, or of a few houses, for a worker that does a part of a run."""

from collections.abc import Iterable

import polars as pl

from lake.scan import scan
from lake.store import Lake


def of_episodes(
    lake: Lake, tables: Iterable[str], run_id: str, split: str, episode_ids: Iterable[str]
) -> dict[str, pl.DataFrame]:
    """Each table's rows of those episodes."""
    mine = pl.col("episode_id").is_in(sorted(episode_ids))
    return {table: scan(lake, table, run_id=run_id, split=split).filter(mine).collect() for table in tables}


def of_houses(lake: Lake, run_id: str, split: str, house_ids: Iterable[str]) -> pl.DataFrame:
    """The rows of `houses` by those ids."""
    mine = pl.col("house_id").is_in(sorted(house_ids))
    return scan(lake, "houses", run_id=run_id, split=split).filter(mine).collect()
