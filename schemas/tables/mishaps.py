"""One row a thing that went wrong on the way and cost no data: a player that was lost, a house that an engine refused.

A lost player is an accident of the machine: the same run made again may have none. All other tables are the same.
"""

import dataframely as dy

from schemas.columns import one_of
from schemas.values import SPLITS


class Mishaps(dy.Schema):
    run_id = dy.String(primary_key=True)
    split = one_of(SPLITS, primary_key=True)
    kind = one_of(["player_lost", "house_refused"], primary_key=True)
    """player_lost or house_refused."""
    about = dy.String(primary_key=True)
    """The episode that was done again, or the house that was left out."""
    shard = dy.String(primary_key=True)
    """Where it happened: a house may be refused in several shards."""
    number = dy.Int32(primary_key=True, min=0)
    """Counted within the shard, for an episode may lose its player more than once."""
    reason = dy.String()
    """Why, in words."""
