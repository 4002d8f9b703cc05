"""Walks as the recipe `sound` reads them: beside the record what else a picture may show (SPEC section 3, rule 8)."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import polars as pl

from schemas.settings import EpisodeSettings
from tasks.houses.read import house_from_document
from tasks.houses.rooms import RoomGraph
from tasks.questions.record import FrameRecord, Trajectory
from tasks.questions.trajectories import in_record, records_of, room_types_of


@dataclass(frozen=True, slots=True)
class Walk:
    """An episode, with what is needed to read it in other ways."""

    trajectory: Trajectory
    loose: tuple[FrameRecord, ...]
    """The walk again with every object that has a pixel, at any distance."""
    spaces: Mapping[str, str]
    """Space of every room of the house."""
    target_room: str
    """Room type of the target's room: the label that text-only rungs are given."""
    split: str

    @property
    def key(self) -> tuple[str, str]:
        """Names the episode within the run."""
        return self.split, self.trajectory.episode_id


def walks(
    episodes: pl.DataFrame,
    frames: pl.DataFrame,
    observations: pl.DataFrame,
    houses: pl.DataFrame,
    settings: EpisodeSettings,
) -> Iterator[Walk]:
    """One walk an episode, in order of episode id; arguments as for `trajectories`, all rows of one split."""
    strict = records_of(frames, observations.filter(in_record(settings)))
    loose = records_of(frames, observations.filter(pl.col("pixels") > 0))
    room_types = {
        house_id: room_types_of(document) for house_id, document in houses["house_id", "document"].iter_rows()
    }
    spaces = {house_id: _spaces(document) for house_id, document in houses["house_id", "document"].iter_rows()}
    for episode_id, house_id, target_type, target_room, split in (
        episodes.sort("episode_id").select("episode_id", "house_id", "target_type", "target_room", "split").iter_rows()
    ):
        trajectory = Trajectory(episode_id, target_type, room_types[house_id], strict[episode_id])
        yield Walk(trajectory, loose[episode_id], spaces[house_id], target_room, split)


def _spaces(document: str) -> Mapping[str, str]:
    return RoomGraph(house_from_document(json.loads(document), "a stored house")).spaces
