"""Target leakage: the target is in view at spawn, or a question speaks of it (A, sections 3.1 and 3.2)."""

import re
from collections.abc import Iterator

import polars as pl

from schemas.vocabulary import display, plural
from tasks.audits.dataset import Dataset
from tasks.audits.finding import Finding, finding

NAME = "target_leakage"


def audit(data: Dataset) -> Iterator[Finding]:
    seen = _seen_at_spawn(data)
    named = _named(data.questions)
    yield _none(data.episodes.height, "visible_at_spawn", seen["episode_id"])
    yield _none(data.questions.height, "named", named["question_id"])


def _none(n: int, statistic: str, ids: pl.Series) -> Finding:
    value = len(ids) / n if n else 0.0
    return finding(NAME, statistic, value, "failed" if len(ids) else "passed", threshold=0.0, ids=ids)


def _seen_at_spawn(data: Dataset) -> pl.DataFrame:
    """Episodes with an observation of the target instance in their first frame, by flag or by a single pixel."""
    first = data.observations.filter(pl.col("t") == 0, pl.col("visible") | (pl.col("pixels") > 0))
    return data.episodes.join(
        first, left_on=["episode_id", "target_id"], right_on=["episode_id", "object_id"], how="semi"
    )


def _named(questions: pl.DataFrame) -> pl.DataFrame:
    """Questions that name the target's type, in text or options, or ask about it; `butter knife` names a knife."""
    words = pl.concat_list("text", "options").list.join("\n")
    found = [
        mine.filter(words.str.contains(_pattern(target)) | pl.col("types").list.contains(target))
        for (target,), mine in questions.group_by("target_type", maintain_order=True)
    ]
    return pl.concat(found) if found else questions.clear()


def _pattern(object_type: object) -> str:
    name = str(object_type)
    names = "|".join(re.escape(each) for each in (name, display(name), plural(name)))
    return rf"(?i)\b(?:{names})\b"
