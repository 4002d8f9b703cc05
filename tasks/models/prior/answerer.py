"""The answerer `prior`: text-only probes behind the protocol that every answerer has."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import polars as pl
import sklearn

from schemas.errors import ConfigError
from schemas.identity import digest_of
from tasks.models.base import Prompt, Response
from tasks.models.prior.choice import PROBES, fitted
from tasks.models.prior.item import Item, Lesson, item_of, lessons_of, seen_in, view_of
from tasks.models.prior.probe import best
from tasks.questions.record import LETTERS

PROBES_VERSION = 1
"""Raised by hand whenever the same train split would make other probes than before."""
NO_LABEL = "no-label"


@dataclass(frozen=True)
class Prior:
    """Answers from the prompt's words alone, as the train split taught.

    Each view (options, question, question and label) is fitted when the first prompt of its kind comes. A family that
    train does not hold is answered from its options, by what was learned over all families.
    """

    lessons: tuple[Lesson, ...]
    probe: str | None = None
    """One of PROBES; None takes the best of them for each family."""
    with_label: bool = True
    """Whether a room label is used where the prompt shows one."""

    @classmethod
    def fit(cls, argument: str, questions: pl.DataFrame, episodes: pl.DataFrame) -> "Prior":
        """From the train split.

        Args:
            argument: what follows `prior:` in a spec: a probe, `no-label`, both with a colon between, or nothing.
            questions: the train split's `questions`.
            episodes: the train split's `episodes`; they give house and room label.

        Raises:
            ConfigError: the argument means nothing, or train holds no question.
        """
        probe, with_label = parts_of(argument)
        lessons = lessons_of(questions, episodes)
        if not lessons:
            raise ConfigError(
                "`prior` has nothing to learn from: the train split holds no questions. "
                "Generate with `--splits train=...`, or leave `prior` out."
            )
        return cls(lessons, probe, with_label)

    @property
    def name(self) -> str:
        """The spec with a digest of all that decides the fit: train, our version of the probes, the library's."""
        parts = ["prior", *filter(None, [self.probe]), *([] if self.with_label else [NO_LABEL]), self._digest[:8]]
        return ":".join(parts)

    def answer(self, prompts: Iterable[Prompt]) -> Iterator[Response]:
        asked = list(prompts)
        items = [self._with_options(item_of(prompt, with_label=self.with_label)) for prompt in asked]
        for prompt, item, index in zip(asked, items, self.choices(items), strict=True):
            yield Response(prompt.key, LETTERS[index] if prompt.options else item.options[index])

    def choices(self, items: Sequence[Item]) -> list[int]:
        """For each item the index of the option that its family's probe holds most likely."""
        groups: dict[tuple[str, str], list[int]] = {}
        known = [self._known(item) for item in items]
        for place, item in enumerate(known):
            groups.setdefault((view_of(item), item.family), []).append(place)
        chosen: dict[int, int] = {}
        for places in groups.values():
            own = [known[place] for place in places]
            score = fitted(self.lessons, view_of(own[0]), self.probe)[own[0].family].score
            for place, item, scores in zip(places, own, score(own), strict=True):
                chosen[place] = best(item, scores)
        return [chosen[place] for place in range(len(items))]

    def _with_options(self, item: Item) -> Item:
        """Where the options are withheld, all that was ever right in the family is open."""
        return item if item.options else replace(item, options=self._golds.get(item.family, self._golds[""]))

    @cached_property
    def _golds(self) -> Mapping[str, tuple[str, ...]]:
        """Right answers by family, and of all families under ""."""
        golds: dict[str, set[str]] = {}
        for lesson in self.lessons:
            for family in (lesson.item.family, ""):
                golds.setdefault(family, set()).add(lesson.gold)
        return {family: tuple(sorted(each)) for family, each in golds.items()}

    def _known(self, item: Item) -> Item:
        return item if item.family in self._families else seen_in("options", item)

    @cached_property
    def _families(self) -> frozenset[str]:
        return frozenset(lesson.item.family for lesson in self.lessons)

    @cached_property
    def _digest(self) -> str:
        return digest_of([PROBES_VERSION, sklearn.__version__, self.lessons])


def parts_of(argument: str) -> tuple[str | None, bool]:
    """Probe, None for the best of each family, and whether room labels are used, from what follows `prior:` in a spec.

    Raises:
        ConfigError: it means nothing.
    """
    names = [name for name in argument.split(":") if name]
    probes = [name for name in names if name != NO_LABEL]
    if len(probes) > 1 or any(name not in PROBES for name in probes) or names.count(NO_LABEL) > 1:
        raise ConfigError(
            f"`prior:{argument}` is no answerer: after the colon comes one of {', '.join(PROBES)}, `{NO_LABEL}`, "
            f"or both. Write for instance `prior:ngrams:{NO_LABEL}`, or `prior` for the best probe of each family."
        )
    return probes[0] if probes else None, NO_LABEL not in names
