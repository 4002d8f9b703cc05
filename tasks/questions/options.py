"""Options: what their texts mean, how numeric ones are chosen, and in which order they stand."""

import re
from typing import TypeVar

import numpy as np

T = TypeVar("T")

OR_MORE = " or more"
_NUMBER = re.compile(rf"(\d+)({OR_MORE})?")


def span(option: str) -> tuple[int, int | None]:
    """The whole numbers that a numeric option stands for: `3` is (3, 3), `4 or more` is (4, None).

    Raises ValueError for an option that is no number, which only a faulty recipe writes.
    """
    match = _NUMBER.fullmatch(option)
    if match is None:
        raise ValueError(f"option `{option}` is no number; numeric options read `3` or `4{OR_MORE}`.")
    low = int(match[1])
    return low, None if match[2] else low


def number_window(gold: int, n_options: int, rng: np.random.Generator) -> tuple[str, ...]:
    """Neighbouring whole numbers from 1 up that hold `gold`, at a place drawn evenly, in rising order."""
    start = int(rng.integers(max(1, gold - n_options + 1), gold + 1))
    return tuple(str(start + step) for step in range(n_options))


def turned(options: tuple[T, ...], by: int) -> tuple[T, ...]:
    """The options, or their letters, that many places on: what stood first comes last after one."""
    return options[by:] + options[:by]


def shuffled(options: tuple[str, ...], rng: np.random.Generator) -> tuple[str, ...]:
    return tuple(options[int(index)] for index in rng.permutation(len(options)))
