"""House overlap: no layout stands in two splits (SPEC section 1)."""

from collections.abc import Iterator

import polars as pl

from tasks.audits.dataset import Dataset
from tasks.audits.finding import Finding, finding

NAME = "house_overlap"


def audit(data: Dataset) -> Iterator[Finding]:
    others = data.homes.filter(pl.col("split") != data.split)
    mine = data.homes.filter(pl.col("split") == data.split)
    again = mine.join(others, on="content_hash", how="semi")["house_id"].unique()
    value = len(again) / mine.height if mine.height else 0.0
    yield finding(NAME, "in_another_split", value, "failed" if len(again) else "passed", threshold=0.0, ids=again)
