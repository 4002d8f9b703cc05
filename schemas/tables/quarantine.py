"""One row a thing that was set aside: a row that broke an expectation, with the whole row as JSON.

Of one expectation of a run the first 10,000 are kept.
"""

import dataframely as dy


class Quarantine(dy.Schema):
    run_id = dy.String(primary_key=True)
    split = dy.String(primary_key=True)
    table = dy.String(primary_key=True)
    """A table of the lake."""
    expectation = dy.String(primary_key=True)
    """Name of the expectation."""
    key = dy.String(primary_key=True)
    """The row's own key, joined by `/`."""
    row = dy.String()
    """The failing row, as JSON."""
