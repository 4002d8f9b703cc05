"""Whether a family has enough questions, over enough texts, none of them too common (SPEC section 3, `sound`, rule 4)."""

from collections.abc import Iterable
from typing import Any

import polars as pl

from schemas.tables import rows_frame
from schemas.values import FAMILIES
from tasks.questions.cells import ROOMS_VISITED

LEAST_QUESTIONS, LEAST_TEXTS, MOST_SHARE = 80, 8, 0.20
"""Of a family in a test split of any size; the audit of coverage holds it against the same."""
ONE_TEXT = (ROOMS_VISITED,)
"""Families that have one text by their nature."""


def quotas(questions: pl.DataFrame, menus: Iterable[tuple[str, ...]]) -> pl.DataFrame:
    """Rows of `quotas` for the questions of one split, whose episodes were asked these menus."""
    dealt = list(menus)
    rows = []
    for family in FAMILIES:
        texts = questions.filter(pl.col("family") == family)["text"]
        commonest = max(texts.value_counts()["count"].to_list(), default=0)
        one_text = family in ONE_TEXT
        row = {
            "family": family,
            "n_slots": sum(family in menu for menu in dealt),
            "n_questions": len(texts),
            "least_questions": LEAST_QUESTIONS,
            "n_texts": texts.n_unique(),
            "least_texts": 1 if one_text else LEAST_TEXTS,
            "largest_share": commonest / len(texts) if len(texts) else 0.0,
            "most_share": 1.0 if one_text else MOST_SHARE,
        }
        rows.append(row | {"falls_short": _few(row) or _plain(row) or _monotonous(row)})
    return rows_frame("quotas", rows)


def account(rows: pl.DataFrame, drops: pl.DataFrame) -> list[str]:
    """For people: what each rule dropped, and who falls short of which quota, with what each of them has.

    Args:
        rows: Of `quotas`.
        drops: Columns `rule` and `n` of `drops`.
    """
    rules = drops.group_by("rule").agg(pl.col("n").sum()).sort("n", "rule", descending=[True, False])
    dropped = ", ".join(f"{rule} {n}" for rule, n in rules.iter_rows())
    written = f"{rows['n_questions'].sum()} questions in {rows['n_slots'].sum()} places."
    missed = (
        (f"Fewer than {LEAST_QUESTIONS} questions", _few, "n_questions", "{}"),
        (f"Fewer than {LEAST_TEXTS} texts", _plain, "n_texts", "{}"),
        (f"One text above {MOST_SHARE:.0%}", _monotonous, "largest_share", "{:.0%}"),
    )
    lines = [f"{written} Dropped: {dropped or 'nothing'}."]
    for quota, is_short, column, form in missed:
        who = [f"{row['family']} {form.format(row[column])}" for row in rows.iter_rows(named=True) if is_short(row)]
        if who:
            lines.append(f"{quota}: {', '.join(who)}.")
    return lines


def _few(row: dict[str, Any]) -> bool:
    return bool(row["n_questions"] < row["least_questions"])


def _plain(row: dict[str, Any]) -> bool:
    return bool(row["n_texts"] < row["least_texts"])


def _monotonous(row: dict[str, Any]) -> bool:
    return bool(row["largest_share"] > row["most_share"])
