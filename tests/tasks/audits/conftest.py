"""A generation without a fault, written by hand: each audit must pass it, and speak up when one fault is planted.

Every house is a row of four rooms of 4 x 4 m; every walk has eight frames and goes through the first one to four of
them. Six frames are cited, always the same, and what a question asks about is placed in those. Which value a question
has is drawn with a seed, apart from everything else.
"""

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import polars as pl
import pytest

from schemas.seeds import generator
from schemas.settings import EpisodeSettings
from schemas.tables import empty
from schemas.vocabulary import TYPES, confusable, display, room_display
from tasks.audits.dataset import Dataset, Redrawn, dataset_of
from tasks.audits.finding import Finding
from tasks.questions.draft import Draft, to_question
from tasks.questions.evidence import Asked
from tasks.questions.families.base import Subject
from tasks.questions.record import FrameRecord, Question, Seen, Trajectory
from tasks.questions.rows import questions_frame

RUN = "gen-0123456789ab"
SETTINGS = EpisodeSettings()
N_EPISODES, N_HOUSES, N_FRAMES = 240, 40, 8
CITED = (0, 1, 3, 4, 6, 7)
ROOM_TYPES = {"room|2": "Kitchen", "room|3": "LivingRoom", "room|4": "Bedroom", "room|10": "Bathroom"}
ROOMS = tuple(ROOM_TYPES)
TARGET = "Toilet"
_NAMES: list[str] = []
for _name in TYPES:  # none that looks like another one here, or like the target
    if not confusable(_name) & {*_NAMES, TARGET} and "oilet" not in _name:
        _NAMES.append(_name)
_ASKED = ("Existence", "Order", "Global-count", "Persistence", "Room Identification", "Counting", "Presence-change")
_TYPES = {family: _NAMES[8 * place : 8 * place + 8] for place, family in enumerate(_ASKED)}
_OTHERS = _TYPES["Persistence"]  # which no episode with an Order question asks
_MENUS = (
    ("Rooms-visited", "Existence", "Order", "Global-count"),
    ("Persistence", "Room Identification", "Counting", "Presence-change"),
)
_MENU_OF_ONE_ROOM = ("Existence", "Order", "Counting", "Presence-change")

Tables = dict[str, pl.DataFrame]


@dataclass
class Scene:
    """Walks in the making: where the camera was, and which object had how many pixels in which frame."""

    rooms: dict[str, list[str]] = field(default_factory=dict)
    """By episode, the camera's room in each frame."""
    homes: dict[str, str] = field(default_factory=dict)
    seen: list[tuple[str, int, str, str, str, bool, int]] = field(default_factory=list)
    """Episode, frame, object, type, the object's room, flag, pixels."""

    def show(self, episode_id: str, object_type: str, times: Sequence[int], number: int = 1) -> None:
        """An object that stands in the room in which it is first seen, well in view."""
        room = self.rooms[episode_id][times[0]]
        object_id = f"{object_type}|{episode_id}|{number}"
        self.seen.extend((episode_id, t, object_id, object_type, room, True, 500) for t in times)

    def walk(self, episode_id: str) -> Trajectory:
        """The walk by the strict record."""
        mine = sorted((row for row in self.seen if row[0] == episode_id), key=lambda row: row[2])
        frames = tuple(
            FrameRecord(
                t,
                room,
                room,
                tuple(Seen(row[2], row[3], row[4]) for row in mine if row[1] == t and row[5] and row[6] > 32),
                ROOM_TYPES[room],
            )
            for t, room in enumerate(self.rooms[episode_id])
        )
        return Trajectory(episode_id, TARGET, ROOM_TYPES, frames)

    def tables(self, questions: Sequence[Question]) -> Tables:
        return {
            "houses": _rows("houses", [_house(house_id, self) for house_id in sorted(set(self.homes.values()))]),
            "episodes": _rows("episodes", [_episode(episode_id, self) for episode_id in self.rooms]),
            "frames": _rows("frames", [row for episode_id in self.rooms for row in _frames(episode_id, self)]),
            "observations": _rows("observations", [_observation(*row) for row in self.seen]),
            "questions": questions_frame(questions).with_columns(run_id=pl.lit(RUN), split=pl.lit("test")),
        }


def _rows(table: str, rows: Sequence[Mapping[str, Any]]) -> pl.DataFrame:
    """Rows with the table's exact types; columns that a row leaves out are null."""
    whole = [{"run_id": RUN, "split": "test", **row} for row in rows]
    return pl.DataFrame(whole, schema=empty(table).schema, orient="row")


def _hash(*parts: object) -> str:
    return hashlib.sha256("/".join(map(str, parts)).encode()).hexdigest()


def _house(house_id: str, scene: Scene) -> dict[str, Any]:
    rooms = [
        {
            "id": room,
            "roomType": ROOM_TYPES[room],
            "floorPolygon": [{"x": x, "y": 0, "z": z} for x, z in _corners(place)],
        }
        for place, room in enumerate(ROOMS)
    ]
    standing = {row[2]: (row[3], row[4]) for row in scene.seen if scene.homes[row[0]] == house_id}
    objects = [
        {"id": name, "assetId": f"{kind}_1", "position": {"x": 4 * ROOMS.index(room) + 2, "y": 1, "z": 2}}
        for name, (kind, room) in standing.items()
    ]
    document = json.dumps({"rooms": rooms, "walls": [], "objects": objects})
    return {"house_id": house_id, "content_hash": _hash(house_id), "document": document}


def _corners(place: int) -> list[tuple[float, float]]:
    return [(4.0 * place, 0.0), (4.0 * place, 4.0), (4.0 * place + 4, 4.0), (4.0 * place + 4, 0.0)]


def _episode(episode_id: str, scene: Scene) -> dict[str, Any]:
    rooms = list(dict.fromkeys(scene.rooms[episode_id]))
    return {
        "episode_id": episode_id,
        "house_id": scene.homes[episode_id],
        "stratum": f"S{min(len(rooms), 4)}",
        "target_id": f"{TARGET}|{episode_id}|1",
        "target_type": TARGET,
        "target_room": ROOM_TYPES[rooms[-1]],
        "n_frames": len(scene.rooms[episode_id]),
    }


def _frames(episode_id: str, scene: Scene) -> list[dict[str, Any]]:
    return [
        {
            "episode_id": episode_id,
            "t": t,
            "x": 4 * ROOMS.index(room) + 0.5 + 0.25 * (t % 8),
            "z": 1.0,
            "yaw": 0.0,
            "horizon": 0.0,
            "room_id": room,
            "room_type": ROOM_TYPES[room],
            "space_id": room,
            "pixel_hash": _hash(scene.homes[episode_id], room, t),
        }
        for t, room in enumerate(scene.rooms[episode_id])
    ]


def _observation(episode_id: str, t: int, name: str, kind: str, room: str, flag: bool, pixels: int) -> dict[str, Any]:
    key = {"episode_id": episode_id, "t": t, "object_id": name}
    return {**key, "object_type": kind, "room_id": room, "visible": flag, "pixels": pixels, "distance_m": 2.0}


def _faultless() -> tuple[Scene, list[Question]]:
    scene, questions = Scene(), []
    for number in range(N_EPISODES):
        episode_id, n_rooms = f"ep_{number:05d}", 1 + number % 4
        scene.rooms[episode_id] = [ROOMS[t * n_rooms // N_FRAMES] for t in range(N_FRAMES)]
        scene.homes[episode_id] = f"house-{number * N_HOUSES // N_EPISODES:012x}"
        scene.show(episode_id, TARGET, (N_FRAMES - 1,))
        turn = number // 4 % 2
        menu = _MENU_OF_ONE_ROOM if n_rooms == 1 and turn else _MENUS[turn]
        rng = generator(5, "clean", episode_id)
        asks = [(family, *_PLACE[family](scene, episode_id, rng)) for family in menu]
        walk = scene.walk(episode_id)
        for nth, (family, subject, options, gold) in enumerate(asks, start=1):
            order = tuple(options[int(place)] for place in rng.permutation(len(options)))
            draft = Draft(Asked(family, subject, order), "sound", gold, CITED, "trajectory", CITED)
            questions.append(to_question(draft, walk, nth))
    return scene, questions


_Ask = tuple[Subject, tuple[str, ...], str]


def _drawn(rng: np.random.Generator, items: Sequence[Any]) -> Any:
    return items[int(rng.integers(len(items)))]


def _existence(scene: Scene, episode_id: str, rng: np.random.Generator) -> _Ask:
    name, gold = _drawn(rng, _TYPES["Existence"]), _drawn(rng, ("Yes", "No"))
    if gold == "Yes":
        scene.show(episode_id, name, (_drawn(rng, CITED),))
    return Subject((name,)), ("Yes", "No"), gold


def _order(scene: Scene, episode_id: str, rng: np.random.Generator) -> _Ask:
    place = int(rng.integers(8))
    pair = (_TYPES["Order"][place], _OTHERS[place])
    first = int(rng.integers(2))
    scene.show(episode_id, pair[first], (1, 6))
    scene.show(episode_id, pair[1 - first], (4,))
    return Subject(pair), (display(pair[0]), display(pair[1])), display(pair[first])


def _counted(family: str, times: Sequence[int]) -> Callable[[Scene, str, np.random.Generator], _Ask]:
    def place(scene: Scene, episode_id: str, rng: np.random.Generator) -> _Ask:
        name, low, more = _drawn(rng, _TYPES[family]), 1 + int(rng.integers(2)), int(rng.integers(2))
        for number in range(low + more):
            scene.show(episode_id, name, (_drawn(rng, times),), number)
        room = scene.rooms[episode_id][-1] if family == "Counting" else None
        return Subject((name,), room), (str(low), str(low + 1)), str(low + more)

    return place


def _persistence(scene: Scene, episode_id: str, rng: np.random.Generator) -> _Ask:
    name, gold = _drawn(rng, _TYPES["Persistence"]), _drawn(rng, ("Yes", "No"))
    scene.show(episode_id, name, (0, 7) if gold == "Yes" else (0, 1))
    return Subject((name,)), ("Yes", "No"), gold


def _room_identification(scene: Scene, episode_id: str, rng: np.random.Generator) -> _Ask:
    name, t = _drawn(rng, _TYPES["Room Identification"]), _drawn(rng, (1, 7))
    scene.show(episode_id, name, (t,))
    rooms = scene.rooms[episode_id]
    options = tuple(room_display(ROOM_TYPES[room]) for room in (rooms[0], rooms[-1]))
    return Subject((name,)), options, room_display(ROOM_TYPES[rooms[t]])


def _presence_change(scene: Scene, episode_id: str, rng: np.random.Generator) -> _Ask:
    name, kind = _drawn(rng, _TYPES["Presence-change"]), _drawn(rng, ("Yes", "Yes", "still", "never"))
    if kind != "never":
        scene.show(episode_id, name, (1, 7) if kind == "still" else (1,))
    return Subject((name,)), ("Yes", "No"), "Yes" if kind == "Yes" else "No"


def _rooms_visited(scene: Scene, episode_id: str, rng: np.random.Generator) -> _Ask:
    options = ("1", "2", "3", "4 or more")
    return Subject(), options, options[len(set(scene.rooms[episode_id])) - 1]


_PLACE: dict[str, Callable[[Scene, str, np.random.Generator], _Ask]] = {
    "Existence": _existence,
    "Order": _order,
    "Global-count": _counted("Global-count", CITED),
    "Counting": _counted("Counting", (6, 7)),
    "Persistence": _persistence,
    "Room Identification": _room_identification,
    "Presence-change": _presence_change,
    "Rooms-visited": _rooms_visited,
}


def _guesses(questions: pl.DataFrame) -> pl.DataFrame:
    """Someone who saw no picture and guesses, under both text-only rungs."""
    rng = generator(5, "guesses")
    rows = []
    for rung in ("E0b", "E0"):
        for episode_id, question_id, options, answer in questions.select(
            "episode_id", "question_id", "options", "answer"
        ).iter_rows():
            letter = "ABCD"[int(rng.integers(len(options)))]
            key = {"rung": rung, "answerer": "uniform:5", "episode_id": episode_id, "question_id": question_id}
            said = {"status": "letter", "parsed": letter, "parse_ok": True, "answer": answer}
            rows.append({**key, **said, "is_right": letter == answer})
    return _rows("predictions", rows)


def _faithful(frames: pl.DataFrame) -> pl.DataFrame:
    """A replay that is what is stored, to the pixel."""
    still = {"rung": "E5", "position_m": 0.0, "yaw_deg": 0.0, "horizon_deg": 0.0, "n_visible": 4}
    rows = frames.sort("episode_id", "t").iter_rows(named=True)
    return _rows("drift", [{**row, **still, "lost": [], "gained": [], "same_pixels": True} for row in rows])


def _dataset(tables: Mapping[str, pl.DataFrame]) -> Dataset:
    frames = tables["frames"].select("episode_id", "t")
    return dataset_of(
        "test",
        tables["episodes"].height,
        tables,
        tables["houses"].select("split", "house_id", "content_hash"),
        SETTINGS,
        redrawn=Redrawn(frames.head(40), frames.clear()),
        brightness=frames.with_columns(brightest=pl.lit(240, pl.Int32)),
        predictions=_guesses(tables["questions"]),
        drift=_faithful(frames),
    )


@pytest.fixture(scope="session")
def tables() -> Tables:
    """Tables of a generation without a fault."""
    scene, questions = _faultless()
    return scene.tables(questions)


@pytest.fixture(scope="session")
def clean(tables: Tables) -> Dataset:
    return _dataset(tables)


@pytest.fixture(scope="session")
def dataset() -> Callable[[Mapping[str, pl.DataFrame]], Dataset]:
    """Derives everything again from mutated tables."""
    return _dataset


@pytest.fixture(scope="session")
def scene() -> type[Scene]:
    return Scene


Pick = Callable[..., Finding]


@pytest.fixture(scope="session")
def pick() -> Pick:
    def one(findings: Sequence[Finding], statistic: str, family: str = "all") -> Finding:
        (found,) = [each for each in findings if each.statistic == statistic and each.family == family]
        return found

    return one
