"""When an engine is lost: it crashed or hung, and what was under way is done again from its start.

The embedded world cannot be lost. An engine that runs beside us can, through no fault of the house or the episode; a walk
must come from one engine's uninterrupted life, so half of it is never kept.
"""

import logging
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Literal, TypeVar

import polars as pl

from schemas.errors import WorldError
from schemas.tables import rows_frame

MOST_IN_A_ROW = 3
"""An episode that loses its engine this often in a row is not tried again: it may be what kills it."""

T = TypeVar("T")
_log = logging.getLogger(__name__)


class PlayerLostError(WorldError):
    """The engine crashed or hung and was ended. The world holds no house any more: load one and begin again."""


@dataclass(frozen=True, slots=True)
class Mishap:
    """Something that went wrong on the way and cost no data."""

    kind: Literal["player_lost", "house_refused"]
    about: str
    """The episode that was done again, or the house that was left out."""
    reason: str


def redone(work: Callable[[], T], about: str, note: Callable[[Mishap], None]) -> T:
    """What `work` returns; where an engine is lost on the way, `work` is done again from its start.

    Args:
        work: enters the house itself, and keeps nothing before it returns.
        about: what is being done, for people: an episode or a house by its id.
        note: is told of every loss.

    Raises:
        WorldError: the engine was lost `MOST_IN_A_ROW` times, or `work` raised it.
    """
    for again in range(MOST_IN_A_ROW):
        try:
            return work()
        except PlayerLostError as lost:
            _log.warning("%s: %s (%d of %d)", about, lost, again + 1, MOST_IN_A_ROW)
            note(Mishap("player_lost", about, str(lost)))
            last = lost
    raise WorldError(f"{about} lost its player {MOST_IN_A_ROW} times in a row, the last time because {last}") from last


def mishaps_frame(mishaps: Sequence[Mishap], shard: str) -> pl.DataFrame:
    """Rows of `mishaps` of one shard."""
    return rows_frame(
        "mishaps", ({**asdict(each), "shard": shard, "number": number} for number, each in enumerate(mishaps))
    )
