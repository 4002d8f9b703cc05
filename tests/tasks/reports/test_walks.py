import polars as pl
import pytest

from schemas.tables import empty
from tasks.reports.walks import Records, own_walk

WALK = {"episode_id": "ep_00001", "policy": "replay", "termination": "reached_target", "n_actions": 12, "error": ""}
WALK |= {"path_length_replayed_m": 6.0, "final_dist_to_target_m": 1.2, "n_frames": 13, "reached_target": True}


def _records():
    frames = empty("steps").with_columns(room_type=pl.lit("Kitchen"))
    return Records(frames, empty("observations"), empty("images"))


@pytest.mark.parametrize(
    ("n_identical", "words"),
    [
        (12, "12 of 13 frames equal the stored ones."),
        (None, "No pictures of the recorded tour are stored to hold its frames against."),
    ],
)
def test_a_replay_says_how_many_of_its_frames_equal_stored_ones_if_there_are_any(n_identical, words):
    walk = own_walk("E5", WALK | {"n_frames_identical": n_identical}, _records(), same_frames=False)
    assert walk.note.endswith(words)
