"""One row a text, option set, target-room label and value of a split: how often it is accepted (SPEC section 3, rule 4)."""

import dataframely as dy

from schemas.columns import one_of
from schemas.values import FAMILIES, SPLITS


class Thinning(dy.Schema):
    run_id = dy.String(primary_key=True)
    split = one_of(SPLITS, primary_key=True)
    family = one_of(FAMILIES, primary_key=True)
    text = dy.String(primary_key=True, min_length=1)
    option_set = dy.String(primary_key=True, min_length=1)
    """The options in an order of their own, joined by ` / `."""
    target_room = dy.String(primary_key=True)
    """Room type of the target's room."""
    value = dy.String(primary_key=True, min_length=1)
    """The gold answer; a No may be of several kinds."""
    types = dy.List(dy.String())
    """Object types, canonical."""
    n_slots = dy.Int32(min=1)
    """Places, one an episode and family, that have such a candidate."""
    acceptance = dy.Float64(min=0.0, max=1.0)
    """0 where the split lacks one of the text's values, so that nothing can balance it."""
    expected = dy.Float64(min=0.0)
    """Questions that come of it on average."""
