"""The worker's half: a shard's rows to files, then the receipt. Nothing staged is visible until it is committed."""

from collections.abc import Mapping

import polars as pl

from lake.failpoints import failpoint
from lake.parts import PARTITION, partition_columns, write_part
from lake.receipts import Receipt as Receipt
from lake.receipts import Shard as Shard
from lake.receipts import write_receipt
from lake.store import Lake
from schemas.contract import check
from schemas.errors import ContractError
from schemas.tables import TABLES


def stage(lake: Lake, shard: Shard, frames: Mapping[str, pl.DataFrame]) -> Receipt:
    """Write the shard's frames, one file a table, and last its receipt.

    Frames have the columns of their table's contract; `run_id` and `split` may be left out and are then the shard's. A
    frame without rows is recorded and makes no file. Raises ContractError, before anything is written, where a frame
    breaks its contract or belongs to another shard.
    """
    checked = {table: check(table, _placed(shard, table, frame)) for table, frame in frames.items()}
    parts = []
    for table in sorted(checked, key=list(TABLES).index):
        parts.append(
            write_part(lake, table, shard.name, {"run_id": shard.run_id, "split": shard.split}, checked[table])
        )
        failpoint("after_data_file")
    receipt = Receipt(shard, tuple(parts))
    failpoint("before_receipt")
    write_receipt(lake, receipt)
    failpoint("after_receipt")
    return receipt


def _placed(shard: Shard, table: str, frame: pl.DataFrame) -> pl.DataFrame:
    """The frame with the shard's run and split; rows of another run or split are refused."""
    if table not in TABLES or not partition_columns(table):
        raise ContractError(f"`{table}` is no table that a shard can fill. Those are {', '.join(_stageable())}.")
    place = dict(zip(PARTITION, (shard.run_id, shard.split), strict=True))
    for column, value in place.items():
        if column not in frame.columns:
            frame = frame.with_columns(pl.lit(value, pl.String).alias(column))
        elif frame.filter(pl.col(column).ne_missing(value)).height:
            raise ContractError(
                f"{table}: shard `{shard.name}` holds rows whose `{column}` is not `{value}`. Nothing was written; "
                "this is a fault in the code that made the rows, please report it."
            )
    return frame


def _stageable() -> list[str]:
    return [table for table in TABLES if partition_columns(table)]
