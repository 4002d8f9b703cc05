"""Gradient boosting over (question, option) pairs: text, option and label as categories and numbers.

It finds what goes together in ways that no sum of words can: this type, in this room, with the larger number.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray
from sklearn.ensemble import HistGradientBoostingClassifier

from tasks.models.prior.item import Item, Lesson
from tasks.models.prior.probe import Scorer, is_gold, scores_by_question
from tasks.models.prior.wording import mention, number, ranks, read

_N_CATEGORICAL = 5
_MOST_CATEGORIES = 200
"""The library takes up to 255 a feature; rarer ones count as unknown."""
_SMALLEST_LEAF = 20
_NONE = -1
"""Stands where an option has no number, no rank or no mention; a column of nothing but NaN is refused."""

Codes = tuple[Mapping[str, int], ...]


def fit_boosting(lessons: Sequence[Lesson]) -> Scorer:
    items = [lesson.item for lesson in lessons]
    codes = _codes(items)
    model = HistGradientBoostingClassifier(
        learning_rate=0.1,
        max_iter=60,
        max_leaf_nodes=8,
        min_samples_leaf=_SMALLEST_LEAF,
        l2_regularization=1.0,
        categorical_features=list(range(_N_CATEGORICAL)),
        early_stopping=False,
        random_state=0,  # draws nothing below 200,000 pairs, where bins are taken from a sample
    ).fit(_table(items, codes), is_gold(lessons))

    def score(asked: Sequence[Item]) -> list[list[float]]:
        return scores_by_question(asked, model.decision_function(_table(asked, codes)))

    return score


def _codes(items: Iterable[Item]) -> Codes:
    """For each categorical feature the commonest values of train, by number; ties by text."""
    counts: tuple[Counter[str], ...] = tuple(Counter() for _ in range(_N_CATEGORICAL))
    for item in items:
        for option in item.options:
            for counter, value in zip(counts, _categories(item, option), strict=True):
                counter[value] += 1
    return tuple(
        {value: code for code, value in enumerate(sorted(each, key=lambda v: (-each[v], v))[:_MOST_CATEGORIES])}
        for each in counts
    )


def _table(items: Sequence[Item], codes: Codes) -> NDArray[np.float64]:
    """A row a pair: the categories as codes, NaN where train did not hold them often enough, then the numbers."""
    rows = []
    for item in items:
        for position, (option, rank) in enumerate(zip(item.options, ranks(item.options), strict=True)):
            coded = [code.get(value, np.nan) for code, value in zip(codes, _categories(item, option), strict=True)]
            perhaps = [number(option), rank, mention(option, item.question)]
            numbers = [_NONE if value is None else value for value in perhaps]
            rows.append([*coded, *numbers, position, len(item.options)])
    return np.array(rows, dtype=np.float64)


def _categories(item: Item, option: str) -> tuple[str, ...]:
    reading = read(item.question)
    one, other = (*reading.things, "", "")[:2]
    return reading.template, one, other, item.room_label, option
