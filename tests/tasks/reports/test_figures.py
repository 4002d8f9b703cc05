import pytest

from tasks.reports.figures import brief, percent, points, shade, span


def test_a_share_is_printed_as_percent_with_one_decimal():
    assert percent(0.4541).replace("\u202f", " ") == "45.4 %"


def test_what_is_not_known_is_a_dash():
    assert percent(None) == span(None, None) == "–"
    assert brief(None, None) == ""


@pytest.mark.parametrize(
    ("difference", "text"), [(0.119, "+11.9"), (-0.05, "−5.0"), (0.0, "0.0"), (-0.0, "0.0"), (-0.0004, "0.0")]
)
def test_a_difference_has_its_sign(difference, text):
    assert points(difference) == text


@pytest.mark.parametrize(
    ("share", "color"),
    [
        (0.0, "#f4b2b2"),
        (0.20, "#f4b2b2"),
        (0.475, "#fcf4da"),
        (0.75, "#a0dcba"),
        (1.0, "#a0dcba"),
        (None, "transparent"),
    ],
)
def test_the_scale_runs_from_rose_at_20_over_cream_to_mint_at_75(share, color):
    assert shade(share) == color
