import imagecodecs
import numpy as np
import pytest

from tasks.exports.pictures import Beside
from tasks.models.base import Picture

PIXELS = np.random.Generator(np.random.PCG64(7)).integers(0, 256, (64, 64, 3), np.uint8)
NOISE = Picture(3, "0f", lambda: PIXELS)


def test_a_picture_that_the_disk_cut_short_is_not_taken_for_whole(tmp_path, largest_file):
    with largest_file(1000), pytest.raises(OSError, match="File too large"):
        Beside(tmp_path / "images").of(NOISE)
    assert Beside(tmp_path / "images").of(NOISE) == "images/0f.png"
    assert [path.name for path in (tmp_path / "images").iterdir()] == ["0f.png"]
    assert np.array_equal(imagecodecs.png_decode((tmp_path / "images" / "0f.png").read_bytes()), PIXELS)
