"""The digest of a run: one SHA-256 a table, the same for any worker count, shard layout and thread count."""

from collections.abc import Collection

import polars as pl

from lake import log
from lake.canonical import narrow, narrowed_digest
from lake.store import Lake
from schemas.errors import ConfigError

_AT_ONCE = 4


def digest(lake: Lake, run_id: str, tables: Collection[str] = ()) -> dict[str, str]:
    """SHA-256 in hex of each table, or of those named, that holds rows of the run, published or not.

    `runs` is left out, for times live there, and so is the column `run_id` (lake/canonical.py says what goes in).
    Metric tables are rounded to 1e-9. Raises ConfigError where the lake has no rows of the run, ContractError where
    a key is there twice.
    """
    digests = {}
    wanted = [table for table in log.tables(lake) if table != "runs" and (not tables or table in tables)]
    held = lake.each(lambda table: log.active(lake, table, run_id), wanted)
    for table, files in zip(wanted, held, strict=True):
        if files:
            # A few at a time, for pictures are large and a store answers late.
            batches = (files[start : start + _AT_ONCE] for start in range(0, len(files), _AT_ONCE))
            rows = [frame for batch in batches for frame in lake.each(lambda file: narrow(log.read(lake, file)), batch)]
            digests[table] = narrowed_digest(table, pl.concat(rows))
    if not digests:
        raise ConfigError(
            f"lake `{lake.root}` holds no rows of run `{run_id}`. `ladder runs` lists the runs that it holds."
        )
    return digests
