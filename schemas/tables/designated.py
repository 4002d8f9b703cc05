"""One row a question that an evaluation plans to ask under a rung: the first of the five denominators."""

import dataframely as dy

from schemas.columns import one_of
from schemas.values import SPLITS


class Designated(dy.Schema):
    run_id = dy.String(primary_key=True)
    split = one_of(SPLITS, primary_key=True)
    rung = dy.String(primary_key=True)
    answerer = dy.String(primary_key=True)
    episode_id = dy.String(primary_key=True)
    question_id = dy.String(primary_key=True)
