"""Global-count wording: a text that speaks of the house while the answer counts what came into view (A, section 6)."""

from collections.abc import Iterator

import polars as pl

from schemas.vocabulary import display, plural
from tasks.audits.dataset import Dataset
from tasks.audits.finding import Finding, finding
from tasks.audits.shares import all_hold

NAME = "wording"
_FAMILY = "Global-count"
_HOUSE = r"(?i)\b(?:house|home|apartment|building)\b"


def audit(data: Dataset) -> Iterator[Finding]:
    counts = data.questions.filter(pl.col("family") == _FAMILY)
    speaks_of_house = _without_names(counts).str.contains(_HOUSE)
    yield from all_hold(NAME, "speaks_of_what_it_counts", counts.with_columns(ok=~speaks_of_house), pl.col("ok"))
    if counts.is_empty():
        return
    stock = data.stock.rename({"object_type": "type", "n_objects": "n_there"})
    held = counts.with_columns(type=pl.col("types").list.first()).join(
        stock, on=["house_id", "type"], how="left", validate="m:1"
    )
    seen = pl.col("gold").str.extract(r"^(\d+)").cast(pl.Int64)
    more = held.filter(pl.col("n_there").fill_null(0) > seen)
    value = more.height / held.height
    yield finding(NAME, "house_holds_more", value, "stated", family=_FAMILY, ids=more["question_id"])


def _without_names(questions: pl.DataFrame) -> pl.Series:
    """The texts without the names of what they ask about: a house plant is no house."""
    names = [
        name
        for object_type in questions["types"].explode(empty_as_null=True).drop_nulls().unique().sort()
        for name in (plural(object_type), display(object_type))
    ]
    longest_first = sorted(names, key=lambda name: (-len(name), name))
    return questions["text"].str.replace_many(
        dict.fromkeys(longest_first, ""), ascii_case_insensitive=True, leftmost=True
    )
