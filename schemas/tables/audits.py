"""One row a finding of an audit: what was measured, against which threshold, and which rows it names (SPEC section 6)."""

import dataframely as dy
import polars as pl

from schemas.columns import one_of
from schemas.values import AUDIT_VERDICTS, FAMILIES, SPLITS


class Audits(dy.Schema):
    run_id = dy.String(primary_key=True)
    """The run that was audited: a generation, or an evaluation with the generation that it asked."""
    split = one_of(SPLITS, primary_key=True)
    audit = dy.String(primary_key=True)
    """Which audit found it."""
    family = one_of([*FAMILIES, "all"], primary_key=True)
    statistic = dy.String(primary_key=True)
    """What `value` is."""
    value = dy.Float64(nullable=True)
    """Null where there was nothing to measure."""
    low = dy.Float64(nullable=True)
    """Lower end of the 95 % interval, clustered by house; null where the value is no estimate."""
    high = dy.Float64(nullable=True)
    threshold = dy.Float64(nullable=True)
    """What the value or its interval was held against; null where it is only stated."""
    verdict = one_of(AUDIT_VERDICTS)
    """What follows by rule."""
    ids = dy.List(dy.String())
    """The rows at fault: ids of questions, episodes or houses, or `episode/t` for frames; in order."""

    @dy.rule()
    def the_interval_is_whole(cls) -> pl.Expr:
        return pl.col("low").is_null() == pl.col("high").is_null()
