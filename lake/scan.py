"""Reading: Polars frames and SQL. Whoever names no run sees published runs only."""

from collections.abc import Iterator, Sequence, Set
from itertools import groupby
from typing import Any

import polars as pl
import pyarrow as pa

from lake import log
from lake.parts import file_schema, partition_columns
from lake.runs import published
from lake.store import Lake
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
    files = log.active(lake, table, run_id) if run_id is not None else _visible(lake, table, _published(lake))
    wanted = [file for file in files if split is None or file.partition["split"] == split]
    rows = pl.concat([empty(table).lazy(), *_scans(lake, table, wanted)])
    return rows if run_id is None or partition_columns(table) else rows.filter(pl.col("run_id") == run_id)


def query(lake: Lake, sql: str) -> pl.DataFrame:
    """The answer of DuckDB to SQL over published runs, each table a view by its name.

    The SQL can read nothing but these views: no file, no network, no setting. Raises ConfigError with DuckDB's own
    words for SQL that it refuses.
    """
    import duckdb  # here, for workers scan and never ask in SQL; so below

    with duckdb.connect(":memory:", config={"enable_external_access": "false"}) as connection:
        runs = _published(lake)
        for table in TABLES:
            connection.register(table, _dataset(lake, table, _visible(lake, table, runs)))
        # Otherwise SQL could name a Python variable of this function.
        connection.execute("SET python_enable_replacements = false")
        connection.execute("SET TimeZone = 'UTC'")
        connection.execute("SET lock_configuration = true")
        try:
            relation = connection.sql(sql)
            answer = None if relation is None else relation.to_arrow_table()
        except duckdb.Error as error:
            raise ConfigError(
                f"query: {str(error).strip()}\nThe views are {', '.join(TABLES)}; their columns: `DESCRIBE questions`."
            ) from error
    if answer is None:
        raise ConfigError("query: the SQL ends in a statement that gives no rows. End it in a SELECT.")
    return _frame(answer)


def _frame(answer: pa.Table) -> pl.DataFrame:
    """The answer as a frame; a join's second `run_id` becomes `run_id_1`, and so on."""
    names: list[str] = []
    for name in answer.column_names:
        candidates = (name, *(f"{name}_{number}" for number in range(1, len(answer.column_names) + 1)))
        names.append(next(candidate for candidate in candidates if candidate not in names))
    try:
        return pl.DataFrame(answer.rename_columns(names))
    except pl.exceptions.PolarsError as error:
        raise ConfigError(f"query: Polars can't hold the answer ({error}). Cast the column, to VARCHAR say.") from error


def _published(lake: Lake) -> frozenset[str]:
    return frozenset(record.run_id for record in published(lake))


def _visible(lake: Lake, table: str, runs: Set[str]) -> list[log.ActiveFile]:
    """The files that a reader sees who names no run, where `runs` are published."""
    return [file for file in log.active(lake, table) if table in OPEN_TABLES or file.partition["run_id"] in runs]


def _scans(lake: Lake, table: str, files: Sequence[log.ActiveFile]) -> Iterator[pl.LazyFrame]:
    """One scan a partition, whose values come from the log.

    `pl.scan_delta` fails on a path with a space (pola-rs/polars#20944), and Polars' reading of partitions from paths on
    any `=` in the path of the lake.
    """
    for partition, members in groupby(files, key=lambda file: tuple(file.partition.items())):
        paths = [lake.path(file.key) for file in members]
        rows = pl.scan_parquet(paths, schema=file_schema(table), glob=False, hive_partitioning=False)
        values = [pl.lit(value, pl.String).alias(name) for name, value in partition]
        yield rows.with_columns(values).select(empty(table).columns)


def _dataset(lake: Lake, table: str, files: Sequence[log.ActiveFile]) -> Any:
    """Files of a table as an Arrow dataset; DuckDB reads the columns and partitions that it needs."""
    import pyarrow.dataset as pads

    arrow = empty(table).to_arrow(compat_level=pl.CompatLevel.oldest())
    if not files:
        return arrow
    columns = pa.schema([(name, pa.large_string()) for name in partition_columns(table)])
    return pads.dataset(
        [str(lake.path(file.key)) for file in files],
        schema=arrow.schema,
        format="parquet",
        partitioning=pads.partitioning(columns, flavor="hive"),
        partition_base_dir=lake.table(table),
    )
