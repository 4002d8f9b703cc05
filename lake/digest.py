"""The digest of a run: one SHA-256 a table, the same for any worker count, shard layout and thread count."""

import polars as pl

from lake import log
from lake.canonical import narrow, narrowed_digest
from lake.store import Lake
from schemas.errors import ConfigError
from schemas.tables import TABLES


def digest(lake: Lake, run_id: str) -> dict[str, str]:
    """SHA-256 in hex of each table that holds rows of the run, published or not.

    `runs` is left out, for times live there, and so is the column `run_id` (lake/canonical.py says what goes in).
    Metric tables are rounded to 1e-9. Raises ConfigError where the lake has no rows of the run, ContractError where
    a key is there twice.
    """
    digests = {}
    for table in TABLES:
        if table == "runs":
            continue
        files = [narrow(log.read(lake, file)) for file in log.active(lake, table, run_id)]
        if files:
            digests[table] = narrowed_digest(table, pl.concat(files))
    if not digests:
        raise ConfigError(
            f"lake `{lake.root}` holds no rows of run `{run_id}`. `ladder runs` lists the runs that it holds."
        )
    return digests
