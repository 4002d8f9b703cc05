"""A small generation, written by hand and whole in every table, and one gate over it."""

import hashlib
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from expectations.gate import GateResult, run_gate
from schemas.contract import check
from schemas.identity import canonical_json
from schemas.settings import EpisodeSettings, Recipe
from schemas.tables import empty

RUN = "gen-0123456789ab"
Frames = dict[str, pl.DataFrame]

_WALK = [("RotateRight", 90.0), *[("MoveAhead", 1.0)] * 6]
_SPAWN = {"x": 0.25, "z": 0.5, "yaw": 0.0, "horizon": 0.0}
_EPISODES = [
    ("train", "ep_00000", "S2"),
    ("test", "ep_00000", "S1"),
    ("test", "ep_00001", "S2"),
    ("test", "ep_00002", "S3"),
    ("test", "ep_00003", "S4"),
]
_DRAWN = ("test",)
_ASKED_ABOUT = {
    "DeskLamp": "a desk lamp",
    "Laptop": "a laptop",
    "Pillow": "a pillow",
    "Book": "a book",
    "Vase": "a vase",
    "Mug": "a mug",
    "Apple": "an apple",
    "Bowl": "a bowl",
}
"""What the eight questions of an episode are about, with its article."""


def _hash(*parts: str) -> str:
    return hashlib.sha256("/".join(parts).encode()).hexdigest()


def _house(split: str, episode_id: str) -> dict[str, Any]:
    content = _hash("house", split, episode_id)
    return {
        "split": split,
        "house_id": f"house-{content[:12]}",
        "source": f"embedded/{split}/0",
        "content_hash": content,
        "n_rooms": 4,
        "n_spaces": 4,
        "n_objects": 3,
        "area_m2": 60.0,
        "document": "{}",
    }


def _episode(split: str, episode_id: str, stratum: str) -> dict[str, Any]:
    n_rooms = int(stratum[1])
    actions = [{"name": name, "magnitude": magnitude} for name, magnitude in [*_WALK, ("Done", 0.0)]]
    return {
        "split": split,
        "episode_id": episode_id,
        "house_id": _house(split, episode_id)["house_id"],
        "stratum": stratum,
        "spawn": _SPAWN,
        "target_id": "Desk|2|1",
        "target_type": "Desk",
        "target_room": "Bedroom",
        "rooms": [f"room|{i}" for i in range(n_rooms)],
        "n_rooms": n_rooms,
        "n_spaces": n_rooms,
        "actions": actions,
        "n_actions": len(actions),
        "n_frames": len(actions),
        "path_length_m": 6.0,
        "geodesic_m": 5.5,
        "reference_distance_m": 6.5,
        "spawn_distance_m": 7.0,
        "final_distance_m": 0.9,
        "final_area": 2048 / 65536,
        "target_pixels_at_spawn": 0,
        "teleport_hops": 0,
        "settings": canonical_json(EpisodeSettings()),
    }


def _frames(split: str, episode_id: str) -> list[dict[str, Any]]:
    rows = []
    for t in range(len(_WALK) + 1):
        action, magnitude = _WALK[t - 1] if t else (None, None)
        place = {"x": _SPAWN["x"] + max(t - 1, 0), "z": _SPAWN["z"], "yaw": 90.0 if t else 0.0, "horizon": 0.0}
        room = {"room_id": "room|0", "room_type": "Bedroom", "space_id": "room|0"}
        drawn = _hash(split, episode_id, str(t)) if split in _DRAWN else None
        key = {"split": split, "episode_id": episode_id, "t": t}
        rows.append({**key, **place, **room, "action": action, "magnitude": magnitude, "pixel_hash": drawn})
    return rows


def _observations(split: str, episode_id: str) -> list[dict[str, Any]]:
    last = len(_WALK)
    seen = [(t, "DeskLamp|1|1", "DeskLamp", 300, 2.5) for t in range(last + 1)]
    seen += [(last - 1, "Desk|2|1", "Desk", 1500, 1.9), (last, "Desk|2|1", "Desk", 2048, 0.9)]
    names = ("t", "object_id", "object_type", "pixels", "distance_m")
    fixed = {"split": split, "episode_id": episode_id, "room_id": "room|0", "visible": True}
    return [{**fixed, **dict(zip(names, row, strict=True))} for row in seen]


def _question(split: str, episode_id: str, nth: int, answer: str) -> dict[str, Any]:
    options = ["Yes", "No"] if answer == "A" else ["No", "Yes"]
    asked_about = list(_ASKED_ABOUT)[nth - 1]
    return {
        "split": split,
        "episode_id": episode_id,
        "question_id": f"{episode_id}_q{nth}",
        "family": "Existence",
        "template_id": "existence",
        "template_version": 1,
        "text": f"During the recorded tour, was {_ASKED_ABOUT[asked_about]} in view at any moment?",
        "options": options,
        "answer": answer,
        "gold": "Yes",
        "types": [asked_about],
        "room": None,
        "strip": [0, 1, 3, 4, 6, 7],
        "universe": "trajectory",
        "frame_refs": [0, 1, 3, 4, 6, 7],
        "decisive_frames": [0],
        "memory_required": True,
        "needs_past": False,
        "needs_integration": False,
        "decisive_age": 7,
        "n_decisive": 1,
        "justification": f"{_ASKED_ABOUT[asked_about]} is in view in frame 0.",
    }


def _thinning(questions: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Both values of every text, in as many places as it is asked in."""
    places = Counter((each["split"], each["text"], each["types"][0]) for each in questions)
    return [
        {
            "split": split,
            "family": "Existence",
            "text": text,
            "option_set": "Yes / No",
            "target_room": "Bedroom",
            "value": value,
            "types": [asked_about],
            "n_slots": n,
            "acceptance": 0.5,
            "expected": n / 2,
        }
        for (split, text, asked_about), n in places.items()
        for value in ("No", "Yes")
    ]


def _quotas() -> dict[str, Any]:
    n = sum(split == "test" for split, _, _ in _EPISODES) * len(_ASKED_ABOUT)
    return {
        "split": "test",
        "family": "Existence",
        "n_slots": n,
        "n_questions": n,
        "least_questions": 80,
        "n_texts": len(_ASKED_ABOUT),
        "least_texts": 8,
        "largest_share": 1 / len(_ASKED_ABOUT),
        "most_share": 0.2,
        "falls_short": True,
    }


def _rejection() -> dict[str, Any]:
    names = ["target_id", "target_type", "spawn_distance_m", "n_actions", "final_distance_m", "final_area"]
    house = _house("test", "ep_00000")["house_id"]
    where = {"split": "test", "episode_id": "ep_00000", "attempt": 0, "house_id": house, "stratum": "S1"}
    return {**where, "reason": "target_seen_at_spawn", **dict.fromkeys(names)}


def _table(name: str, rows: list[dict[str, Any]]) -> pl.DataFrame:
    return check(name, pl.DataFrame([{"run_id": RUN, **row} for row in rows], schema=empty(name).schema, orient="row"))


def _generation() -> Frames:
    frames = [row for split, episode_id, _ in _EPISODES for row in _frames(split, episode_id)]
    images = [
        {**{name: row[name] for name in ("split", "episode_id", "t", "pixel_hash")}, "codec": "qoi", "data": b"qoif"}
        for row in frames
        if row["pixel_hash"]
    ]
    questions = [
        _question(split, episode_id, nth, answer)
        for split, episode_id, _ in _EPISODES
        for nth, answer in enumerate("AB" * 4, start=1)
    ]
    thinning = _table("thinning", _thinning(questions))
    drop = {"split": "test", "episode_id": "ep_00000", "family": "Order", "rule": "unfilled", "n": 1}
    return {
        "thinning": thinning,
        "candidate_counts": thinning.select("split", "family", "text", "option_set", "target_room", "value", "n_slots"),
        "drops": _table("drops", [drop]),
        "quotas": _table("quotas", [_quotas()]),
        "houses": _table("houses", [_house(split, episode_id) for split, episode_id, _ in _EPISODES]),
        "episodes": _table("episodes", [_episode(*row) for row in _EPISODES]),
        "rejections": _table("rejections", [_rejection()]),
        "frames": _table("frames", frames),
        "images": _table("images", images),
        "observations": _table("observations", [row for each in _EPISODES for row in _observations(*each[:2])]),
        "questions": _table("questions", questions),
        "question_checks": _table("questions", questions).select(
            "split", "episode_id", "question_id", sufficient=pl.lit(True)
        ),
    }


@pytest.fixture
def generation() -> Frames:
    return _generation()


@dataclass(frozen=True, slots=True)
class Gate:
    """Runs the gate in this process, where Great Expectations is imported once for all tests."""

    folder: Path

    def __call__(self, frames: Frames, recipe: Recipe = "sound") -> GateResult:
        return run_gate(frames, recipe, RUN, self.folder / recipe)


@pytest.fixture
def gate(tmp_path: Path) -> Gate:
    return Gate(tmp_path / "docs")
