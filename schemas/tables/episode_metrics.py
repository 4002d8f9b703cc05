"""One row an episode, rung and answerer: A's per-episode counts."""

import dataframely as dy

from schemas.columns import one_of
from schemas.values import SPLITS, STRATA


class EpisodeMetrics(dy.Schema):
    run_id = dy.String(primary_key=True)
    split = one_of(SPLITS, primary_key=True)
    rung = dy.String(primary_key=True)
    answerer = dy.String(primary_key=True)
    episode_id = dy.String(primary_key=True)
    house_id = dy.String()
    stratum = one_of(STRATA)
    n_total = dy.Int32(min=0)
    """Questions of the episode."""
    n_scored = dy.Int32(min=0)
    """Of those answered, how many were judged."""
    n_parsed = dy.Int32(min=0)
    """Replies from which a letter was read."""
    n_correct = dy.Int32(min=0)
    """Right answers."""
