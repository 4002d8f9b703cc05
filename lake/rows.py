"""Rows that the flow writes itself and no shard: `validations`, `quarantine` and the like. They are few.

Both ways of writing can be repeated after a kill and double nothing. They expect that one process at a time writes
for a run, which its lease sees to.
"""

import polars as pl

from lake import log
from lake.parts import partition_columns, write_part
from lake.store import Lake
from schemas.contract import check
from schemas.errors import ContractError
from schemas.tables import TABLES, empty


def append_rows(lake: Lake, table: str, frame: pl.DataFrame) -> int:
    """Add rows to a table that no shard fills; returns how many keys were new.

    A row whose key stands already takes the old one's place. Raises ContractError where the frame breaks its contract.
    """
    _writable(table)
    rows = check(table, frame)
    key = TABLES[table].primary_key()
    new = 0
    for run_id in rows["run_id"].unique().sort():
        mine = rows.filter(pl.col("run_id") == run_id)
        standing = _standing(lake, table, run_id)
        new += mine.join(standing, on=key, how="anti").height
        replace_rows(lake, table, run_id, pl.concat([standing.join(mine, on=key, how="anti"), mine]))
    return new


def replace_rows(lake: Lake, table: str, run_id: str, frame: pl.DataFrame) -> None:
    """Make the frame all that a run has in a table, in one transaction; an empty frame clears it.

    For what a repeated act writes anew as a whole, like a gate its `validations`.
    """
    _writable(table)
    rows = check(table, frame)
    if rows.filter(pl.col("run_id") != run_id).height:
        raise ContractError(f"{table}: rows of another run can't take the place of those of `{run_id}`.")
    parts = [
        write_part(lake, table, table, {"run_id": run_id, "split": split}, rows.filter(pl.col("split") == split))
        for split in rows["split"].unique().sort()
    ]

    def exchange(files: list[log.ActiveFile]) -> log.Change:
        new, old = {part.path for part in parts}, {file.path for file in files}
        return log.Change(
            add=[part for part in parts if part.path not in old],
            remove=[file for file in files if file.path not in new],
        )

    if parts or log.exists(lake, table):
        log.change(lake, table, run_id, exchange)


def _writable(table: str) -> None:
    if table not in TABLES or not partition_columns(table):
        raise ContractError(
            f"`{table}` is no table with run_id and split. `runs` is written by start_run, publish and reject."
        )


def _standing(lake: Lake, table: str, run_id: str) -> pl.DataFrame:
    frames = [log.read(lake, file) for file in log.active(lake, table, run_id)]
    return pl.concat([empty(table), *frames])
