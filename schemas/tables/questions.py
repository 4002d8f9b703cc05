"""One row a question, with the frames that it cites and those that decide it (SPEC section 3)."""

import dataframely as dy
import polars as pl

from schemas.columns import one_of
from schemas.values import FAMILIES, SPLITS


class Questions(dy.Schema):
    run_id = dy.String(primary_key=True)
    split = one_of(SPLITS, primary_key=True)
    episode_id = dy.String(primary_key=True)
    question_id = dy.String(primary_key=True, regex=r"^ep_\d{5}_q\d$")
    family = one_of(FAMILIES)
    template_id = dy.String()
    """The template that wrote it."""
    template_version = dy.Int32(min=1)
    """Raised when the template's words change."""
    text = dy.String(min_length=1)
    options = dy.List(dy.String(min_length=1), min_length=2, max_length=4)
    """Texts behind the letters, in order."""
    answer = dy.String(regex=r"^[ABCD]$")
    """The letter of gold."""
    gold = dy.String()
    """The value of the answer, as it stands in `options`."""
    types = dy.List(dy.String())
    """Object types that the question names, in the order of its text."""
    room = dy.String(nullable=True)
    """Room id that the question names, if it names one."""
    strip = dy.List(dy.Int32(), min_length=1)
    """The sampled trajectory frames that the recipe wrote from."""
    universe = one_of(["strip", "trajectory"])
    """The frames that the gold answer speaks of."""
    frame_refs = dy.List(dy.Int32(), min_length=1)
    """Cited frames: indices into the trajectory, in time order."""
    decisive_frames = dy.List(dy.Int32())
    """Smallest set of cited frames that decides."""
    memory_required = dy.Bool()
    """As the recipe defines it (SPEC section 3)."""
    needs_past = dy.Bool()
    """The last frame alone does not settle it."""
    needs_integration = dy.Bool()
    """No single cited frame settles it."""
    decisive_age = dy.Int32(min=0)
    """Actions from the last decisive frame to the end of the trajectory."""
    n_decisive = dy.Int32(min=0)
    """Decisive frames."""
    justification = dy.String()
    """Why gold is gold, in words."""

    @dy.rule()
    def answer_in_options(cls) -> pl.Expr:
        index = pl.col("answer").replace_strict({"A": 0, "B": 1, "C": 2, "D": 3}, return_dtype=pl.Int64)
        return (pl.col("options").list.get(index, null_on_oob=True) == pl.col("gold")).fill_null(False)

    @dy.rule()
    def options_differ(cls) -> pl.Expr:
        return pl.col("options").list.n_unique() == pl.col("options").list.len()
