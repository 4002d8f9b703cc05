"""Word n-grams with logistic regression over (question, option) pairs.

Words alone say nothing, for they are the same for every option of a question; so each word, pair of words and room
label is crossed with what the option is: its text, its rank among numbers, whether it was named first or second.
"""

from collections.abc import Iterator, Sequence

import numpy as np
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.linear_model import LogisticRegression

from tasks.models.prior.item import Item, Lesson
from tasks.models.prior.probe import Scorer
from tasks.models.prior.wording import mention, ngrams, ranks

_INVERSE_PENALTY = 0.03
"""Strong enough that what many texts share outweighs the chance habits of one."""


def fit_ngrams(lessons: Sequence[Lesson]) -> Scorer:
    vectorizer = CountVectorizer(analyzer=list, binary=True, dtype=np.float64)
    pairs = vectorizer.fit_transform([pair for lesson in lessons for pair in _pairs(lesson.item)])
    model = LogisticRegression(C=_INVERSE_PENALTY, max_iter=2000).fit(
        pairs, [option == lesson.gold for lesson in lessons for option in lesson.item.options]
    )

    def score(items: Sequence[Item]) -> list[list[float]]:
        seen = vectorizer.transform([pair for item in items for pair in _pairs(item)])
        flat = iter(model.decision_function(seen))
        return [[float(next(flat)) for _ in item.options] for item in items]

    return score


def _pairs(item: Item) -> Iterator[list[str]]:
    """The features of each option in turn."""
    context = ["", *ngrams(item.question)]
    if item.room_label:
        # The label with the whole text is the prior that A found to carry E0: a kitchen and a fridge.
        context += [f"label {item.room_label}", f"label {item.room_label} {item.question}"]
    for position, (option, rank) in enumerate(zip(item.options, ranks(item.options), strict=True)):
        named = mention(option, item.question)
        sides = [f"value {option}"]
        sides += [] if rank is None else [f"rank {rank} of {len(item.options)}"]
        sides += [] if named is None else [f"named {named}"]
        yield [f"position {position}", *(f"{each}|{side}" for each in context for side in sides)]
