"""Whether a family has enough questions, over enough texts, none of them too common (SPEC section 3, `sound`, rule 4)."""

from collections.abc import Iterable
from typing import Any

import polars as pl

from schemas.tables import rows_frame
from schemas.values import FAMILIES
from tasks.questions.cells import ROOMS_VISITED

LEAST_QUESTIONS, FULL_SPLIT = 80, 200
"""So many questions a family in a test split of 200 episodes; in proportion where it is smaller."""
LEAST_TEXTS, MOST_SHARE = 8, 0.20


def quotas(questions: pl.DataFrame, menus: Iterable[tuple[str, ...]]) -> pl.DataFrame:
    """Rows of `quotas` for the questions of one split, whose episodes were asked these menus."""
    dealt = list(menus)
    least = min(LEAST_QUESTIONS, LEAST_QUESTIONS * len(dealt) // FULL_SPLIT)
    rows = []
    for family in FAMILIES:
        texts = questions.filter(pl.col("family") == family)["text"]
        commonest = max(texts.value_counts()["count"].to_list(), default=0)
        one_text = family == ROOMS_VISITED
        row = {
            "family": family,
            "n_slots": sum(family in menu for menu in dealt),
            "n_questions": len(texts),
            "least_questions": least,
            "n_texts": texts.n_unique(),
            "least_texts": 1 if one_text else LEAST_TEXTS,
            "largest_share": commonest / len(texts) if len(texts) else 0.0,
            "most_share": 1.0 if one_text else MOST_SHARE,
        }
        rows.append(row | {"falls_short": bool(_shortfalls(row))})
    return rows_frame("quotas", rows)


def account(rows: pl.DataFrame, drops: pl.DataFrame) -> list[str]:
    """For people: what each rule dropped, and a sentence for each family that falls short, saying by how much.

    Args:
        rows: Of `quotas`.
        drops: Columns `rule` and `n` of `drops`.
    """
    rules = drops.group_by("rule").agg(pl.col("n").sum()).sort("n", "rule", descending=[True, False])
    dropped = ", ".join(f"{rule} {n}" for rule, n in rules.iter_rows())
    written = f"{rows['n_questions'].sum()} questions in {rows['n_slots'].sum()} places."
    short = rows.filter("falls_short").iter_rows(named=True)
    return [
        f"{written} Dropped: {dropped or 'nothing'}.",
        *(f"{row['family']} falls short: {', '.join(_shortfalls(row))}." for row in short),
    ]


def _shortfalls(row: dict[str, Any]) -> list[str]:
    found = []
    if row["n_questions"] < row["least_questions"]:
        found.append(f"{_several(row['n_questions'], 'question')} of at least {row['least_questions']}")
    if row["n_texts"] < row["least_texts"]:
        found.append(f"{_several(row['n_texts'], 'text')} of at least {row['least_texts']}")
    if row["largest_share"] > row["most_share"]:
        found.append(f"one text is {row['largest_share']:.0%} of the questions, of at most {row['most_share']:.0%}")
    return found


def _several(n: int, what: str) -> str:
    return f"{n} {what}{'' if n == 1 else 's'}"
