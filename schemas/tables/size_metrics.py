"""One row a rung, answerer, family (`all` for the sum) and size class of the observation that decides the answer."""

import dataframely as dy

from schemas.columns import one_of
from schemas.values import FAMILIES, SPLITS


class SizeMetrics(dy.Schema):
    run_id = dy.String(primary_key=True)
    split = one_of(SPLITS, primary_key=True)
    rung = dy.String(primary_key=True)
    answerer = dy.String(primary_key=True)
    family = one_of([*FAMILIES, "all"], primary_key=True)
    size = dy.String(primary_key=True)
    """As a part of the image, in words."""
    n = dy.Int32(min=1)
    n_houses = dy.Int32(min=1)
    parsed = dy.Int32(min=0)
    """Replies from which a letter was read."""
    correct = dy.Int32(min=0)
    accuracy = dy.Float64(min=0.0, max=1.0)
    low = dy.Float64(min=0.0, max=1.0)
    """95 % interval, clustered by house."""
    high = dy.Float64(min=0.0, max=1.0)
    chance = dy.Float64(min=0.0, max=1.0)
    """Mean of 1 over the number of options."""
