"""One row a change of state of a run. A run is visible when its latest row says `published`."""

import dataframely as dy

from schemas.columns import one_of


class Runs(dy.Schema):
    run_id = dy.String(primary_key=True)
    at = dy.Datetime(time_unit="us", time_zone="UTC", primary_key=True)
    """When, UTC."""
    state = one_of(["started", "rejected", "published", "removed"], primary_key=True)
    """started, rejected, published or removed."""
    kind = one_of(["gen", "eval"])
    """gen for a generation, eval for an evaluation."""
    manifest = dy.String()
    """Canonical JSON: settings, code version, machine-independent identity of all inputs."""
    rows = dy.String()
    """JSON object: rows a table."""
    digests = dy.String()
    """JSON object: digest a table (`ladder digest`)."""
    versions = dy.String()
    """JSON object: Delta version a table at this moment."""
    seconds = dy.Float64(nullable=True)
    """How long the run took."""
