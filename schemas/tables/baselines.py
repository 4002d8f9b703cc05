"""One row a family and stratum (`all` for the sum) of the questions asked: what is right without looking at anything."""

import dataframely as dy

from schemas.columns import one_of
from schemas.values import FAMILIES, SPLITS, STRATA


class Baselines(dy.Schema):
    run_id = dy.String(primary_key=True)
    """The evaluation."""
    split = one_of(SPLITS, primary_key=True)
    family = one_of([*FAMILIES, "all"], primary_key=True)
    stratum = one_of([*STRATA, "all"], primary_key=True)
    n = dy.Int32(min=1)
    n_houses = dy.Int32(min=1)
    n_options_2 = dy.Int32(min=0)
    """Questions with two options."""
    n_options_3 = dy.Int32(min=0)
    """Questions with three options."""
    n_options_4 = dy.Int32(min=0)
    """Questions with four options."""
    chance = dy.Float64(min=0.0, max=1.0)
    """Mean of 1/K."""
    majority = dy.Float64(min=0.0, max=1.0)
    """Answering each question with the most frequent gold value of its family."""
    majority_low = dy.Float64(min=0.0, max=1.0)
    """95 % interval, clustered by house."""
    majority_high = dy.Float64(min=0.0, max=1.0)
    n_counted = dy.Int32(min=0)
    """Questions whose options are numbers."""
    image_count = dy.Float64(min=0.0, max=1.0, nullable=True)
    """Answering those with the number of cited frames."""
    image_count_low = dy.Float64(nullable=True)
    image_count_high = dy.Float64(nullable=True)
