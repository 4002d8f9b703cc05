"""One row a family: what its questions in the test split come to, beside what they should (SPEC section 3, rule 4)."""

import dataframely as dy

from schemas.columns import one_of
from schemas.values import FAMILIES, SPLITS


class Quotas(dy.Schema):
    run_id = dy.String(primary_key=True)
    split = one_of(SPLITS, primary_key=True)
    family = one_of(FAMILIES, primary_key=True)
    n_slots = dy.Int32(min=0)
    """Places that the menus gave it."""
    n_questions = dy.Int32(min=0)
    """Questions."""
    least_questions = dy.Int32(min=0)
    """Questions that are wanted."""
    n_texts = dy.Int32(min=0)
    """Different texts."""
    least_texts = dy.Int32(min=0)
    """Texts that are wanted."""
    largest_share = dy.Float64(min=0.0, max=1.0)
    """Part of the questions that have the commonest text."""
    most_share = dy.Float64(min=0.0, max=1.0)
    """Largest share that is allowed."""
    falls_short = dy.Bool()
    """Whether less is there than wanted."""
