"""One row a house of a run, document and all, so that a generation can be replayed without its files."""

import dataframely as dy

from schemas.columns import one_of
from schemas.values import SPLITS


class Houses(dy.Schema):
    run_id = dy.String(primary_key=True)
    split = one_of(SPLITS, primary_key=True)
    house_id = dy.String(primary_key=True, regex=r"^house-[0-9a-f]{12}$")
    source = dy.String()
    """File, or seed and number, for people."""
    content_hash = dy.String(regex=r"^[0-9a-f]{64}$")
    """SHA-256 of the layout."""
    n_rooms = dy.Int32(min=1)
    """Rooms."""
    n_spaces = dy.Int32(min=1)
    """Spaces: rooms joined by open boundaries count once."""
    n_objects = dy.Int32(min=0)
    """Objects."""
    area_m2 = dy.Float64(min=0.0)
    """Floor, square metres."""
    document = dy.String()
    """ProcTHOR JSON, schema 1.0.0."""
