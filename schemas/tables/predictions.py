"""One row a designated question: its answer as the parser read it and as it was judged, wrong where none came."""

import dataframely as dy
import polars as pl

from schemas.columns import one_of
from schemas.values import NO_ANSWER, PARSE_STATUSES, SPLITS


class Predictions(dy.Schema):
    run_id = dy.String(primary_key=True)
    split = one_of(SPLITS, primary_key=True)
    rung = dy.String(primary_key=True)
    answerer = dy.String(primary_key=True)
    episode_id = dy.String(primary_key=True)
    question_id = dy.String(primary_key=True)
    status = one_of((*PARSE_STATUSES, NO_ANSWER))
    """How it came out, as one of a few words."""
    parsed = dy.String(nullable=True, regex=r"^[ABCD]$")
    """The letter that was read; null where none was."""
    parse_ok = dy.Bool()
    """Whether a letter was read."""
    answer = dy.String(regex=r"^[ABCD]$")
    """The letter under which the gold answer stood, as the rung turned the options."""
    is_right = dy.Bool()
    """Whether the letter is the answer; false where none was read."""

    @dy.rule()
    def parsed_where_ok(cls) -> pl.Expr:
        return pl.col("parse_ok") == pl.col("parsed").is_not_null()
