"""One row a rung, answerer, family and stratum (`all` for the sum): denominators, accuracies, intervals."""

import dataframely as dy

from schemas.columns import added, one_of
from schemas.values import FAMILIES, SPLITS, STRATA


class RungMetrics(dy.Schema):
    run_id = dy.String(primary_key=True)
    split = one_of(SPLITS, primary_key=True)
    rung = dy.String(primary_key=True)
    answerer = dy.String(primary_key=True)
    family = one_of([*FAMILIES, "all"], primary_key=True)
    stratum = one_of([*STRATA, "all"], primary_key=True)
    designated = dy.Int32(min=0)
    """Planned questions."""
    executed = dy.Int32(min=0)
    """Of those designated, how many had their episode run."""
    answered = dy.Int32(min=0)
    """Of those executed, how many were answered."""
    scored = dy.Int32(min=0)
    """Of those answered, how many were judged."""
    parsed = dy.Int32(min=0)
    """Replies from which a letter was read."""
    correct = dy.Int32(min=0)
    accuracy = dy.Float64(nullable=True)
    """Right over designated, 0 to 1; an answer that never came is wrong."""
    accuracy_parsed = dy.Float64(nullable=True)
    """Right over parsed: conditional, and of no rung's questions but its own."""
    low = dy.Float64(nullable=True)
    """Lower end of the 95 % interval of `accuracy`, clustered by house."""
    high = dy.Float64(nullable=True)
    n_houses = dy.Int32(min=0)
    low_episodes = added(dy.Float64(nullable=True))
    """The same, clustered by episode."""
    high_episodes = added(dy.Float64(nullable=True))
    n_episodes = added(dy.Int32(min=0, nullable=True))
    """Episodes."""
    low_parsed = added(dy.Float64(nullable=True))
    """Lower end of the 95 % interval of `accuracy_parsed`, from drawing houses again where there are ten or more."""
    high_parsed = added(dy.Float64(nullable=True))
    chance = dy.Float64(nullable=True)
    """Mean of 1/K over the designated questions."""
