"""From what the simulator knows to what an agent may see, in one place.

A `View` is privileged: it has ids, flags and pixel counts. What leaves here has none of them: the picture, and where a
policy's senses go further, depth and the boxes of a detector that may miss things and see things that aren't there.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from schemas.seeds import generator
from schemas.settings import EpisodeSettings
from schemas.vocabulary import TYPES
from tasks.worlds.base import AgentView, Detection, RgbImage, View

_Number = TypeVar("_Number", bound=np.generic)

_LEAST_BOX, _LARGEST_BOX = 0.03, 0.4
"""Sides of a box that a detector makes up, as shares of the image's."""


@dataclass(frozen=True, slots=True)
class Senses:
    """What of a view reaches an agent beside the picture, and how well its detector works."""

    depth: bool = False
    detections: bool = False
    miss_rate: float = 0.0
    """Chance, 0 to 1, that a thing in view is not detected in a frame; drawn for each thing and frame anew."""
    false_positive_rate: float = 0.0
    """Chance, 0 to 1, that a frame has a detection of a type that isn't there; drawn for each type and frame anew."""

    @property
    def is_faultless(self) -> bool:
        return not (self.miss_rate or self.false_positive_rate)


@dataclass(frozen=True, slots=True)
class Moment:
    """What the detector's faults are drawn for: the same moment has the same faults in any process."""

    seed: int
    episode_id: str
    t: int


def agent_view(
    view: View,
    rgb: RgbImage,
    types: Mapping[str, str],
    senses: Senses,
    moment: Moment,
    settings: EpisodeSettings,
) -> AgentView:
    """The view without all that is privileged.

    Args:
        view: What the simulator knows.
        rgb: Its picture; it is handed on for reading only, for it will be stored.
        types: Type of each object in the house, by id.
        senses: What the agent has beside its eyes.
        moment: Which frame of which episode this is.
        settings: What counts as visible: a detector finds what the visible-object record holds.
    """
    seen = detections_of(view, types, settings) if senses.detections else None
    if seen is not None and not senses.is_faultless:
        seen = _faulty(seen, senses, moment, settings.image_size)
    return AgentView(_read_only(rgb), _read_only(view.depth) if senses.depth else None, seen)


def detections_of(view: View, types: Mapping[str, str], settings: EpisodeSettings) -> tuple[Detection, ...]:
    """What a faultless detector finds, in the order of type and box, which tells nothing about ids."""
    from scipy.ndimage import find_objects

    numbers = {
        number: object_id
        for number, object_id in enumerate(view.object_ids)
        if object_id in view.visible and view.pixels.get(object_id, 0) >= settings.visible_pixels
    }
    boxes = find_objects(view.instances + 1, max_label=max(numbers, default=-1) + 1)
    found = []
    for number, object_id in numbers.items():
        rows, columns = boxes[number]
        found.append(Detection(types[object_id], (columns.start, rows.start, columns.stop - 1, rows.stop - 1)))
    return _in_order(found)


def _faulty(seen: tuple[Detection, ...], senses: Senses, moment: Moment, size: int) -> tuple[Detection, ...]:
    draw = generator(moment.seed, "detector", moment.episode_id, moment.t)
    kept = [each for each in seen if draw.random() >= senses.miss_rate]
    there = {each.object_type for each in seen}
    luck = draw.random(len(TYPES))
    made_up = [
        Detection(name, _any_box(draw, size))
        for name, chance in zip(TYPES, luck, strict=True)
        if chance < senses.false_positive_rate and name not in there
    ]
    return _in_order([*kept, *made_up])


def _any_box(draw: np.random.Generator, size: int) -> tuple[int, int, int, int]:
    width, height = (max(2, round(size * draw.uniform(_LEAST_BOX, _LARGEST_BOX))) for _ in range(2))
    x0, y0 = int(draw.integers(0, size - width + 1)), int(draw.integers(0, size - height + 1))
    return x0, y0, x0 + width - 1, y0 + height - 1


def _in_order(found: list[Detection]) -> tuple[Detection, ...]:
    return tuple(sorted(found, key=lambda each: (each.object_type, each.box)))


def _read_only(pixels: NDArray[_Number]) -> NDArray[_Number]:
    seen = pixels.view()
    seen.flags.writeable = False
    return seen
