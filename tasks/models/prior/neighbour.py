"""Nearest neighbour over texts: how often was this option right, where it was offered, in the texts most like this one.

Train questions with the same words and options are one text, so that a text asked a hundred times is one neighbour
with a hundred votes and not a hundred neighbours.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from sklearn.feature_extraction.text import TfidfVectorizer

from tasks.models.prior.item import Item, Lesson
from tasks.models.prior.probe import Scorer
from tasks.models.prior.wording import ngrams

_NEIGHBOURS = 60
_SHARPNESS = 6
"""Power of the similarity in a vote: a text half as like counts a sixty-fourth."""
_LABEL_WEIGHT = 4
"""Times that the room label is counted as a word: one among thirty would never tell two texts apart."""
_DOUBT = 2.0
"""Votes of an imagined neighbour that knows nothing; they keep one lucky text from ruling."""
_DECIMALS = 9
_CHUNK = 512


@dataclass(slots=True)
class _Text:
    offered: Counter[str] = field(default_factory=Counter)
    right: Counter[str] = field(default_factory=Counter)


def fit_neighbour(lessons: Sequence[Lesson]) -> Scorer:
    texts: dict[tuple[str, ...], _Text] = {}
    for lesson in sorted(lessons, key=lambda lesson: _tokens(lesson.item)):
        text = texts.setdefault(_tokens(lesson.item), _Text())
        text.offered.update(lesson.item.options)
        text.right[lesson.gold] += 1
    known = list(texts.values())
    vectorizer = TfidfVectorizer(analyzer=list, dtype=np.float64)
    train = vectorizer.fit_transform(list(texts)).T.tocsr()

    def score(items: Sequence[Item]) -> list[list[float]]:
        scores: list[list[float]] = []
        for start in range(0, len(items), _CHUNK):
            chunk = items[start : start + _CHUNK]
            likeness = (vectorizer.transform([_tokens(item) for item in chunk]) @ train).toarray()
            for item, row in zip(chunk, np.round(likeness, _DECIMALS), strict=True):
                nearest = np.argsort(-row, kind="stable")[:_NEIGHBOURS]
                scores.append(_rates(item, [(known[index], float(row[index]) ** _SHARPNESS) for index in nearest]))
        return scores

    return score


def _rates(item: Item, neighbours: Sequence[tuple[_Text, float]]) -> list[float]:
    rates = []
    for option in item.options:
        right = sum(weight * text.right[option] for text, weight in neighbours)
        offered = sum(weight * text.offered[option] for text, weight in neighbours)
        rates.append((right + _DOUBT / len(item.options)) / (offered + _DOUBT))
    return rates


def _tokens(item: Item) -> tuple[str, ...]:
    label = (f"label {item.room_label}",) * _LABEL_WEIGHT if item.room_label else ()
    return (*ngrams(item.question), *label, *sorted(f"option {option}" for option in item.options))
