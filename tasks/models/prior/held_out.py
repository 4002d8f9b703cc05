"""Probes put to the test: fitted on the train split, scored on houses that they have never seen."""

from collections.abc import Callable, Iterator
from typing import Any

import polars as pl

from tasks.models.prior.choice import PROBES, fitted
from tasks.models.prior.item import Item, Lesson, View, lessons_of, seen_in
from tasks.models.prior.probe import best

LABELLED: View = "labelled"
VIEWS: tuple[View, ...] = (LABELLED, "question")
"""With the label of the target's room, as E0 shows it, and without."""

SCORED = {
    "view": pl.String,
    "family": pl.String,
    "probe": pl.String,
    "question_id": pl.String,
    "house_id": pl.String,
    "right": pl.Boolean,
    "chance": pl.Float64,
}


def held_out(
    train: tuple[Lesson, ...],
    questions: pl.DataFrame,
    episodes: pl.DataFrame,
    each: Callable[[], None] = lambda: None,
) -> pl.DataFrame:
    """A row a view, probe and question of the families that train holds, with columns SCORED.

    Args:
        train: What the probes learn from.
        questions: Rows of `questions` of another split.
        episodes: Their rows of `episodes`.
        each: Called after each probe of each view, for whoever shows progress: `len(VIEWS) * len(PROBES)` times.
    """
    ids = questions.sort("question_id")["question_id"].to_list()
    asked = list(zip(ids, lessons_of(questions, episodes), strict=True))
    rows: list[dict[str, Any]] = []
    for view in VIEWS:
        for probe in PROBES:
            rows += _scored(train, asked, view, probe)
            each()
    return pl.DataFrame(rows, schema=SCORED, orient="row")


def _scored(
    train: tuple[Lesson, ...], asked: list[tuple[str, Lesson]], view: View, probe: str
) -> Iterator[dict[str, Any]]:
    for family, chosen in fitted(train, view, probe).items():
        own = [(question_id, lesson) for question_id, lesson in asked if lesson.item.family == family]
        items = [seen_in(view, lesson.item) for _, lesson in own]
        for (question_id, lesson), item, scores in zip(own, items, chosen.score(items) if items else [], strict=True):
            yield {
                "view": view,
                "family": family,
                "probe": probe,
                "question_id": question_id,
                "house_id": lesson.house_id,
                "right": _is_right(item, lesson, scores),
                "chance": 1.0 / len(item.options),
            }


def _is_right(item: Item, lesson: Lesson, scores: list[float]) -> bool:
    return item.options[best(item, scores)] == lesson.gold
