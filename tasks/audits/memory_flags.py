"""Memory flags against what memory is needed for, and against the values (A, sections 4 and 5.3, Appendix E.1).

Need is worked out by the second derivation with the cited frames taken for all there is. A flag that goes with a value
is no fault, since a Yes may need less than a No, but a score by flag then compares values: hence a caution.
"""

from collections.abc import Iterator

import polars as pl

from tasks.audits.dataset import Dataset
from tasks.audits.finding import Finding
from tasks.audits.lengths import cue
from tasks.audits.shares import all_hold

NAME = "memory_flags"


def audit(data: Dataset) -> Iterator[Finding]:
    need = data.derived.select("question_id", needed=pl.col("needs_past") & pl.col("needs_integration"))
    both = data.questions.join(need, on="question_id", how="left", validate="1:1")
    yield from all_hold(NAME, "memory_required", both, pl.col("memory_required") == pl.col("needed"))
    yield from cue(NAME, "gain_by_flag", data.questions, pl.col("memory_required"), "caution")
