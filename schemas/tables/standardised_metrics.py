"""One row a rung, answerer and stratum (`all` for the sum): accuracy with the families' shares held fixed."""

import dataframely as dy

from schemas.columns import one_of
from schemas.values import SPLITS, STRATA


class StandardisedMetrics(dy.Schema):
    run_id = dy.String(primary_key=True)
    split = one_of(SPLITS, primary_key=True)
    rung = dy.String(primary_key=True)
    answerer = dy.String(primary_key=True)
    stratum = one_of([*STRATA, "all"], primary_key=True)
    families = dy.List(dy.String(), min_length=1)
    """Those that every stratum has, in order of name; each weighs what it weighs in the whole run."""
    n = dy.Int32(min=1)
    """Questions of those families."""
    n_houses = dy.Int32(min=1)
    correct = dy.Int32(min=0)
    accuracy = dy.Float64(min=0.0, max=1.0)
    low = dy.Float64(min=0.0, max=1.0)
    """95 % interval, clustered by house."""
    high = dy.Float64(min=0.0, max=1.0)
    chance = dy.Float64(min=0.0, max=1.0)
    """Mean of 1/K with the same weights."""
