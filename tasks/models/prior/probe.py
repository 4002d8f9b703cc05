"""What a probe is: fitted on lessons it becomes a scorer, which gives every option of a question a number.

Options are scored one by one and the best is the answer, so questions with two and with four of them go together.
"""

from collections.abc import Callable, Sequence

from tasks.models.prior.item import Item, Lesson

Scorer = Callable[[Sequence[Item]], list[list[float]]]
"""A score for each option of each item."""
Fit = Callable[[Sequence[Lesson]], Scorer]

_DECIMALS = 6
"""Finer differences are noise of the arithmetic, which is not the same on every processor."""


def best(item: Item, scores: Sequence[float]) -> int:
    """Index of the option with the highest score; a tie goes to the first by text, never to a letter."""
    return min(range(len(scores)), key=lambda index: (-round(scores[index], _DECIMALS), item.options[index]))
