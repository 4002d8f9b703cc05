from itertools import pairwise

import pytest

from tasks.questions.strip import evenly_spaced


@pytest.mark.parametrize(
    ("n_frames", "n_kept", "expected"),
    [
        (1, 6, (0,)),
        (6, 6, (0, 1, 2, 3, 4, 5)),
        (7, 6, (0, 1, 2, 4, 5, 6)),
        (42, 6, (0, 8, 16, 25, 33, 41)),
        (11, 1, (10,)),
        (4, 2, (0, 3)),
    ],
)
def test_a_strip_is_even_with_the_first_and_the_last_frame(n_frames, n_kept, expected):
    assert evenly_spaced(n_frames, n_kept) == expected


def test_the_steps_of_a_strip_differ_by_one_at_most():
    for n_frames in range(6, 402):
        strip = evenly_spaced(n_frames)
        steps = {later - earlier for earlier, later in pairwise(strip)}
        assert len(strip) == 6
        assert max(steps) - min(steps) <= 1


@pytest.mark.parametrize(("n_frames", "n_kept"), [(0, 6), (3, 0)])
def test_there_is_no_strip_of_nothing(n_frames, n_kept):
    with pytest.raises(ValueError, match="at least 1"):
        evenly_spaced(n_frames, n_kept)
