"""Balance by random thinning: each text has each of its values equally often *in expectation* (SPEC section 3, rule 4).

A slot is one episode's place for one family. It draws evenly among its candidates and accepts the drawn one with a
probability that depends on its text, its option set, the target-room label and its value, and on nothing else; refused,
it draws again, N_DRAWS times at most. What it ends up with stands unless an earlier slot of the episode ended up with
something about the same type or one that looks like it (rule 9). The probabilities are fitted over a whole split, so
that within each text the values that stand come in their shares. Exact quotas instead would make honest classifiers
score below chance.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tasks.questions.pool import Floats, Pool

N_SQUARINGS = 6
N_DRAWS = 2**N_SQUARINGS
"""A power of two, so that the chance of being refused every time takes multiplications alone."""
N_ROUNDS = 500
TOLERANCE = 1e-4
MOST_OF_A_FAMILY = 0.15
"""Share of a family's questions that one text is expected to have at most: below the 20 % that a reader may meet, for
chance adds some. A family of fewer than LEAST_TEXTS texts is left as it is."""
LEAST_TEXTS = 8


@dataclass(frozen=True, slots=True, order=True)
class TextKey:
    """What a reader without pictures knows of a question."""

    family: str
    text: str
    types: tuple[str, ...]
    """The object types that the text names."""
    options: tuple[str, ...]
    """In an order of their own, not that of the letters."""
    target_room: str


ValueKey = tuple[TextKey, str]
"""A text and one of its values; a No may be of several kinds."""
SlotCounts = Mapping[ValueKey, int]
"""How many candidates a slot has for each."""
Acceptance = Mapping[ValueKey, float]
"""0 to 1; a value that is missing cannot be balanced and is never drawn."""
Shares = Mapping[str, Mapping[str, float]]
"""By family, the relative share of each kind of value; a family that is missing has its options in equal parts."""


def fit(episodes: Sequence[Sequence[SlotCounts]], shares: Shares) -> Acceptance:
    """Acceptance probabilities under which each text is expected to have its values in the stated shares.

    A text that lacks one of its values in the whole split is left out, for no probability can balance it. For the
    others a value that comes too often is accepted less, round by round, until every text is within TOLERANCE or
    N_ROUNDS have passed. Sums run in one fixed order (`bincount` adds one by one), so that every processor gives the
    same figures.

    Args:
        episodes: The slots of each episode, in the order in which they are drawn.
        shares: Of families whose values are not simply their options.
    """
    keys = _balanceable(episodes, shares)
    if not keys:
        return {}
    pool = Pool(episodes, keys)
    text_of, goal = _goals(keys, shares)
    ceiling = _Ceiling(keys)
    accepted = np.ones(len(keys))
    for _ in range(N_ROUNDS):
        mass = _mass(pool, ceiling.under(accepted))
        whole = np.bincount(text_of, mass)[text_of]
        share = np.divide(mass, whole, out=goal.copy(), where=whole > 0)
        if ceiling.is_met(mass) and np.abs(share - goal).max() < TOLERANCE:
            break
        accepted = accepted * goal / np.maximum(share, TOLERANCE)
        most = np.zeros(text_of[-1] + 1)
        np.maximum.at(most, text_of, accepted)
        accepted = accepted / most[text_of]
        ceiling.lower(mass)
    return {key: float(value) for key, value in zip(keys, ceiling.under(accepted), strict=True)}


def expected(episodes: Sequence[Sequence[SlotCounts]], accepted: Acceptance) -> dict[ValueKey, float]:
    """How often each value of each text stands in the end, on average."""
    keys = sorted(accepted)
    if not keys:
        return {}
    mass = _mass(Pool(episodes, keys), np.array([accepted[key] for key in keys]))
    return {key: float(value) for key, value in zip(keys, mass, strict=True)}


def draw(keys: Sequence[ValueKey], accepted: Acceptance, rng: np.random.Generator) -> int | None:
    """Index of the candidate that a slot ends up with, or None where it accepted none."""
    open_to = [index for index, key in enumerate(keys) if key in accepted]
    for _ in range(N_DRAWS if open_to else 0):
        index = open_to[int(rng.integers(len(open_to)))]
        if float(rng.random()) < accepted[keys[index]]:
            return index
    return None


def _mass(pool: Pool, accepted: Floats) -> Floats:
    """For each key how often it stands, on average."""
    chances = _chances(pool, accepted[pool.key_of])
    return np.bincount(pool.key_of, chances * pool.freedom(chances), len(accepted)).astype(np.float64, copy=False)


def _chances(pool: Pool, accepted: Floats) -> Floats:
    """How likely its slot ends up with each entry: its part of the slot's chance to accept anything in N_DRAWS draws."""
    taken = np.bincount(pool.slot_of, pool.count * accepted)
    total = np.bincount(pool.slot_of, pool.count.astype(np.float64))
    refused = 1.0 - np.divide(taken, total, out=np.zeros_like(taken), where=total > 0)
    for _ in range(N_SQUARINGS):
        refused = refused * refused
    taken = taken[pool.slot_of]
    part = np.divide(pool.count * accepted, taken, out=np.zeros_like(taken), where=taken > 0)
    chance: Floats = part * (1.0 - refused[pool.slot_of])
    return chance


class _Ceiling:
    """Holds back texts that would be too large a part of their family, all values of a text alike."""

    def __init__(self, keys: Sequence[ValueKey]) -> None:
        names = {name: index for index, name in enumerate(sorted({(key.family, key.text) for key, _ in keys}))}
        families = {family: index for index, family in enumerate(sorted({family for family, _ in names}))}
        self._name_of = np.array([names[key.family, key.text] for key, _ in keys], dtype=np.int64)
        self._family_of = np.array([families[family] for family, _ in names], dtype=np.int64)
        self._is_held = np.bincount(self._family_of)[self._family_of] >= LEAST_TEXTS
        self._held = np.ones(len(names))

    def under(self, accepted: Floats) -> Floats:
        return accepted * self._held[self._name_of]

    def is_met(self, mass: Floats) -> bool:
        return bool((self._parts(mass) <= MOST_OF_A_FAMILY + TOLERANCE).all())

    def lower(self, mass: Floats) -> None:
        self._held = self._held * np.minimum(1.0, MOST_OF_A_FAMILY / np.maximum(self._parts(mass), TOLERANCE))

    def _parts(self, mass: Floats) -> Floats:
        """Share of each text in its family; 0 where the family is left as it is."""
        texts = np.bincount(self._name_of, mass)
        families = np.bincount(self._family_of, texts)[self._family_of]
        return np.divide(texts, families, out=np.zeros_like(texts), where=self._is_held & (families > 0))


def _balanceable(episodes: Sequence[Sequence[SlotCounts]], shares: Shares) -> list[ValueKey]:
    """In order, the values of the texts that have all of their kinds of value somewhere in the split."""
    kinds: dict[TextKey, set[str]] = {}
    for slots in episodes:
        for slot in slots:
            for text, kind in slot:
                kinds.setdefault(text, set()).add(kind)
    return [
        (text, kind)
        for text in sorted(kinds)
        if kinds[text] >= set(shares.get(text.family, text.options))
        for kind in sorted(kinds[text])
    ]


def _goals(keys: Sequence[ValueKey], shares: Shares) -> tuple[NDArray[np.int64], Floats]:
    """For each value the number of its text, and the share of the text that it should have."""
    texts: dict[TextKey, int] = {}
    text_of = np.array([texts.setdefault(text, len(texts)) for text, _ in keys], dtype=np.int64)
    wanted = np.array([shares[text.family][kind] if text.family in shares else 1.0 for text, kind in keys])
    goal: Floats = wanted / np.bincount(text_of, wanted)[text_of]
    return text_of, goal
