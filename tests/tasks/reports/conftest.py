"""An evaluation of a few episodes, answered for real by hand-made replies and measured by the real metrics."""

import io

import numpy as np
import polars as pl
import pytest
from PIL import Image

from schemas.tables import empty
from schemas.values import FAMILIES, STRATA
from tasks.analysis.answers import rung_metrics
from tasks.analysis.judge import judge
from tasks.analysis.navigation import navigation_metrics
from tasks.reports.page import EpisodeSample, ReportInputs
from tasks.rungs.rungs import RUNGS

RUN = "eval-0123456789ab"
HASH = "0" * 64
OPTIONS = {
    "Counting": ["1", "2", "3", "4"],
    "Global-count": ["2", "3", "4"],
    "Room Identification": ["Kitchen", "Bedroom", "Bathroom"],
    "Order": ["Sofa", "Dining table"],
    "Rooms-visited": ["1", "2", "3", "4 or more"],
}
ANSWERERS = ("uniform:7", "majority:1a2b3c4d", "reader")


def frame(table, rows):
    """Rows with the table's exact types; columns that a row leaves out are null."""
    return pl.DataFrame(rows, schema=empty(table).schema, orient="row")


def jpeg(shade):
    """A small picture: sky, floor and a box."""
    pixels = np.full((64, 64, 3), (214, 205, 190), np.uint8)
    pixels[40:] = (150, 110, 80)
    pixels[20:52, 10 + shade % 30 : 34 + shade % 30] = (60 + 3 * shade % 150, 90, 140)
    out = io.BytesIO()
    Image.fromarray(pixels).save(out, "JPEG")
    return out.getvalue()


def _reply(rung, answerer, question, rng):
    letters = "ABCD"[: len(question["options"])]
    if answerer.startswith("uniform"):
        return letters[int(question["question_id"][-1]) % len(letters)]
    if answerer.startswith("majority"):
        return question["answer"] if question["family"] in {"Persistence", "Existence"} else "A"
    if RUNGS[rung].evidence == "none":
        return "I cannot tell without pictures."
    if question["family"] == "Presence-change" or (rung == "E2s" and rng.random() < 0.5):
        return "I cannot tell from these pictures."
    return question["answer"]


def make_inputs(n_episodes=8, rungs=("E0b", "E0", "E2s", "E2", "E5"), answerers=ANSWERERS, n_samples=1, **changes):
    rng = np.random.default_rng(7)
    episodes, questions, navigation, responses, designated = [], [], [], [], []
    for number in range(n_episodes):
        episode_id, stratum = f"ep_{number:05d}", STRATA[number % 4]
        base = {"run_id": "gen-0123456789ab", "split": "test", "episode_id": episode_id}
        episodes.append(
            base
            | {"house_id": f"house-{number // 2:012x}", "stratum": stratum, "target_type": "Toaster"}
            | {"target_room": "Kitchen", "n_rooms": 1 + number % 4, "n_actions": 12 + number}
        )
        for i in range(4):
            family = FAMILIES[(number + 2 * i) % 8]
            options = OPTIONS.get(family, ["No", "Yes"])
            answer = "ABCD"[int(rng.integers(len(options)))]
            questions.append(
                base
                | {"question_id": f"{episode_id}_q{i + 1}", "family": family, "options": options, "answer": answer}
                | {"text": f"Is this a question of the family {family}?", "gold": options["ABCD".index(answer)]}
                | {"frame_refs": [0, 3 + i, 9], "decisive_frames": [3 + i]}
            )
        if "E5" in rungs:
            navigation.append(
                {"run_id": RUN, "split": "test", "rung": "E5", "episode_id": episode_id, "reached_target": True}
                | {"path_length_replayed_m": 6.0 + number, "path_length_optimal_m": 5.5 + number, "spl": 0.9}
                | {"path_length_reference_m": 6.0, "spl_reference": 0.95, "initial_dist_to_target_m": 5.0}
                | {"final_dist_to_target_m": 1.2, "final_area": 0.02, "n_actions": 12 + number, "n_invalid_actions": 0}
                | {"n_frames": 12 + number, "n_frames_identical": 12 + number, "termination": "reached_target"}
            )
    for question in questions:
        for rung in rungs:
            for answerer in answerers:
                key = {"run_id": RUN, "split": "test", "rung": rung, "answerer": answerer}
                key |= {name: question[name] for name in ("episode_id", "question_id")}
                designated.append(key)
                responses.append(
                    key
                    | {"raw": _reply(rung, answerer, question, rng), "finish_reason": "stop", "mode": RUNGS[rung].mode}
                    | {"evidence_frames": [], "evidence_hashes": [], "prompt_hash": HASH, "content_key": HASH}
                )
    tables = {"questions": questions, "episodes": episodes, "responses": responses}
    tables |= {"designated": designated, "navigation": navigation}
    frames = {name: frame(name, rows) for name, rows in tables.items()}
    predictions = judge(frames["responses"], frames["questions"])
    metrics = rung_metrics(**frames, predictions=predictions)
    validations = [
        {"run_id": "gen-0123456789ab", "split": "all", "table": "episodes", "expectation": "target_invisible_at_spawn"}
        | {"status": "passed", "n_rows": n_episodes, "n_failed": 0, "detail": "every spawn view"},
        {"run_id": "gen-0123456789ab", "split": "all", "table": "questions", "expectation": "sufficiency"}
        | {"status": "recorded", "n_rows": len(questions), "n_failed": 2, "detail": "recipe `paper` is excused"},
    ]
    samples = tuple(
        EpisodeSample(f"ep_{number:05d}", {t: jpeg(11 * t + number) for t in (0, 3, 4, 5, 6, 9, 11)})
        for number in range(n_samples)
    )
    inputs = {
        "manifest": {"run_id": RUN, "settings": {"seed": 7, "rungs": list(rungs)}, "parser": "1"},
        "rung_metrics": metrics,
        "navigation_metrics": navigation_metrics(frames["navigation"], frames["episodes"], frames["designated"]),
        "questions": frames["questions"],
        "episodes": frames["episodes"],
        "responses": frames["responses"],
        "predictions": predictions,
        "validations": frame("validations", validations),
        "samples": samples,
    }
    return ReportInputs(**(inputs | changes))


@pytest.fixture(scope="session")
def inputs():
    return make_inputs()


@pytest.fixture
def build():
    return make_inputs
