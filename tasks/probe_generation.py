"""Ask of a generation whether its texts give answers away: probes fitted on train, scored on test (SPEC section 6)."""

from collections.abc import Callable

import polars as pl
from prefect import task
from prefect.cache_policies import NO_CACHE

from lake.scan import scan
from lake.store import Lake
from schemas.errors import ConfigError
from tasks.analysis.probes import probe_bounds


@task(task_run_name="probe {run_id}", cache_policy=NO_CACHE)
def probe_generation(lake: Lake, run_id: str, each: Callable[[], None]) -> pl.DataFrame:
    """A row a view (with and without the room label) and family: its best probe against chance.

    Raises:
        ConfigError: The generation lacks a train or a test split, or their questions.
    """
    from tasks.models.prior.held_out import held_out  # scikit-learn takes seconds to import
    from tasks.models.prior.item import lessons_of

    questions, episodes = (scan(lake, table, run_id=run_id).collect() for table in ("questions", "episodes"))
    train, test = ((questions.filter(split=split), episodes.filter(split=split)) for split in ("train", "test"))
    if train[0].is_empty() or test[0].is_empty():
        lacking = "train" if train[0].is_empty() else "test"
        raise ConfigError(
            f"generation `{run_id}` has no questions in its {lacking} split, so probes have nothing to "
            f"{'learn from' if lacking == 'train' else 'be scored on'}. Generate with --splits train=..,test=.."
        )
    scored = held_out(lessons_of(*train), *test, each)
    bounds = [
        probe_bounds(rows.drop("view")).select(pl.lit(view).alias("view"), pl.all())
        for (view,), rows in scored.group_by("view", maintain_order=True)
    ]
    return pl.concat(bounds)
