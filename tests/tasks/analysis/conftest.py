"""A small evaluation written out by hand: three houses, four episodes, one rung that walks and one that does not."""

from types import SimpleNamespace

import polars as pl
import pytest

from schemas.tables import empty

GENERATION, EVALUATION = "gen-000000000000", "eval-000000000000"
HASH = "0" * 64


def _frame(table, rows):
    """Rows with the table's exact types; columns that a row leaves out are null."""
    schema = empty(table).schema
    return pl.DataFrame(rows, schema=schema, orient="row")


def _episode(episode_id, house_id, stratum):
    return {
        "run_id": GENERATION,
        "split": "test",
        "episode_id": episode_id,
        "house_id": house_id,
        "stratum": stratum,
        "target_room": "Kitchen",
    }


def _question(episode_id, number, family, options, answer):
    return {
        "run_id": GENERATION,
        "split": "test",
        "episode_id": episode_id,
        "question_id": f"{episode_id}_q{number}",
        "family": family,
        "text": f"{family}?",
        "options": options,
        "answer": answer,
        "gold": options["ABCD".index(answer)],
        "frame_refs": [0, 1],
        "decisive_frames": [1],
    }


@pytest.fixture
def walk():
    def make(episode_id, rung="E5", **changes):
        row = {
            "run_id": EVALUATION,
            "split": "test",
            "rung": rung,
            "episode_id": episode_id,
            "reached_target": True,
            "path_length_replayed_m": 8.0,
            "path_length_optimal_m": 6.0,
            "path_length_reference_m": 7.0,
            "spl": 0.75,
            "spl_reference": 0.875,
            "initial_dist_to_target_m": 6.0,
            "final_dist_to_target_m": 1.0,
            "distance_reduction_m": 5.0,
            "policy": "replay",
            "n_null_actions": 0,
            "immediate_done": False,
            "error": "",
            "final_area": 0.01,
            "n_actions": 20,
            "n_invalid_actions": 0,
            "n_frames": 20,
            "n_frames_identical": 20,
            "termination": "reached_target",
        }
        return row | changes

    return make


@pytest.fixture
def response():
    def make(question_id, raw, rung="E5", answerer="reader", finish_reason="stop"):
        return {
            "run_id": EVALUATION,
            "split": "test",
            "rung": rung,
            "answerer": answerer,
            "episode_id": question_id[:8],
            "question_id": question_id,
            "raw": raw,
            "finish_reason": finish_reason,
            "mode": "closed",
            "evidence_frames": [0, 1],
            "evidence_hashes": [HASH, HASH],
            "prompt_hash": HASH,
            "content_key": HASH,
        }

    return make


@pytest.fixture
def frame():
    return _frame


@pytest.fixture
def evaluation(walk, response):
    """Two rungs, one answerer, two questions an episode.

    E5: ep_00001 right, wrong; ep_00002 right, refused; ep_00003 right, no answer; ep_00004 did not run, yet answered.
    """
    episodes = [
        _episode("ep_00001", "house-a", "S1"),
        _episode("ep_00002", "house-a", "S2"),
        _episode("ep_00003", "house-b", "S1"),
        _episode("ep_00004", "house-c", "S2"),
    ]
    questions = [
        question
        for episode in episodes
        for question in (
            _question(episode["episode_id"], 1, "Existence", ["No", "Yes"], "B"),
            _question(episode["episode_id"], 2, "Counting", ["1", "2", "3", "4 or more"], "C"),
        )
    ]
    designated = [
        {name: question[name] for name in ("split", "episode_id", "question_id")}
        | {"run_id": EVALUATION, "rung": rung, "answerer": "reader"}
        for question in questions
        for rung in ("E0", "E5")
    ]
    navigation = [
        walk("ep_00001"),
        walk("ep_00002", reached_target=False, spl=0.0, spl_reference=0.0, termination="stuck", n_actions=10),
        walk("ep_00003", spl=1.0, spl_reference=1.0, n_actions=30, n_frames_identical=10),
        walk("ep_00004", reached_target=False, spl=0.0, spl_reference=0.0, termination="error", n_actions=3),
    ]
    replies = {
        "ep_00001_q1": "B",
        "ep_00001_q2": "A",
        "ep_00002_q1": "Answer: Yes",
        "ep_00002_q2": "I cannot tell.",
        "ep_00003_q1": "b",
        "ep_00004_q1": "B",
    }
    responses = [response(question_id, raw) for question_id, raw in replies.items()]
    responses.append(response("ep_00003_q2", "C", finish_reason="error"))
    return SimpleNamespace(
        designated=_frame("designated", designated),
        navigation=_frame("navigation", navigation),
        responses=_frame("responses", responses),
        questions=_frame("questions", questions),
        episodes=_frame("episodes", episodes),
    )
