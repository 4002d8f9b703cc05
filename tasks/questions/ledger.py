"""The two passes of `sound` as rows of the lake's tables, and back."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import Any

import polars as pl

from schemas.tables import rows_frame
from tasks.questions.cells import DRAWN_IN_ORDER, ROOMS_VISITED, Facts, Menus
from tasks.questions.forms import KINDS
from tasks.questions.recipe_sound import Slot
from tasks.questions.thinning import Acceptance, SlotCounts, TextKey, ValueKey, expected, fit

_SEPARATOR = " / "
_KEY = ("family", "text", "option_set", "target_room", "value")
Row = dict[str, Any]


def facts_of(episodes: pl.DataFrame, frames: pl.DataFrame) -> list[Facts]:
    """What menus depend on, from rows of `episodes` and `frames` of one split."""
    walked = frames.group_by("episode_id").agg(
        n_rooms=pl.col("room_id").n_unique(), n_spaces=pl.col("space_id").n_unique(), n_frames=pl.len()
    )
    rows = episodes.select("episode_id", "stratum", "target_room").join(walked, on="episode_id").sort("episode_id")
    return [Facts(**row) for row in rows.iter_rows(named=True)]


def slot_rows(episode_id: str, slots: Iterable[Slot]) -> tuple[list[Row], list[Row]]:
    """Rows of `candidates` and of `drops` for one episode's first pass."""
    candidates: list[Row] = []
    drops: list[Row] = []
    for slot in slots:
        key = {"episode_id": episode_id, "family": slot.family}
        if slot.family != ROOMS_VISITED:  # thinned when the menus were made, and counted there
            for value, n in slot.counts.items():
                candidates.append({"episode_id": episode_id, **_row(value), "n": n})
        drops += [{**key, "rule": rule, "n": n} for rule, n in slot.drops.items()]
    return candidates, drops


def empty_rows(episode_id: str, empty: Mapping[str, str]) -> list[Row]:
    """Rows of `drops` for the places that the second pass left empty."""
    return [
        {"episode_id": episode_id, "family": family, "rule": rule, "n": 1} for family, rule in sorted(empty.items())
    ]


def thinning_rows(candidates: pl.DataFrame, menus: Menus) -> pl.DataFrame:
    """Rows of `thinning` for one split, fitted to its rows of `candidates` and to what was settled with the menus."""
    episodes = list(_episodes(candidates))
    accepted = fit(episodes, KINDS)
    stands = expected(episodes, accepted)
    places: dict[ValueKey, int] = {}
    for slot in (slot for slots in episodes for slot in slots):
        for key in slot:
            places[key] = places.get(key, 0) + 1
    rows = [_fitted(key, n, accepted.get(key, 0.0), stands.get(key, 0.0)) for key, n in sorted(places.items())]
    for key, n in sorted(menus.rooms_visited.items()):
        chance = menus.accepted.get(key, 0.0)
        rows.append(_fitted(key, n, chance, n * chance))
    return rows_frame("thinning", rows).sort(_KEY)


def acceptance_of(thinning: pl.DataFrame) -> Acceptance:
    """What the second pass draws with, from rows of `thinning` of one split.

    Rooms-visited has been drawn with the menus already, so whoever was dealt it is asked it.
    """
    accepted = {_value_key(row): row["acceptance"] for row in thinning.iter_rows(named=True) if row["acceptance"] > 0}
    return {key: 1.0 if key[0].family == ROOMS_VISITED else chance for key, chance in accepted.items()}


def _fitted(key: ValueKey, n_slots: int, acceptance: float, stands: float) -> Row:
    return {**_row(key), "n_slots": n_slots, "acceptance": acceptance, "expected": stands}


def _episodes(candidates: pl.DataFrame) -> Iterator[list[SlotCounts]]:
    """The slots of each episode in the order in which they draw."""
    known: dict[tuple[Any, ...], ValueKey] = {}  # one object for equal keys: there are hundreds for each
    ordered = candidates.sort("episode_id", *_KEY).select("episode_id", *_KEY, "types", "n")
    for _, rows in groupby(ordered.iter_rows(named=True), key=lambda row: row["episode_id"]):
        slots: dict[str, dict[ValueKey, int]] = {}
        for row in rows:
            plain = tuple(row[name] for name in _KEY)
            key = known.get(plain) or known.setdefault(plain, _value_key(row))
            slots.setdefault(row["family"], {})[key] = row["n"]
        yield [slots[family] for family in DRAWN_IN_ORDER if family in slots]


def _row(value: ValueKey) -> Row:
    key, kind = value
    return {
        "family": key.family,
        "text": key.text,
        "option_set": _SEPARATOR.join(key.options),
        "value": kind,
        "types": list(key.types),
        "target_room": key.target_room,
    }


def _value_key(row: Row) -> ValueKey:
    options = tuple(row["option_set"].split(_SEPARATOR))
    return TextKey(row["family"], row["text"], tuple(row["types"]), options, row["target_room"]), row["value"]
