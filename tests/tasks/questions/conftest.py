"""Walks and questions written by hand: `walk("k Bed1 Sofa1", "b")` is two frames; the first shows two things.

A word's letters are the type and its digits the instance; a room's first letter is its type: `b` and `b2` are bedrooms.
"""

import re
from collections.abc import Callable, Sequence

import pytest

from tasks.questions.record import LETTERS, FrameRecord, Question, Seen, Trajectory, Universe

ROOM_TYPES = {"k": "Kitchen", "l": "LivingRoom", "b": "Bedroom", "t": "Bathroom", "h": "Hallway"}


def _frame(t: int, text: str) -> FrameRecord:
    room, *objects = text.split()
    seen = tuple(Seen(name, re.sub(r"\d+$", "", name), room) for name in sorted(objects))
    return FrameRecord(t=t, room_id=room, space_id=room, seen=seen, room_type=ROOM_TYPES[room[0]])


def _walk(*frames: str, target: str = "Toilet", rooms: Sequence[str] = ()) -> Trajectory:
    records = tuple(_frame(t, text) for t, text in enumerate(frames))
    room_ids = [frame.room_id for frame in records] + list(rooms)
    return Trajectory("ep_00001", target, {room: ROOM_TYPES[room[0]] for room in room_ids}, records)


def _ask(
    family: str,
    options: Sequence[str],
    gold: str,
    types: Sequence[str] = (),
    room: str | None = None,
    strip: Sequence[int] = (0,),
    universe: Universe = "trajectory",
) -> Question:
    return Question(
        question_id="ep_00001_q1",
        episode_id="ep_00001",
        family=family,
        template_id="by hand",
        template_version=1,
        text="?",
        options=tuple(options),
        answer=LETTERS[list(options).index(gold)],
        gold=gold,
        types=tuple(types),
        room=room,
        strip=tuple(strip),
        universe=universe,
        frame_refs=tuple(strip),
        decisive_frames=(),
        memory_required=False,
        needs_past=False,
        needs_integration=False,
        decisive_age=0,
        n_decisive=0,
        justification="",
    )


@pytest.fixture(scope="session")
def walk() -> Callable[..., Trajectory]:
    return _walk


@pytest.fixture(scope="session")
def ask() -> Callable[..., Question]:
    return _ask
