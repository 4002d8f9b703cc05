"""One row a rung, answerer, family, stratum, kind of gold and statistic: sums of `closed_loop` (SPEC section 5).

`all` stands for the sum over families, strata and kinds of gold. Within a stratum there are only sums over families.
"""

import dataframely as dy

from schemas.columns import one_of
from schemas.values import CLOSED_LOOP_STATISTICS, FAMILIES, GOLD_BY, SPLITS, STRATA


class ClosedLoopMetrics(dy.Schema):
    run_id = dy.String(primary_key=True)
    split = one_of(SPLITS, primary_key=True)
    rung = dy.String(primary_key=True)
    answerer = dy.String(primary_key=True)
    family = one_of([*FAMILIES, "all"], primary_key=True)
    stratum = one_of([*STRATA, "all"], primary_key=True)
    gold_by = one_of([*GOLD_BY, "all"], primary_key=True)
    """Whether presence or absence shows gold."""
    statistic = one_of(CLOSED_LOOP_STATISTICS, primary_key=True)
    """What `count` and `share` are of."""
    n = dy.Int32(min=1)
    """Designated questions; those that nothing was asked about are among them."""
    n_houses = dy.Int32(min=1)
    count = dy.Float64(min=0.0)
    """Questions of which it holds; of `pose_coverage`, the sum of shares."""
    share = dy.Float64(min=0.0, max=1.0)
    """`count` over `n`, 0 to 1."""
    low = dy.Float64(min=0.0, max=1.0)
    """Lower end of the 95 % interval of `share`, clustered by house."""
    high = dy.Float64(min=0.0, max=1.0)
