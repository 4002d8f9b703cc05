"""One row a study over seeds, rung, policy, stratum and statistic. `run_id` is the generation that was walked in."""

import dataframely as dy

from schemas.columns import one_of
from schemas.values import SEED_STATISTICS, SPLITS, STRATA


class SeedMetrics(dy.Schema):
    run_id = dy.String(primary_key=True)
    split = one_of(SPLITS, primary_key=True)
    study = dy.String(primary_key=True, regex=r"^[0-9a-f]{12}$")
    """Digits of the evaluations that it rests on."""
    rung = dy.String(primary_key=True)
    policy = dy.String(primary_key=True)
    """Who walks, as it was asked for: its seed is in `seeds`."""
    stratum = one_of([*STRATA, "all"], primary_key=True)
    statistic = one_of(SEED_STATISTICS, primary_key=True)
    """What `mean` and the columns after it are of: `success_rate` or `spl`."""
    seeds = dy.List(dy.Int64())
    """One alone where the walk depends on no seed."""
    evaluations = dy.List(dy.String())
    """Of each seed, in their order."""
    n_episodes = dy.Int32(min=0)
    """Designated, the same for every seed."""
    n_houses = dy.Int32(min=0)
    mean = dy.Float64(min=0.0, max=1.0)
    """Over the seeds."""
    sd = dy.Float64(nullable=True, min=0.0)
    """Standard deviation between the seeds' figures, over one less than there are; null of one seed."""
    lowest = dy.Float64(min=0.0, max=1.0)
    """The least seed's figure."""
    highest = dy.Float64(min=0.0, max=1.0)
    """The greatest seed's."""
    low = dy.Float64(min=0.0, max=1.0)
    """Lower end of the 95 % interval of `mean`, clustered by house over all seeds."""
    high = dy.Float64(min=0.0, max=1.0)
