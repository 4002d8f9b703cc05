"""All candidates of a split as arrays, for thinning: which slot each stands in, and what can push it out.

A candidate is pushed out by what an earlier slot of its episode ends up with, where that names its type or one that
looks like it. Slots are drawn apart from each other, so the chance to stand is a plain product over the earlier slots.
"""

from collections.abc import Mapping, Sequence
from typing import Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from schemas.vocabulary import confusable

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


class Named(Protocol):
    """What a pool needs to know of a text."""

    @property
    def types(self) -> tuple[str, ...]: ...


K = TypeVar("K", bound=Named)


class Pool:
    """Entries: a slot's candidates of one value each, in order of slots and keys.

    Args:
        episodes: For each episode, in drawing order, its slots: how many candidates for each key.
        keys: The keys that can be drawn, sorted. A key that names two types must stand in the first slot of an episode:
            only there, where nothing can push it out, is the product exact for it.
    """

    def __init__(
        self, episodes: Sequence[Sequence[Mapping[tuple[K, str], int]]], keys: Sequence[tuple[K, str]]
    ) -> None:
        place = {key: index for index, key in enumerate(keys)}
        slot_of, key_of, count = _Column(), _Column(), _Column()
        takers, takes = _Column(), _Column()
        blockers = [_Column() for _ in range(max((len(slots) for slots in episodes), default=1) - 1)]
        codes: dict[tuple[int, int, str], int] = {}
        n_slots = 0
        for episode, slots in enumerate(episodes):
            for number, slot in enumerate(slots):
                for index, key in sorted((place[key], key) for key in slot if key in place):
                    types = key[0].types
                    for name in sorted({alike for each in types for alike in confusable(each)}):
                        takers.append(len(key_of))
                        takes.append(codes.setdefault((episode, number, name), len(codes)))
                    for earlier, column in enumerate(blockers):
                        known = codes.get((episode, earlier, types[0])) if types and earlier < number else None
                        column.append(-1 if known is None else known)
                    slot_of.append(n_slots)
                    key_of.append(index)
                    count.append(slot[key])
                n_slots += 1
        self.slot_of, self.key_of, self.count = slot_of.array(), key_of.array(), count.array()
        self._takers, self._takes, self._n_codes = takers.array(), takes.array(), len(codes)
        self._blockers = [column.array() for column in blockers]

    def freedom(self, chances: Floats) -> Floats:
        """How likely nothing pushes an entry out, where its slot ends up with each entry as likely as `chances`."""
        taken = np.append(np.bincount(self._takes, chances[self._takers], self._n_codes), 0.0)  # -1 is no blocker
        free = np.ones(len(chances))
        for column in self._blockers:
            free = free * np.maximum(0.0, 1.0 - taken[column])
        return free


class _Column(list[int]):
    def array(self) -> Ints:
        return np.array(self, dtype=np.int64)
