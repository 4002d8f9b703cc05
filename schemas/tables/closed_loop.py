"""One row a question and answerer under a rung with pictures: what its frames say, against what was answered.

Outcomes are those of SPEC section 3: `shown`, `contrary`, `by_absence`, `contrary_by_absence`, `silent`.
"""

import dataframely as dy
import polars as pl

from schemas.columns import one_of
from schemas.values import FAMILIES, GOLD_BY, OUTCOMES, SPLITS, STRATA


class ClosedLoop(dy.Schema):
    run_id = dy.String(primary_key=True)
    split = one_of(SPLITS, primary_key=True)
    rung = dy.String(primary_key=True)
    answerer = dy.String(primary_key=True)
    episode_id = dy.String(primary_key=True)
    question_id = dy.String(primary_key=True)
    house_id = dy.String()
    stratum = one_of(STRATA)
    family = one_of(FAMILIES)
    gold = dy.String()
    """The right value."""
    gold_by = one_of(GOLD_BY)
    """Whether the cited frames show gold even as some of a longer walk, or only by what is absent from them."""
    acquired = one_of(OUTCOMES)
    """What all frames of the rung's walk say; of a rung that walks nothing, those of the recorded walk."""
    given = one_of(OUTCOMES)
    """What the frames that reached the answerer say; `silent` where none did."""
    n_acquired = dy.Int32(min=0)
    """Frames of the whole walk."""
    n_given = dy.Int32(min=0)
    """Frames that reached the answerer."""
    n_given_distinct = dy.Int32(min=0)
    """Of those given, how many differ as pictures; as frames where nothing was drawn."""
    pose_coverage = dy.Float64(min=0.0, max=1.0)
    """Share of the cited frames to whose pose the walk came within 1 m and 45 degrees of yaw."""
    own_gold = dy.String(nullable=True)
    """The option that is true of the rung's own walk, taken for all there is; null where none is."""
    has_evidence = dy.Bool()
    """The frames given settle gold, taken as the prompt says."""
    answered = dy.Bool()
    """Whether an answer came."""
    right = dy.Bool()
    """Whether it was the right one."""

    @dy.rule()
    def right_only_where_answered(cls) -> pl.Expr:
        return pl.col("answered") | ~pl.col("right")
