"""`majority`: the value that was most often right in its family in train. It measures what habits give away."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

import polars as pl

from schemas.errors import ConfigError
from schemas.identity import canonical_json, digest_of
from tasks.models.base import Prompt, Response
from tasks.questions.record import LETTERS


@dataclass(frozen=True, slots=True)
class Majority:
    """Among a question's options, the gold value that its family had most often in train.

    Values count, never letters: options are shuffled. A tie, and with it a question none of whose options was ever
    right in its family, goes to the option that was right more often over all families, then to the first by text. Where
    the options are withheld, the value that was right most often is said in words.
    """

    counts: Mapping[str, Mapping[str, int]]
    """Family, then gold value: how often it was right in train."""

    @property
    def name(self) -> str:
        return f"majority:{digest_of(self.counts)[:8]}"

    @classmethod
    def fit(cls, train: pl.DataFrame) -> "Majority":
        """From the train split's `questions`; ConfigError where it has no row."""
        if train.is_empty():
            raise ConfigError(
                "`majority` has nothing to learn from: the train split holds no questions. "
                "Generate with `--splits train=...`, or leave `majority` out."
            )
        counted = train.group_by("family", "gold").len().sort("family", "gold")
        counts: dict[str, dict[str, int]] = {}
        for family, gold, n in counted.iter_rows():
            counts.setdefault(family, {})[gold] = n
        return cls(counts)

    def to_json(self) -> str:
        return canonical_json(self.counts)

    @classmethod
    def from_json(cls, text: str) -> "Majority":
        return cls(json.loads(text))

    def answer(self, prompts: Iterable[Prompt]) -> Iterator[Response]:
        overall: Counter[str] = Counter()
        for values in self.counts.values():
            overall.update(values)
        for prompt in prompts:
            in_family = self.counts.get(prompt.family, {})
            options = prompt.options or tuple(in_family or overall)
            choice = min(options, key=lambda value: (-in_family.get(value, 0), -overall[value], value))
            yield Response(prompt.key, LETTERS[options.index(choice)] if prompt.options else choice)
