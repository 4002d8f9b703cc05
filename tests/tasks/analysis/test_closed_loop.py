"""The closed loop taken apart, over walks written by hand: `"k Mug1"` is a frame from the room k with a mug in view."""

from dataclasses import fields

import polars as pl
import pytest

from schemas.contract import check
from schemas.tables import empty
from tasks.analysis.closed_loop import Walks, closed_loop, closed_loop_metrics, taken_apart
from tasks.questions.record import FrameRecord, Question, Seen
from tasks.rungs.footage import Footage
from tasks.rungs.rungs import RUNGS

HASH = "0" * 64


def footage(*texts, poses=()):
    frames = tuple(
        FrameRecord(t, room, room, tuple(Seen(word, word.rstrip("0123456789"), room) for word in words), "Kitchen")
        for t, (room, *words) in enumerate(text.split() for text in texts)
    )
    return Footage(
        "Kitchen",
        frames,
        {},
        lambda t: None,
        poses=tuple(poses) or tuple((float(t), 0.0, 0.0) for t in range(len(texts))),
    )


def question(episode_id, gold="Yes", **changes):
    values = {field.name: () for field in fields(Question)} | {"family": "Existence", "options": ("Yes", "No")}
    values |= {"question_id": f"{episode_id}_q1", "episode_id": episode_id, "room": None, "types": ("Mug",)}
    values |= {"universe": "trajectory", "frame_refs": (0, 2), "gold": gold}
    return Question(**values | changes)


def fate(asked, rung="E3", *, answered=True, right=True, stratum="S1"):
    return {
        "run_id": "eval-000000000000",
        "split": "test",
        "rung": rung,
        "answerer": "a model",
        "episode_id": asked.episode_id,
        "question_id": asked.question_id,
        "family": asked.family,
        "house_id": f"house-{asked.episode_id[-1]}",
        "stratum": stratum,
        "answered": answered,
        "correct": right,
    }


def response(asked, rung="E3", frames=(0, 2), hashes=None):
    return {
        "rung": rung,
        "question_id": asked.question_id,
        "evidence_frames": list(frames),
        "evidence_hashes": list(hashes or [""] * len(frames)),
    }


def apart(questions, fates, responses, recorded, own):
    schema = {
        name: empty("responses").schema[name] for name in ("rung", "question_id", "evidence_frames", "evidence_hashes")
    }
    return closed_loop(
        pl.DataFrame(fates),
        pl.DataFrame(responses, schema=schema, orient="row"),
        questions,
        recorded,
        lambda rung: Walks(recorded, own if RUNGS[rung].shows_own else {}),
    )


def row_of(asked, recorded, own, frames=(0, 2), rung="E3", **how):
    table = apart([asked], [fate(asked, rung, **how)], [response(asked, rung, frames)], {"e1": recorded}, {"e1": own})
    return check("closed_loop", table).row(0, named=True)


SEEN = footage("k Mug1", "k", "k")
UNSEEN = footage("k", "k", "k")


def test_a_walk_may_acquire_what_its_sample_lost():
    own = footage("k", "k Mug5", "k")
    row = row_of(question("e1"), SEEN, own, frames=(0, 2), right=False)
    assert (row["acquired"], row["given"], row["has_evidence"]) == ("shown", "contrary_by_absence", False)
    assert row_of(question("e1"), SEEN, own, frames=(1,))["given"] == "shown"


def test_a_walk_of_ones_own_cannot_show_that_the_tour_saw_nothing():
    row = row_of(question("e1", "No"), UNSEEN, footage("k", "k"), frames=(0, 1))
    assert (row["gold_by"], row["acquired"], row["has_evidence"]) == ("absence", "by_absence", False)


def test_a_walk_of_ones_own_may_show_the_contrary():
    row = row_of(question("e1", "No"), UNSEEN, footage("k Mug5", "k"), frames=(0, 1), right=False)
    assert (row["given"], row["own_gold"], row["gold"]) == ("contrary", "Yes", "No")


def test_gold_that_presence_shows_is_told_from_gold_that_only_absence_does():
    assert row_of(question("e1"), SEEN, UNSEEN)["gold_by"] == "presence"
    order = question("e1", "mug", family="Order", options=("mug", "cup"), types=("Mug", "Cup"), frame_refs=(1, 2))
    assert row_of(order, footage("k", "k Mug1", "k Cup1", "k"), UNSEEN)["gold_by"] == "absence"


def test_stored_frames_count_as_evidence_in_the_mode_of_their_prompt():
    closed = row_of(question("e1", "No"), UNSEEN, UNSEEN, rung="E2")
    assert (closed["given"], closed["has_evidence"]) == ("by_absence", True)
    opened = row_of(question("e1", "No"), UNSEEN, UNSEEN, rung="E2-open")
    assert (opened["given"], opened["has_evidence"]) == ("by_absence", False)


def test_of_a_walk_that_did_not_run_nothing_was_acquired():
    table = apart([question("e1")], [fate(question("e1"), answered=False, right=False)], [], {"e1": SEEN}, {})
    row = check("closed_loop", table).row(0, named=True)
    assert (row["acquired"], row["given"], row["n_acquired"], row["n_given"]) == ("silent", "silent", 0, 0)
    assert (row["pose_coverage"], row["own_gold"], row["has_evidence"]) == (0.0, None, False)


def test_where_nothing_was_asked_nothing_was_given_though_much_was_acquired():
    asked = question("e1")
    table = apart([asked], [fate(asked, "E4", answered=False, right=False)], [], {"e1": SEEN}, {"e1": SEEN})
    row = table.row(0, named=True)
    assert (row["acquired"], row["given"], row["n_acquired"], row["n_given"]) == ("shown", "silent", 3, 0)


def test_pictures_that_are_the_same_count_once_among_the_distinct():
    asked = question("e1")
    rows = [response(asked, frames=(0, 1, 2), hashes=["a", "a", "b"])]
    row = apart([asked], [fate(asked)], rows, {"e1": SEEN}, {"e1": SEEN}).row(0, named=True)
    assert (row["n_given"], row["n_given_distinct"]) == (3, 2)


@pytest.mark.parametrize(
    ("pose", "share"),
    [
        ((0.0, 1.0, 0.0), 0.5),
        ((0.0, 1.01, 0.0), 0.0),
        ((0.0, 0.0, 45.0), 0.5),
        ((0.0, 0.0, 46.0), 0.0),
        ((0.0, 0.0, 315.0), 0.5),
    ],
    ids=["a metre away", "further", "half turned", "turned more", "turned the other way"],
)
def test_a_pose_is_covered_within_a_metre_and_forty_five_degrees(pose, share):
    recorded = footage("k Mug1", "k", "k", poses=[(0.0, 0.0, 0.0), (5.0, 0.0, 0.0), (9.0, 0.0, 0.0)])
    assert row_of(question("e1"), recorded, footage("k", poses=[pose]), frames=(0,))["pose_coverage"] == share


def test_replay_and_stored_frames_cover_every_pose_and_share_their_gold():
    row = row_of(question("e1"), SEEN, UNSEEN, rung="E5")
    assert (row["pose_coverage"], row["own_gold"], row["has_evidence"]) == (1.0, "Yes", True)


def test_rungs_whose_pictures_are_altered_are_left_out():
    kept = taken_apart(tuple(RUNGS))
    assert {"E2s", "E2", "E3", "E4", "E5", "E3-select6", "E2-open"} <= set(kept)
    assert not {"E0", "E1", "E2-blank", "E3-other", "E2-shuffled", "E2-rot1"} & set(kept)


# Sums


@pytest.fixture
def sums():
    """Four questions, two houses: right with and without evidence, wrong with it, and never answered."""
    asked = [question(f"e{number}") for number in range(1, 5)]
    recorded = {each.episode_id: SEEN for each in asked}
    own = {"e1": SEEN, "e2": UNSEEN, "e3": SEEN, "e4": SEEN}
    fates = [
        fate(asked[0]),
        fate(asked[1], stratum="S2"),
        fate(asked[2], right=False),
        fate(asked[3], answered=False, right=False),
    ]
    rows = [response(each) for each in asked[:3]]
    return check("closed_loop_metrics", closed_loop_metrics(apart(asked, fates, rows, recorded, own)))


def _row(sums, statistic, family="all", stratum="all", gold_by="all"):
    key = {"statistic": statistic, "family": family, "stratum": stratum, "gold_by": gold_by}
    return sums.row(by_predicate=pl.all_horizontal(pl.col(name) == value for name, value in key.items()), named=True)


@pytest.mark.parametrize(
    ("statistic", "count"),
    [
        ("acquired_shown", 3),
        ("given_shown", 2),
        ("given_contrary_by_absence", 1),
        ("given_silent", 1),
        ("answered", 3),
        ("right", 2),
        ("right_without_evidence", 1),
        ("wrong_with_evidence", 1),
        ("own_gold_is_gold", 3),
        ("pose_coverage", 4),
    ],
)
def test_each_step_is_counted_over_all_designated_questions(sums, statistic, count):
    row = _row(sums, statistic)
    assert (row["n"], row["n_houses"], row["count"]) == (4, 4, count)
    assert row["low"] <= row["share"] == count / 4 <= row["high"]


def test_sums_are_split_by_gold_that_presence_shows(sums):
    assert _row(sums, "right", gold_by="presence")["n"] == 4
    assert sums.filter(pl.col("gold_by") == "absence").is_empty()


def test_within_a_stratum_there_are_only_sums_over_families(sums):
    assert set(sums.filter(pl.col("stratum") != "all")["family"]) == {"all"}
    assert _row(sums, "right", stratum="S2")["n"] == 1


def test_nothing_taken_apart_gives_no_sums():
    assert closed_loop_metrics(empty("closed_loop")).is_empty()
