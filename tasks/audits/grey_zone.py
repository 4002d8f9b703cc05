"""Grey-zone objects: answers that hang on a line which a picture does not draw (SPEC section 3, `sound`, rule 8).

32 pixels or 33, 6.0 m or 6.1 (every pixel counted), where a room ends in an open space, and a mug or a cup.
"""

from collections.abc import Iterator

import polars as pl

from tasks.audits.dataset import Dataset
from tasks.audits.finding import Finding
from tasks.audits.shares import all_hold

NAME = "grey_zone"
_CASES = ("universe", "cited")


def audit(data: Dataset) -> Iterator[Finding]:
    readings = {
        "same_with_every_pixel": data.loose,
        "same_by_space": data.by_space,
        "same_with_lookalikes": data.lookalikes,
    }
    for statistic, read in readings.items():
        strict = data.questions.join(data.derived, on="question_id", how="left", suffix="_strict", validate="1:1")
        both = strict.rename({"universe_strict": "strict_universe", "cited": "strict_cited"}).join(
            read.select("question_id", other_universe="universe", other_cited="cited"), on="question_id", validate="1:1"
        )
        same = pl.all_horizontal(pl.col(f"strict_{case}").eq_missing(pl.col(f"other_{case}")) for case in _CASES)
        yield from all_hold(NAME, statistic, both, same)
