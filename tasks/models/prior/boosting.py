"""Gradient boosting over (question, option) pairs: text, option and label as categories and numbers.

It finds what goes together in ways that no sum of words can: this type, in this room, with the larger number.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray
from sklearn.ensemble import HistGradientBoostingClassifier

from tasks.models.prior.item import Item, Lesson
from tasks.models.prior.probe import Scorer
from tasks.models.prior.wording import mention, number, read

_N_CATEGORICAL = 5
_MOST_CATEGORIES = 200
"""The library takes up to 255 a feature; rarer ones count as unknown."""

Codes = tuple[Mapping[str, int], ...]


def fit_boosting(lessons: Sequence[Lesson]) -> Scorer:
    items = [lesson.item for lesson in lessons]
    right = [option == lesson.gold for lesson in lessons for option in _asked_about(lesson.item)]
    if len(set(right)) == 1:  # of two options always the same one
        return lambda asked: [_of_each(item, iter([1.0 if right[0] else -1.0] * len(item.options))) for item in asked]
    codes = _codes(items)
    model = HistGradientBoostingClassifier(
        learning_rate=0.05,
        max_iter=60,
        max_leaf_nodes=8,
        min_samples_leaf=20,
        l2_regularization=1.0,
        categorical_features=list(range(_N_CATEGORICAL)),
        early_stopping=False,
        random_state=0,  # draws nothing below 200,000 pairs, where bins are taken from a sample
    ).fit(_table(items, codes), right)

    def score(asked: Sequence[Item]) -> list[list[float]]:
        flat = iter(model.decision_function(_table(asked, codes)))
        return [_of_each(item, flat) for item in asked]

    return score


def _in_order(item: Item) -> list[str]:
    """The options as the question names them, the others by number, then by text: an order that letters do not change."""
    last = float("inf")

    def rank(option: str) -> tuple[float, float, str]:
        named, value = mention(option, item.question), number(option)
        return (last if named is None else named, last if value is None else value, option)

    return sorted(item.options, key=rank)


def _asked_about(item: Item) -> list[str]:
    """The options that make a pair each. Of two only the first does, and the other has what it leaves.

    With both, whatever is told by a word or a label would be a cross of it with the option, and a tree takes no step
    that gains nothing by itself.
    """
    options = _in_order(item)
    return options[:1] if len(options) == 2 else options


def _of_each(item: Item, scores: Iterator[float]) -> list[float]:
    """Scores of the options in their own order, from those of the pairs."""
    by_option = {option: float(next(scores)) for option in _asked_about(item)}
    return [by_option[option] if option in by_option else -next(iter(by_option.values())) for option in item.options]


def _codes(items: Sequence[Item]) -> Codes:
    """For each categorical feature the commonest values of train, by number; ties by text."""
    counts = [
        Counter(values)
        for values in zip(*(_categories(item, option) for item in items for option in _asked_about(item)), strict=True)
    ]
    return tuple(
        {value: code for code, value in enumerate(sorted(each, key=lambda v: (-each[v], v))[:_MOST_CATEGORIES])}
        for each in counts
    )


def _table(items: Sequence[Item], codes: Codes) -> NDArray[np.float64]:
    """A row a pair: categories as codes (NaN for those that train did not hold), then numbers (-1 for none)."""
    rows = []
    for item in items:
        places = _in_order(item)
        for option in _asked_about(item):
            coded = [code.get(value, np.nan) for code, value in zip(codes, _categories(item, option), strict=True)]
            known = [-1 if each is None else each for each in (number(option), mention(option, item.question))]
            rows.append([*coded, *known, places.index(option), item.options.index(option), len(places)])
    return np.array(rows, dtype=np.float64)


def _categories(item: Item, option: str) -> tuple[str, ...]:
    reading = read(item.question)
    one, other = (*reading.things, "", "")[:2]
    return reading.template, one, other, item.room_label, option
