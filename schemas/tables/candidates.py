"""One row an episode, family, text and value that could be asked of it: what thinning counts (SPEC section 3, `sound`)."""

import dataframely as dy

from schemas.columns import one_of
from schemas.values import FAMILIES, SPLITS


class Candidates(dy.Schema):
    run_id = dy.String(primary_key=True)
    split = one_of(SPLITS, primary_key=True)
    episode_id = dy.String(primary_key=True, regex=r"^ep_\d{5}$")
    family = one_of(FAMILIES, primary_key=True)
    text = dy.String(primary_key=True, min_length=1)
    option_set = dy.String(primary_key=True, min_length=1)
    """The options in an order of their own, joined by ` / `."""
    value = dy.String(primary_key=True, min_length=1)
    """The gold answer; a No may be of several kinds."""
    types = dy.List(dy.String())
    """Object types, canonical."""
    target_room = dy.String()
    """The label that text-only rungs are given."""
    n = dy.Int32(min=1)
    """Candidates of this value: several rooms of one type may be asked about in the same words."""
