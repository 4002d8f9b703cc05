"""One row an expectation of a gate: what was checked, over how many rows, and how it ended."""

import dataframely as dy

from schemas.columns import one_of


class Validations(dy.Schema):
    run_id = dy.String(primary_key=True)
    split = one_of(["all"], primary_key=True)
    table = dy.String(primary_key=True)
    """A table of the lake."""
    expectation = dy.String(primary_key=True)
    """Name of the expectation."""
    status = one_of(["passed", "failed", "errored", "recorded"])
    """`recorded`: failed, but the recipe is excused from it (SPEC section 7)."""
    n_rows = dy.Int64(min=0)
    """Rows that were checked."""
    n_failed = dy.Int64(min=0)
    """Rows that failed."""
    detail = dy.String()
    """In words."""
