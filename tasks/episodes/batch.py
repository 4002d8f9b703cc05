"""Find all episodes of a shard and write them down as rows."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import imagecodecs
import polars as pl

from schemas.errors import ConfigError, WorldError
from schemas.seeds import generator
from schemas.settings import EpisodeSettings
from schemas.tables import rows_frame
from tasks.episodes.route import Place
from tasks.episodes.rows import episode_row, frame_row, observation_rows, pixel_hash, rejection_row
from tasks.episodes.search import Episode, Rejection, enter, redraw, search
from tasks.episodes.slots import Slot
from tasks.episodes.walk import Step
from tasks.houses.house import House
from tasks.worlds.base import World
from tasks.worlds.lost import Mishap, PlayerLostError, redone

ATTEMPTS_PER_HOUSE = 60
"""About every other candidate holds, so 60 failures mean that the house will not do."""

IMAGE_CODEC = "qoi"


@dataclass(slots=True)
class _Found:
    """What a slot's search brought, kept apart until it is whole."""

    episode: Episode | None = None
    rejected: list[tuple[House, Rejection]] = field(default_factory=list)
    reasons: Counter[str] = field(default_factory=Counter)


class Batch:
    """The rows of one shard, table by table, as they grow."""

    def __init__(self, world: World, houses: Mapping[str, House], settings: EpisodeSettings, *, draw: bool) -> None:
        self._world, self._houses, self._settings, self._draw = world, houses, settings, draw
        self._rows: dict[str, list[dict[str, Any]]] = {
            table: [] for table in ("episodes", "rejections", "frames", "images", "observations")
        }
        self._known: set[tuple[str, str, float, float, float]] = set()
        self._place: Place | None = None
        self._refused: dict[str, str] = {}
        self.mishaps: list[Mishap] = []
        """What went wrong and cost no data: lost players, refused houses."""

    def find(self, slots: Sequence[Slot], seed: int) -> None:
        """Fill every slot, the ones of a house one after the other.

        Raises:
            ConfigError: A slot could be filled in none of its houses.
        """
        for slot in slots:
            self._fill(slot, seed)

    def frames(self) -> dict[str, pl.DataFrame]:
        return {table: rows_frame(table, rows) for table, rows in self._rows.items()}

    def _fill(self, slot: Slot, seed: int) -> None:
        about = f"{slot.split} episode {slot.episode_id}"
        found = redone(lambda: self._look_for(slot, seed), about, self._note)
        for attempt, (house, rejection) in enumerate(found.rejected):
            self._rows["rejections"].append(rejection_row(slot, attempt, house, rejection))
        if found.episode is None:
            raise ConfigError(
                f"{about} ({slot.stratum}) was found in none of {len(slot.house_ids)} houses "
                f"({', '.join(f'{reason}: {count}' for reason, count in found.reasons.most_common())}). "
                "Ask for fewer episodes, or point --houses at more and larger houses."
            )
        self._keep(slot, found.episode)

    def _look_for(self, slot: Slot, seed: int) -> _Found:
        """Search the slot's houses in their order, from the first draw on."""
        found = _Found()
        for house_id in slot.house_ids:
            place = self._enter(house_id)
            if place is None:
                found.reasons["house_refused"] += 1
                continue
            draw = generator(seed, "episode", slot.split, slot.episode_id, house_id)
            results = search(self._world, place, slot.stratum, draw, self._settings, ATTEMPTS_PER_HOUSE, self._known)
            for result in results:
                if isinstance(result, Episode):
                    found.episode = redraw(self._world, result) if self._draw else result
                    return found
                found.rejected.append((place.house, result))
                found.reasons[result.reason] += 1
        return found

    def _enter(self, house_id: str) -> Place | None:
        """The house by that id, None where the world refuses it.

        A world holds one house at a time, so the last one is kept for the slots that follow.
        """
        if house_id in self._refused:
            return None
        if self._place is None or self._place.house.id != house_id:
            self._place = None
            try:
                self._place = enter(self._world, self._houses[house_id])
            except PlayerLostError:
                raise
            except WorldError as error:
                self._refused[house_id] = str(error)
                self._note(Mishap("house_refused", house_id, str(error)))
        return self._place

    def _note(self, mishap: Mishap) -> None:
        self.mishaps.append(mishap)
        if mishap.kind == "player_lost":
            self._place = None

    def _keep(self, slot: Slot, episode: Episode) -> None:
        self._known.add(episode.key)
        self._rows["episodes"].append(episode_row(slot, episode, self._settings))
        for step in episode.walk.steps:
            self._rows["frames"].append(frame_row(slot.episode_id, step, episode.graph, episode.house))
            self._rows["observations"] += observation_rows(slot.episode_id, step, episode.house)
            if step.rgb is not None:
                self._rows["images"].append(image_row(slot.episode_id, step))


def image_row(episode_id: str, step: Step) -> dict[str, Any]:
    """The picture of a step, losslessly encoded."""
    assert step.rgb is not None
    return {
        "episode_id": episode_id,
        "t": step.t,
        "pixel_hash": pixel_hash(step.rgb),
        "codec": IMAGE_CODEC,
        "data": imagecodecs.qoi_encode(step.rgb),
    }
