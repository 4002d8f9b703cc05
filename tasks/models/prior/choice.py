"""Which probe speaks for a family, chosen on train alone: the one with the most right answers on houses left out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from sklearn.model_selection import GroupKFold
from threadpoolctl import threadpool_limits

from tasks.models.prior.boosting import fit_boosting
from tasks.models.prior.item import Lesson, View, by_family
from tasks.models.prior.neighbour import fit_neighbour
from tasks.models.prior.ngrams import fit_ngrams
from tasks.models.prior.probe import Fit, Scorer, best

PROBES: Mapping[str, Fit] = {"ngrams": fit_ngrams, "boosting": fit_boosting, "neighbour": fit_neighbour}
"""By name; a tie between them goes to the earlier one."""

_FOLDS = 5


@dataclass(frozen=True, slots=True)
class Chosen:
    probe: str
    right: Mapping[str, int]
    """Right answers of each probe that was tried, on houses left out; empty where no choice was to be made."""
    n: int
    score: Scorer


@lru_cache(maxsize=8)
def fitted(lessons: tuple[Lesson, ...], view: View, probe: str | None) -> Mapping[str, Chosen]:
    """For each family of train, its probe fitted on all of train: the named one, or the best where None is named.

    One thread does the arithmetic, so that sums have one order.
    """
    with threadpool_limits(limits=1):
        return {family: _choose(own, probe) for family, own in by_family(lessons, view).items()}


def _choose(lessons: Sequence[Lesson], probe: str | None) -> Chosen:
    n_houses = len({lesson.house_id for lesson in lessons})
    if probe is None and n_houses > 1:
        right = {name: _right_on_houses_left_out(fit, lessons, min(_FOLDS, n_houses)) for name, fit in PROBES.items()}
    else:
        right = {}
    name = probe or max(PROBES, key=lambda each: right.get(each, 0))
    return Chosen(name, right, len(lessons), PROBES[name](lessons))


def _right_on_houses_left_out(fit: Fit, lessons: Sequence[Lesson], n_folds: int) -> int:
    folds = GroupKFold(n_folds).split(lessons, groups=[lesson.house_id for lesson in lessons])
    return sum(
        n_right(fit([lessons[index] for index in kept]), [lessons[index] for index in left_out])
        for kept, left_out in folds
    )


def n_right(score: Scorer, lessons: Sequence[Lesson]) -> int:
    """How many questions a scorer answers right."""
    items = [lesson.item for lesson in lessons]
    answers = (item.options[best(item, scores)] for item, scores in zip(items, score(items), strict=True))
    return sum(answer == lesson.gold for answer, lesson in zip(answers, lessons, strict=True))
