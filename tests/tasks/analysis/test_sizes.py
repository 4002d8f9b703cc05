import polars as pl
import pytest

from schemas.contract import check
from schemas.identity import canonical_json
from schemas.settings import EpisodeSettings
from tasks.analysis.sizes import CLASSES, NOTHING, decisive_sizes, size_metrics

WHOLE = 256 * 256


def _questions(*rows):
    """Rows as (question, types, decisive frames)."""
    return pl.DataFrame(
        [("test", "ep_00001", question, types, frames) for question, types, frames in rows],
        schema={
            "split": pl.String,
            "episode_id": pl.String,
            "question_id": pl.String,
            "types": pl.List(pl.String),
            "decisive_frames": pl.List(pl.Int32),
        },
        orient="row",
    )


def _observations(*rows):
    """Rows as (t, type, number, share of the image, flag)."""
    return pl.LazyFrame(
        [("test", "ep_00001", t, kind, round(share * WHOLE), flag) for t, kind, _, share, flag in rows],
        schema={
            "split": pl.String,
            "episode_id": pl.String,
            "t": pl.Int32,
            "object_type": pl.String,
            "pixels": pl.Int32,
            "visible": pl.Boolean,
        },
        orient="row",
    )


EPISODES = pl.DataFrame(
    {"split": ["test"], "episode_id": ["ep_00001"], "settings": [canonical_json(EpisodeSettings())]}
)


def _size(questions, observations):
    return decisive_sizes(questions, observations, EPISODES)["size"].to_list()


@pytest.mark.parametrize(
    ("share", "expected"), [(0.0006, CLASSES[0]), (0.0011, CLASSES[1]), (0.006, CLASSES[2]), (0.3, CLASSES[3])]
)
def test_the_class_is_that_of_the_share_of_the_image(share, expected):
    assert _size(_questions(("q1", ["Mug"], [3])), _observations((3, "Mug", 1, share, True))) == [expected]


def test_of_several_things_in_one_frame_the_largest_counts():
    seen = _observations((3, "Mug", 1, 0.0006, True), (3, "Mug", 2, 0.03, True))
    assert _size(_questions(("q1", ["Mug"], [3])), seen) == [CLASSES[3]]


def test_of_several_decisive_frames_and_types_the_smallest_counts():
    seen = _observations((3, "Mug", 1, 0.03, True), (5, "Bed", 1, 0.002, True))
    assert _size(_questions(("q1", ["Mug", "Bed"], [3, 5])), seen) == [CLASSES[1]]


def test_frames_that_decide_nothing_do_not_count():
    seen = _observations((3, "Mug", 1, 0.03, True), (4, "Mug", 1, 0.0006, True))
    assert _size(_questions(("q1", ["Mug"], [3])), seen) == [CLASSES[3]]


def test_what_does_not_enter_the_record_is_not_in_view():
    seen = _observations((3, "Mug", 1, 0.0004, True), (3, "Mug", 2, 0.5, False))
    assert _size(_questions(("q1", ["Mug"], [3]), ("q2", [], [3]), ("q3", ["Mug"], [])), seen) == [NOTHING] * 3


def test_accuracy_is_counted_by_class():
    asked = pl.DataFrame(
        [("q1", True, "h1"), ("q2", False, "h2"), ("q3", True, "h2")],
        schema=["question_id", "correct", "house_id"],
        orient="row",
    ).with_columns(
        run_id=pl.lit("eval-0"),
        split=pl.lit("test"),
        rung=pl.lit("E2"),
        answerer=pl.lit("model"),
        episode_id=pl.lit("ep_00001"),
        family=pl.lit("Existence"),
        stratum=pl.lit("S1"),
        parsed=True,
        chance=0.5,
    )
    sizes = pl.DataFrame(
        {
            "split": "test",
            "episode_id": "ep_00001",
            "question_id": ["q1", "q2", "q3"],
            "size": [CLASSES[0], CLASSES[0], CLASSES[3]],
        }
    )
    table = check("size_metrics", size_metrics(asked, sizes))
    counts = table.filter(pl.col("family") == "all").select("size", "n", "correct", "n_houses").rows()
    assert sorted(counts) == sorted([(CLASSES[0], 2, 1, 2), (CLASSES[3], 1, 1, 1)])
