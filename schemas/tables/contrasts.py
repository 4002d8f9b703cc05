"""One row a comparison of two rungs, answerer, family and stratum (`all` for the sum): paired on the same questions.

The difference is `rung` minus `against`, as a share from -1 to 1, over all questions designated under both; an answer
that never came is wrong. Intervals hold 95 %, clustered by house unless the name says otherwise.
"""

import dataframely as dy
import polars as pl

from schemas.columns import added, one_of
from schemas.values import FAMILIES, SPLITS, STRATA


class Contrasts(dy.Schema):
    run_id = dy.String(primary_key=True)
    split = one_of(SPLITS, primary_key=True)
    rung = dy.String(primary_key=True)
    against = dy.String(primary_key=True)
    """Another rung, or `chance`."""
    answerer = dy.String(primary_key=True)
    family = one_of([*FAMILIES, "all"], primary_key=True)
    stratum = one_of([*STRATA, "all"], primary_key=True)
    role = one_of(["primary", "exploratory"])
    """Whether the comparison was named beforehand as one to conclude from."""
    n = dy.Int32(min=1)
    n_houses = dy.Int32(min=1)
    n_episodes = dy.Int32(min=1)
    """Episodes."""
    n_same = dy.Int32(min=0)
    """Questions that both asked in the same words with the same pictures: one measurement, not two."""
    n_answered = added(dy.Int32(min=0, nullable=True))
    """Questions that were answered under either. Where as many are `n_same` and none moved, there is one measurement, and
    the verdict says nothing."""
    accuracy = dy.Float64(min=0.0, max=1.0)
    accuracy_against = dy.Float64(min=0.0, max=1.0)
    """The same of the other side."""
    difference = dy.Float64(min=-1.0, max=1.0)
    """First minus second, -1 to 1."""
    low = dy.Float64(min=-1.0, max=1.0)
    """Lower end of the 95 % interval."""
    high = dy.Float64(min=-1.0, max=1.0)
    low_episodes = dy.Float64(min=-1.0, max=1.0)
    """The same interval, clustered by episode."""
    high_episodes = dy.Float64(min=-1.0, max=1.0)
    better = dy.Int32(min=0)
    """Questions on which `rung` earned more."""
    worse = dy.Int32(min=0)
    """Questions on which `against` earned more."""
    p_t = dy.Float64(min=0.0, max=1.0)
    """Of the t test whose error is clustered by house."""
    p_sign_flip = dy.Float64(min=0.0, max=1.0, nullable=True)
    """Exact, over all ways of giving each house's difference a sign; null against chance, where signs are not by lot."""
    p_mcnemar = dy.Float64(min=0.0, max=1.0, nullable=True)
    """Exact, as if each question stood by itself."""
    p_holm = dy.Float64(min=0.0, max=1.0, nullable=True)
    """`p_sign_flip` (`p_t` against chance) corrected over the families; null for sums and within strata."""
    margin = dy.Float64(min=0.0, nullable=True)
    """Of equivalence, fixed beforehand; null within a stratum."""
    verdict = one_of(["equivalent", "different", "cannot tell"])
    """Equivalent: the 90 % interval lies within the margin. Different: not so, and `p_holm` (where there is none,
    `p_sign_flip` or `p_t`) is at most 0.05. Within strata nothing is corrected."""
    power = dy.Float64(min=0.0, max=1.0, nullable=True)
    """Chance of the verdict `equivalent`, were there no difference at all."""
    detectable = dy.Float64(min=0.0, max=1.0)
    """The smallest difference that would be found in four of five such data sets; 1 where there is none so large."""
    n_parsed_both = dy.Int32(min=0)
    """Questions read on both sides."""
    difference_parsed = dy.Float64(min=-1.0, max=1.0, nullable=True)
    """On the questions for which both answers could be read only."""
    low_parsed = dy.Float64(min=-1.0, max=1.0, nullable=True)
    high_parsed = dy.Float64(min=-1.0, max=1.0, nullable=True)

    @dy.rule()
    def the_interval_holds_the_difference(cls) -> pl.Expr:
        return pl.col("difference").is_between(pl.col("low") - 1e-9, pl.col("high") + 1e-9)
