"""One row a rung that was asked with its options turned, answerer, family and stratum (SPEC section 4, text controls)."""

import dataframely as dy

from schemas.columns import one_of
from schemas.values import FAMILIES, SPLITS, STRATA


class CircularMetrics(dy.Schema):
    run_id = dy.String(primary_key=True)
    split = one_of(SPLITS, primary_key=True)
    rung = dy.String(primary_key=True)
    """The rung whose options were turned."""
    answerer = dy.String(primary_key=True)
    family = one_of([*FAMILIES, "all"], primary_key=True)
    stratum = one_of([*STRATA, "all"], primary_key=True)
    n = dy.Int32(min=1)
    """Questions that were asked in every turn of their options."""
    n_houses = dy.Int32(min=1)
    accuracy = dy.Float64(min=0.0, max=1.0)
    """As the options stand in the question."""
    mean_accuracy = dy.Float64(min=0.0, max=1.0)
    """Mean over the turns of a question, then over questions."""
    mean_low = dy.Float64(min=0.0, max=1.0)
    mean_high = dy.Float64(min=0.0, max=1.0)
    right_in_all = dy.Float64(min=0.0, max=1.0)
    """Share of questions answered right in every turn."""
    all_low = dy.Float64(min=0.0, max=1.0)
    all_high = dy.Float64(min=0.0, max=1.0)
    chance = dy.Float64(min=0.0, max=1.0)
    """Mean of 1/K: of a guess that keeps to its option; one that draws anew is right in all turns less often."""
