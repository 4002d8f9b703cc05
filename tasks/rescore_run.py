"""Carry an evaluation's answers over into a new run, to be read again; and hold its readings against today's parser."""

import polars as pl
from prefect import task
from prefect.cache_policies import NO_CACHE

from lake.receipts import read_receipt
from lake.scan import scan
from lake.select import of_shard
from lake.stage import Receipt, Shard, stage
from lake.store import Lake
from schemas.errors import ContractError
from tasks.analysis.judge import judge

_READING = ["rung", "answerer", "episode_id", "question_id"]


@task(task_run_name="carry over {shard.name}", cache_policy=NO_CACHE)
def carry_over(root: str, shard: Shard, source: str) -> Receipt:
    """Stage a shard of another run once more as this run's; a response says where it was first given."""
    lake = Lake(root)
    original = Shard(source, shard.split, shard.name)
    receipt = read_receipt(lake, original)
    if receipt is None:
        raise ContractError(
            f"run `{source}`: shard `{shard.name}` has no receipt that its files agree with, so it can't be carried over. "
            "Evaluate again."
        )
    frames = {table: rows.drop("run_id") for table, rows in of_shard(lake, original, receipt.rows).items()}
    if "responses" in frames:
        given = pl.coalesce("cached_from", pl.lit(source)).alias("cached_from")
        frames["responses"] = frames["responses"].with_columns(given)
    return stage(lake, shard, frames)


@task(task_run_name="read again {run_id}", cache_policy=NO_CACHE)
def read_again(root: str, run_id: str, split: str, generation: str) -> pl.DataFrame:
    """The readings that today's parser makes otherwise than they are stored.

    Returns:
        `rung`, `answerer`, `episode_id`, `question_id`, and `status` and `parsed` as stored and, with `_now`, as read.
    """
    lake = Lake(root)
    responses, stored, designated = (
        scan(lake, table, run_id=run_id, split=split).collect() for table in ("responses", "predictions", "designated")
    )
    questions = scan(lake, "questions", run_id=generation, split=split).collect()
    now = judge(responses, questions, designated)
    both = stored.join(now, on=_READING, how="full", coalesce=True, suffix="_now", validate="1:1")
    differs = ~pl.col("status").eq_missing(pl.col("status_now")) | ~pl.col("parsed").eq_missing(pl.col("parsed_now"))
    return both.filter(differs).select(*_READING, "status", "parsed", "status_now", "parsed_now").sort(_READING)
