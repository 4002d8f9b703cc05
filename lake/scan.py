"""Reading as Polars frames. Whoever names no run sees published runs only. SQL is in lake/query.py."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby

import polars as pl

from lake import files, log
from lake.parts import defaults, file_schema, partition_columns
from lake.runs import RunRecord, published
from lake.store import Lake
from lake.verify import check_rows
from schemas.errors import ConfigError
from schemas.tables import TABLES, empty

OPEN_TABLES = frozenset({"runs", "validations", "quarantine"})
"""These tell what became of a run, so they are read whole: a failed gate says that its rows are in `quarantine`."""


def scan(lake: Lake, table: str, *, run_id: str | None = None, split: str | None = None) -> pl.LazyFrame:
    """A table's rows of one run, whatever its state, or of all published runs; no other files are opened.

    A table that is not there yet gives no rows. Raises ConfigError for an unknown table, and for a split of `runs`.
    """
    if table not in TABLES or (split is not None and not partition_columns(table)):
        raise ConfigError(f"there is no table `{table}` with splits. The tables are {', '.join(TABLES)}.")
    # First which runs are published, then the table: all rows of a run are there before it is published.
    held = log.active(lake, table, run_id) if run_id is not None else visible(lake, table, published(lake))
    wanted = [file for file in held if split is None or file.partition["split"] == split]
    rows = rows_of(lake, table, wanted)
    return rows if run_id is None or partition_columns(table) else rows.filter(pl.col("run_id") == run_id)


def rows_of(lake: Lake, table: str, held: Sequence[log.ActiveFile]) -> pl.LazyFrame:
    """The rows of files of a table, with all its columns."""
    return pl.concat([empty(table).lazy(), *_scans(lake, table, held)])


def visible(lake: Lake, table: str, runs: Sequence[RunRecord]) -> list[log.ActiveFile]:
    """The files that a reader sees who names no run, where `runs` are published.

    Raises LakeError where the log has lost rows of one of them.
    """
    held = log.active(lake, table)
    if table in OPEN_TABLES:
        return held
    ids = {record.run_id for record in runs}
    seen = [file for file in held if file.partition["run_id"] in ids]
    counts = Counter[str]()
    for file in seen:
        counts[file.partition["run_id"]] += file.rows
    short = [record for record in runs if counts[record.run_id] < record.rows.get(table, 0)]
    still = published(lake) if short else []  # a run may have been removed in between
    for record in short:
        if record in still:
            check_rows(record, table, counts[record.run_id])
    return seen


def _scans(lake: Lake, table: str, held: Sequence[log.ActiveFile]) -> Iterator[pl.LazyFrame]:
    """One scan a partition, whose values come from the log.

    `pl.scan_delta` fails on a path with a space (pola-rs/polars#20944), and Polars' reading of partitions from paths on
    any `=` in the path of the lake.
    """
    for partition, members in groupby(held, key=lambda file: tuple(file.partition.items())):
        rows = files.scan(lake, [file.key for file in members], file_schema(table), defaults(table))
        values = [pl.lit(value, pl.String).alias(name) for name, value in partition]
        yield rows.with_columns(values).select(empty(table).columns)
