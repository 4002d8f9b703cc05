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
    least_questions = dy.Int32(min=0)
    n_texts = dy.Int32(min=0)
    least_texts = dy.Int32(min=0)
    largest_share = dy.Float64(min=0.0, max=1.0)
    """Part of the questions that have the commonest text."""
    most_share = dy.Float64(min=0.0, max=1.0)
    falls_short = dy.Bool()
