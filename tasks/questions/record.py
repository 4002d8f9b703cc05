"""The symbolic record that questions are written from, and the question that comes of it (A, section 3.2 and D.2).

A `FrameRecord` holds the visible-object record of one frame: what the simulator flags visible and what covers enough of
the image. What the agent was looking for is withheld from the questions, so it is named here only to be avoided.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

Letter = Literal["A", "B", "C", "D"]
LETTERS: tuple[Letter, ...] = ("A", "B", "C", "D")
Universe = Literal["strip", "trajectory"]


@dataclass(frozen=True, slots=True)
class Seen:
    """One object in a frame's visible-object record."""

    object_id: str
    object_type: str
    room_id: str | None
    """The room whose polygon holds the object's centre; a recipe chooses between it and the camera's room."""


@dataclass(frozen=True, slots=True)
class FrameRecord:
    t: int
    """Index into the trajectory."""
    room_id: str
    """The camera's room: the one that holds the agent."""
    space_id: str
    seen: tuple[Seen, ...]
    """In order of object id."""
    room_type: str = ""
    """Type of the camera's room (column `frames.room_type`): a text can name a type, never an id."""


@dataclass(frozen=True, slots=True)
class Trajectory:
    """All that a recipe may read of an episode."""

    episode_id: str
    target_type: str
    room_types: Mapping[str, str]
    """Room id to room type, for every room of the house."""
    frames: tuple[FrameRecord, ...]
    """The whole walk in time order; `frames[i].t == i`."""


@dataclass(frozen=True, slots=True)
class Question:
    question_id: str
    episode_id: str
    family: str
    template_id: str
    template_version: int
    text: str
    options: tuple[str, ...]
    answer: Letter
    gold: str
    types: tuple[str, ...]
    """Object types that the question asks about, in the order of its text."""
    room: str | None
    """Id of the room that the question asks about."""
    strip: tuple[int, ...]
    universe: Universe
    frame_refs: tuple[int, ...]
    decisive_frames: tuple[int, ...]
    memory_required: bool
    needs_past: bool
    needs_integration: bool
    decisive_age: int
    n_decisive: int
    justification: str
