"""What a probe is: fitted on lessons it becomes a scorer, which gives every option of a question a number.

Options are scored one by one and the best is the answer, so questions with two and with four of them go together.
"""

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from tasks.models.prior.item import Item, Lesson

Scorer = Callable[[Sequence[Item]], list[list[float]]]
"""A score for each option of each item."""
Fit = Callable[[Sequence[Lesson]], Scorer]

_DECIMALS = 6
"""Finer differences are noise of the arithmetic, which is not the same on every processor."""


def is_gold(lessons: Sequence[Lesson]) -> NDArray[np.int64]:
    """For each (question, option) pair in turn, 1 where the option is the answer and 0 elsewhere."""
    return np.array([option == lesson.gold for lesson in lessons for option in lesson.item.options], dtype=np.int64)


def scores_by_question(items: Sequence[Item], scores: Sequence[float]) -> list[list[float]]:
    """Scores of pairs, put together again by question."""
    flat = iter(scores)
    return [[float(next(flat)) for _ in item.options] for item in items]


def best(item: Item, scores: Sequence[float]) -> int:
    """Index of the option with the highest score; a tie goes to the first by text, never to a letter."""
    return min(range(len(scores)), key=lambda index: (-round(scores[index], _DECIMALS), item.options[index]))
