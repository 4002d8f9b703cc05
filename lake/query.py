"""SQL over published runs, in DuckDB, which may read nothing else: no file, no network, no setting.

`query` answers in this process, with bounds on memory and threads that DuckDB keeps itself. Not all of its memory is
under them (one text of gigabytes is not), so what a user types runs in a process of its own that is watched
(lake/query_process.py).
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import polars as pl
import pyarrow as pa

from lake import log, s3
from lake.files import WAY_OUT
from lake.parts import defaults, partition_columns
from lake.runs import published
from lake.scan import rows_of, visible
from lake.store import Lake
from schemas.errors import ConfigError, LadderError, LakeError
from schemas.tables import TABLES, empty


@dataclass(frozen=True, slots=True)
class Bounds:
    """What one question may take."""

    memory_bytes: int = 2 * 2**30
    """For DuckDB's own work; sorting and grouping that need more are refused, for there is no place to spill to."""
    answer_bytes: int = 2**30
    """In Arrow's form."""
    threads: int = 4


def query(lake: Lake, sql: str, bounds: Bounds | None = None) -> pl.DataFrame:
    """The answer to SQL over published runs, each table a view by its name.

    Raises ConfigError, in one sentence, for SQL that DuckDB refuses or that passes the bounds, and LakeError where a file
    that it reads is lost or damaged.
    """
    with answered(lake, sql, bounds or Bounds()) as (schema, batches):
        return frame(pa.Table.from_batches(batches, schema))


@contextmanager
def answered(lake: Lake, sql: str, bounds: Bounds) -> Iterator[tuple[pa.Schema, Iterator[pa.RecordBatch]]]:
    """The answer as it comes: its columns, and its rows a batch at a time. Raises as `query` does."""
    import duckdb  # here, for workers scan and never ask in SQL

    settings: dict[str, Any] = {
        "enable_external_access": "false",
        "memory_limit": f"{bounds.memory_bytes // 2**20}MiB",
        "threads": str(bounds.threads),
        "temp_directory": "",
    }
    with duckdb.connect(":memory:", config=settings) as connection:
        _register(lake, connection)
        # Otherwise SQL could name a Python variable of this function.
        connection.execute("SET python_enable_replacements = false")
        connection.execute("SET TimeZone = 'UTC'")
        connection.execute("SET lock_configuration = true")
        try:
            relation = connection.sql(sql)
            if relation is None:
                raise ConfigError("query: the SQL ends in a statement that gives no rows. End it in a SELECT.")
            reader = relation.to_arrow_reader()
            yield reader.schema, _bounded(reader, bounds)
        except duckdb.Error as error:
            raise _refusal(str(error), bounds) from error


def frame(answer: pa.Table) -> pl.DataFrame:
    """The answer as a frame; a join's second `run_id` becomes `run_id_1`, and so on."""
    names: list[str] = []
    for name in answer.column_names:
        candidates = (name, *(f"{name}_{number}" for number in range(1, len(answer.column_names) + 1)))
        names.append(next(candidate for candidate in candidates if candidate not in names))
    try:
        return pl.DataFrame(answer.rename_columns(names))
    except pl.exceptions.PolarsError as error:
        raise ConfigError(f"query: Polars can't hold the answer ({error}). Cast the column, to VARCHAR say.") from error


def too_large(bounds: Bounds) -> ConfigError:
    return ConfigError(
        f"query: the answer is larger than {bounds.answer_bytes / 1e9:.1f} GB. Ask for fewer columns, or end in LIMIT."
    )


def too_hungry(bounds: Bounds) -> ConfigError:
    return ConfigError(
        f"query: this takes more than the {bounds.memory_bytes / 1e9:.1f} GB of memory that a query may have. Ask for fewer "
        "columns or rows, or give it more with --memory."
    )


def _bounded(reader: Any, bounds: Bounds) -> Iterator[pa.RecordBatch]:
    n_bytes = 0
    for batch in reader:
        n_bytes += batch.nbytes
        if n_bytes > bounds.answer_bytes:
            raise too_large(bounds)
        yield batch


_FAILED_READS = ("reading the stream registered as", "exporting a stream from the object registered as")
"""DuckDB's words where Arrow, or Polars, fails to read the files of a view."""


def _refusal(said: str, bounds: Bounds) -> LadderError:
    first = said.strip().partition("\n")[0]
    if first.startswith("Out of Memory Error"):
        return too_hungry(bounds)
    if any(failure in first for failure in _FAILED_READS):
        return LakeError(f"query: a file of the lake can't be read ({first}). {WAY_OUT}")
    views = f"The views are {', '.join(TABLES)}"
    if first.startswith("Permission Error") or "configuration has been locked" in first:
        return ConfigError(f"query: SQL may read the views of this lake and nothing else ({first}). {views}.")
    return ConfigError(f"query: {said.strip()}\n{views}; their columns: `DESCRIBE questions`.")


def _register(lake: Lake, connection: Any) -> None:
    runs = published(lake)
    there = log.tables(lake)
    held = dict(zip(there, lake.each(lambda table: visible(lake, table, runs), there), strict=True))
    for table in TABLES:
        active = held.get(table, [])
        # Arrow reads columns that files of an earlier time lack as nulls; Polars knows what they hold.
        data = rows_of(lake, table, active) if defaults(table) else _dataset(lake, table, active)
        connection.register(table, data)


def _dataset(lake: Lake, table: str, active: list[log.ActiveFile]) -> Any:
    """Files of a table as an Arrow dataset; DuckDB reads the columns and partitions that it needs."""
    import pyarrow.dataset as pads

    arrow = empty(table).to_arrow(compat_level=pl.CompatLevel.oldest())
    if not active:
        return arrow
    columns = pa.schema([(name, pa.large_string()) for name in partition_columns(table)])
    # Arrow's paths into a store begin with the bucket.
    place = {"filesystem": None} if lake.is_local else {"filesystem": s3.filesystem()}
    try:
        return pads.dataset(
            [lake.url(file.key).removeprefix("s3://") for file in active],
            schema=arrow.schema,
            format="parquet",
            partitioning=pads.partitioning(columns, flavor="hive"),
            partition_base_dir=lake.table(table).removeprefix("s3://"),
            **place,
        )
    except FileNotFoundError as error:
        raise LakeError(f"query: file `{error}` of the lake is not there. {WAY_OUT}") from error
