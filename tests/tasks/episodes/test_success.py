import pytest

from schemas.settings import EpisodeSettings
from tasks.episodes.success import TargetSight, termination_at_done

SETTINGS = EpisodeSettings()


@pytest.mark.parametrize(
    ("sight", "termination"),
    [
        (None, "done_target_not_visible"),
        (TargetSight(1.51, 0.2), "done_too_far"),
        (TargetSight(1.5, 0.0049), "done_too_small"),
        (TargetSight(1.5, 0.005), "reached_target"),
        (TargetSight(3.0, 0.001), "done_too_far"),
    ],
)
def test_an_episode_that_ends_with_done_ends_in_one_of_four_ways(sight: TargetSight | None, termination: str) -> None:
    assert termination_at_done(sight, SETTINGS) == termination


def test_thirty_three_pixels_of_256_by_256_enter_the_record() -> None:
    assert 32 < SETTINGS.visible_pixels < 33
