"""One row a stored picture, losslessly encoded. Never compacted; one row group an episode, uncompressed."""

import dataframely as dy

from schemas.columns import one_of
from schemas.values import SPLITS


class Images(dy.Schema):
    run_id = dy.String(primary_key=True)
    split = one_of(SPLITS, primary_key=True)
    episode_id = dy.String(primary_key=True)
    t = dy.Int32(primary_key=True, min=0)
    pixel_hash = dy.String(regex=r"^[0-9a-f]{64}$")
    """SHA-256 of the pixels."""
    codec = one_of(["qoi"])
    """How `data` is encoded."""
    data = dy.Binary()
    """The encoded picture."""
