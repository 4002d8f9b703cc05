"""Questions as rows of the lake's table, and back."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, fields
from typing import Any

import polars as pl

from schemas.tables import rows_frame
from tasks.questions.record import Question

_LISTS = ("options", "types", "strip", "frame_refs", "decisive_frames")


def questions_frame(questions: Iterable[Question]) -> pl.DataFrame:
    """Rows of `questions` without the run and the split, which the one who stages them fills in."""
    return rows_frame("questions", map(asdict, questions))


def question_of(row: Mapping[str, Any]) -> Question:
    """The question of a row of `questions`."""
    values = {field.name: row[field.name] for field in fields(Question)}
    return Question(**values | {name: tuple(values[name]) for name in _LISTS})
