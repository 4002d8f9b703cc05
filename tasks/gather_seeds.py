"""Gather the evaluations of several seeds into one table, and store it."""

from collections.abc import Sequence

import polars as pl
from prefect import task
from prefect.cache_policies import NO_CACHE

from lake.lease import lease
from lake.rows import append_rows
from lake.runs import record_of
from lake.scan import scan
from lake.store import Lake
from lake.verify import verify
from schemas.errors import ConfigError
from schemas.identity import digest_of
from tasks.analysis.seeds import SeedRun, Walked, seed_metrics

_SPLIT = "test"
_DIGITS = 12


@task(task_run_name="gather seeds {generation}", cache_policy=NO_CACHE)
def gather_seeds(root: str, generation: str, walked: Sequence[Walked]) -> pl.DataFrame:
    """Rows of `seed_metrics`, stored under the generation; the same evaluations again leave the same rows.

    Raises ConfigError where one of them is not published.
    """
    lake = Lake(root)
    episodes = scan(lake, "episodes", run_id=generation, split=_SPLIT).collect()
    runs = [SeedRun(each, _navigation(lake, each.evaluation)) for each in walked]
    study = digest_of([[each.evaluation, each.policy, each.rungs] for each in walked])[:_DIGITS]
    figures = seed_metrics(runs, episodes).with_columns(
        run_id=pl.lit(generation), split=pl.lit(_SPLIT), study=pl.lit(study)
    )
    with lease(lake, generation):
        append_rows(lake, "seed_metrics", figures)
    return figures


def _navigation(lake: Lake, evaluation: str) -> pl.DataFrame:
    record = record_of(lake, evaluation)
    if record is None or record.state != "published":
        raise ConfigError(f"evaluation `{evaluation}` is not published. Run the same command again to its end.")
    verify(lake, record)
    return scan(lake, "navigation", run_id=evaluation, split=_SPLIT).collect()
