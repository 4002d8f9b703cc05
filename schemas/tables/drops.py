"""One row an episode, family and rule of `sound` that dropped something: what was not asked, and why."""

import dataframely as dy

from schemas.columns import one_of
from schemas.values import FAMILIES, SPLITS


class Drops(dy.Schema):
    run_id = dy.String(primary_key=True)
    split = one_of(SPLITS, primary_key=True)
    episode_id = dy.String(primary_key=True, regex=r"^ep_\d{5}$")
    family = one_of(FAMILIES, primary_key=True)
    rule = dy.String(primary_key=True)
    """`names_target` drops types, `no_answer` subjects, `unfilled` and `shares_a_type` the place; the others candidates."""
    n = dy.Int32(min=1)
