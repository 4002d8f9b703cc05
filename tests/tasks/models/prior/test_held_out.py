"""Held-out scores: one a question, probe and view, each of what the view shows and nothing else."""

import polars as pl
import pytest

from tasks.models.prior.choice import PROBES
from tasks.models.prior.held_out import VIEWS, held_out


@pytest.fixture(scope="module")
def split(lessons):
    """Train lessons, and the same kind of questions as rows of other houses; the room label gives the answer away."""

    def leak(item, gold, holds, rng):
        return type(item)(item.family, item.question, "kitchen" if gold == "Yes" else "bathroom", item.options), gold

    train = lessons(240, seed=1, leak=leak)
    test = lessons(120, seed=2, leak=leak, split="test")
    rows = [
        {
            "question_id": f"q{number:03d}",
            "episode_id": f"e{number:03d}",
            "house_id": lesson.house_id,
            "family": lesson.item.family,
            "text": lesson.item.question,
            "options": list(lesson.item.options),
            "gold": lesson.gold,
            "target_room": "Kitchen" if lesson.item.room_label == "kitchen" else "Bathroom",
        }
        for number, lesson in enumerate(test)
    ]
    frame = pl.DataFrame(rows)
    episodes = frame.select("episode_id", "house_id", "target_room")
    return train, frame.drop("house_id", "target_room"), episodes


@pytest.fixture(scope="module")
def scored(split):
    return held_out(*split)


def test_every_probe_answers_every_question_in_every_view(scored):
    assert scored.group_by("view", "probe").len().sort("view", "probe").rows() == [
        (view, probe, 120) for view in sorted(VIEWS) for probe in sorted(PROBES)
    ]


def test_a_label_that_tells_is_used_where_it_is_shown_and_only_there(scored):
    right = dict(scored.group_by("view").agg(pl.col("right").mean()).iter_rows())
    assert right["labelled"] > 0.9
    assert right["question"] < 0.65


def test_progress_counts_each_probe_of_each_view(split):
    steps = []
    held_out(*split, lambda: steps.append(1))
    assert len(steps) == len(PROBES) * len(VIEWS)
