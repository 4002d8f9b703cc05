"""The evidence of one question under a rung: the frames chosen, altered as a control says, as pictures and as records.

Pictures are what any answerer sees. The records are for `reader` alone, and say what someone could know who sees these
pictures and believes the prompt.
"""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache

import numpy as np

from schemas.seeds import generator
from tasks.models.base import Picture
from tasks.questions.evidence import of_another_walk
from tasks.questions.record import FrameRecord, Question
from tasks.questions.strip import evenly_spaced
from tasks.rungs.choose import budget_of, chosen, stretched
from tasks.rungs.footage import Footage
from tasks.rungs.rung import Rung
from tasks.worlds.base import RgbImage

Records = tuple[FrameRecord, ...]


@dataclass(frozen=True, slots=True)
class Scene:
    """An episode as a rung can show it."""

    recorded: Footage
    """The recorded walk, as it is stored or as it was replayed."""
    own: Footage | None = None
    """A walk of the rung's own; None where it shows none."""


@dataclass(frozen=True, slots=True)
class Evidence:
    pictures: tuple[Picture, ...]
    held: Records
    episode_id: str
    """Whose walk the pictures are of."""


def evidence_of(
    rung: Rung, question: Question, scene: Scene, lent: tuple[Question, Scene] | None, seed: int
) -> Evidence:
    """What a question is shown.

    Args:
        rung: What is chosen, and how it is altered.
        question: Whose evidence it is.
        scene: Its episode.
        lent: For `another_episode`, the question whose pictures it is shown, with the episode of that.
        seed: Of what is drawn by lot.
    """
    frames = frames_of(rung, question, scene)
    source, episode_id = _source(rung, scene), question.episode_id
    match rung.alteration:
        case "another_episode":
            assert lent is not None
            lender, there = lent
            source, episode_id = _source(rung, there), lender.episode_id
            frames = _as_many(frames_of(rung, lender, there), len(frames))
        case "shuffled":
            order = generator(seed, "shuffled", question.question_id).permutation(len(frames))
            frames = tuple(frames[int(place)] for place in order)
        case "fixed_budget":
            frames = stretched(frames, budget_of(rung))
        case "spawn_copies":
            frames = (0,) * len(frames)
    if rung.alteration == "blank":
        return Evidence(tuple(_blank(t, source.image_size) for t in frames), (), episode_id)
    held = tuple(source.records[t] for t in frames)
    if rung.alteration == "another_episode":
        held = _as_if_here(held, episode_id, question, scene.recorded.records)
    if rung.alteration == "shuffled":
        held = _in_the_order_shown(held)
    if rung.shows_own:
        held = of_another_walk(held, len(scene.recorded.records))
    return Evidence(tuple(_picture(source, t) for t in frames), held, episode_id)


def frames_of(rung: Rung, question: Question, scene: Scene) -> tuple[int, ...]:
    """The frames that a rung chooses, unaltered."""
    own = scene.own.records if scene.own else ()
    return chosen(rung, question, len(scene.recorded.records), own)


def _source(rung: Rung, scene: Scene) -> Footage:
    return scene.own if rung.shows_own and scene.own else scene.recorded


def _picture(footage: Footage, t: int) -> Picture:
    return Picture(t, footage.hashes.get(t) or "", lambda: footage.load(t))


def _blank(t: int, size: int) -> Picture:
    """A black picture in the place of frame `t`."""
    return Picture(t, blank_hash(size), lambda: _black(size))


@cache
def blank_hash(size: int) -> str:
    """SHA-256 in hex of a black picture of `size` times `size` pixels."""
    return hashlib.sha256(_black(size).tobytes()).hexdigest()


def _black(size: int) -> RgbImage:
    return np.zeros((size, size, 3), np.uint8)


def _as_many(frames: Sequence[int], n: int) -> tuple[int, ...]:
    """Frames thinned or shown again, so that their number is the one that the question itself has."""
    if len(frames) > n:
        return tuple(frames[place] for place in evenly_spaced(len(frames), n))
    return stretched(frames, n)


def _in_the_order_shown(held: Records) -> Records:
    """The same moments, given to the frames as they are shown: whoever believes the prompt takes the first for the first."""
    moments = sorted(frame.t for frame in held)
    return tuple(replace(frame, t=t) for frame, t in zip(held, moments, strict=True))


def _as_if_here(held: Records, lender: str, question: Question, recorded: Iterable[FrameRecord]) -> Records:
    """Frames of another house, as they look to someone who takes them for this one.

    Its rooms are none of this house's, whatever their ids, but that `the kitchen` of a question is whatever kitchen one
    sees.
    """
    meant = next((frame.room_type for frame in recorded if frame.room_id == question.room), None)

    def room(frame: FrameRecord) -> str:
        if question.room is not None and frame.room_type == meant:
            return question.room
        return f"{lender}/{frame.room_id}"

    return tuple(replace(frame, room_id=room(frame), space_id=f"{lender}/{frame.space_id}") for frame in held)
