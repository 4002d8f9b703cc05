"""Balance by random thinning: each text has each of its values equally often *in expectation* (SPEC section 3, rule 4).

A slot is one episode's place for one family. It draws evenly among its candidates and accepts the drawn one with a
probability that depends on its text, its option set, the target-room label and its value, and on nothing else; refused,
it draws again, N_DRAWS times at most. The probabilities are fitted over the slots of a whole split, so that within each
text the values come in their stated shares. Exact quotas instead would make honest classifiers score below chance.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

N_SQUARINGS = 6
N_DRAWS = 2**N_SQUARINGS
"""A power of two, so that the chance of being refused every time takes multiplications alone."""
N_ROUNDS = 500
TOLERANCE = 1e-4


@dataclass(frozen=True, slots=True, order=True)
class TextKey:
    """What a reader without pictures knows of a question."""

    family: str
    text: str
    options: tuple[str, ...]
    """In an order of their own, not that of the letters."""
    target_room: str


ValueKey = tuple[TextKey, str]
"""A text and one of its values; a No may be of several kinds."""
Slot = Mapping[ValueKey, int]
"""How many candidates an episode has for each, in one family."""
Acceptance = Mapping[ValueKey, float]
"""0 to 1; a value that is missing cannot be balanced and is never drawn."""
Shares = Mapping[str, Mapping[str, float]]
"""By family, the relative share of each kind of value; a family that is missing has its options in equal parts."""
Floats = NDArray[np.float64]


def fit(slots: Sequence[Slot], shares: Shares) -> Acceptance:
    """Acceptance probabilities under which each text is expected to have its values in the stated shares over the slots.

    A text that lacks one of its values in the whole split is left out, for no probability can balance it. For the
    others a value that comes too often is accepted less, round by round, until every text is within TOLERANCE or
    N_ROUNDS have passed. Sums run in one fixed order (`bincount` adds one by one), so that every processor gives the
    same figures.
    """
    keys = _balanceable(slots, shares)
    if not keys:
        return {}
    place = {key: index for index, key in enumerate(keys)}
    entries = [
        (number, place[key], slot[key]) for number, slot in enumerate(slots) for key in sorted(slot) if key in place
    ]
    slot_of, key_of, count = (np.array(column, dtype=np.int64) for column in zip(*entries, strict=True))
    text_of, goal = _goals(keys, shares)
    accepted = np.ones(len(keys))
    for _ in range(N_ROUNDS):
        mass = np.bincount(key_of, _chances(slot_of, count, accepted[key_of]), len(keys))
        share = mass / np.bincount(text_of, mass)[text_of]
        if np.abs(share - goal).max() < TOLERANCE:
            break
        accepted = accepted * goal / share
        most = np.zeros(text_of[-1] + 1)
        np.maximum.at(most, text_of, accepted)
        accepted = accepted / most[text_of]
    return {key: float(value) for key, value in zip(keys, accepted, strict=True)}


def expected(slots: Iterable[Slot], accepted: Acceptance) -> dict[ValueKey, float]:
    """How often each value of each text is drawn, on average."""
    mass = dict.fromkeys(accepted, 0.0)
    for slot in slots:
        keys = [key for key in sorted(slot) if key in accepted]
        if not keys:
            continue
        count = np.array([slot[key] for key in keys], dtype=np.int64)
        chances = _chances(np.zeros(len(keys), dtype=np.int64), count, np.array([accepted[key] for key in keys]))
        for key, chance in zip(keys, chances, strict=True):
            mass[key] += float(chance)
    return mass


def draw(keys: Sequence[ValueKey], accepted: Acceptance, rng: np.random.Generator) -> int | None:
    """Index of the candidate that a slot ends up with, or None where it accepted none."""
    open_to = [index for index, key in enumerate(keys) if key in accepted]
    for _ in range(N_DRAWS if open_to else 0):
        index = open_to[int(rng.integers(len(open_to)))]
        if float(rng.random()) < accepted[keys[index]]:
            return index
    return None


def _chances(slot_of: NDArray[np.int64], count: NDArray[np.int64], accepted: Floats) -> Floats:
    """How likely its slot ends up with each entry: its part of the slot's chance to accept anything in N_DRAWS draws."""
    taken = np.bincount(slot_of, count * accepted)
    total = np.bincount(slot_of, count.astype(np.float64))
    refused = 1.0 - np.divide(taken, total, out=np.zeros_like(taken), where=total > 0)
    for _ in range(N_SQUARINGS):
        refused = refused * refused
    chance: Floats = count * accepted / taken[slot_of] * (1.0 - refused[slot_of])
    return chance


def _balanceable(slots: Sequence[Slot], shares: Shares) -> list[ValueKey]:
    """In order, the values of the texts that have all of their kinds of value somewhere in the split."""
    kinds: dict[TextKey, set[str]] = {}
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
