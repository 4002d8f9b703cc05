import math

import pytest

from tasks.worlds.angles import normal_yaw, sin_cos


@pytest.mark.parametrize(
    ("degrees", "sine", "cosine"),
    [(0, 0.0, 1.0), (90, 1.0, 0.0), (180, 0.0, -1.0), (270, -1.0, 0.0), (30, 0.5, math.sqrt(3) / 2), (-90, -1.0, 0.0)],
)
def test_right_angles_have_exact_sines(degrees, sine, cosine):
    assert sin_cos(degrees) == (sine, cosine)


def test_any_angle_agrees_with_the_library_to_the_last_bits():
    for step in range(-4000, 8000):
        degrees = step * 0.173
        sine, cosine = sin_cos(degrees)
        assert sine == pytest.approx(math.sin(math.radians(degrees)), abs=4e-15)
        assert cosine == pytest.approx(math.cos(math.radians(degrees)), abs=4e-15)


def test_steps_of_fifteen_degrees_are_symmetric_to_the_bit():
    for step in range(24):
        sine, cosine = sin_cos(15.0 * step)
        assert sin_cos(15.0 * step + 360.0) == (sine, cosine)
        assert sin_cos(15.0 * step + 180.0) == (0.0 - sine, 0.0 - cosine)
        assert sin_cos(90.0 - 15.0 * step) == (cosine, sine)


def test_a_yaw_is_from_0_up_to_360():
    assert [normal_yaw(d) for d in (-15.0, 0.0, 345.0, 360.0, 375.0, -1e-20)] == [345.0, 0.0, 345.0, 0.0, 15.0, 0.0]
