import imagecodecs
import numpy as np
import pytest

from schemas.errors import LakeError
from tasks.episodes.rows import pixel_hash
from tasks.reports.pictures import address, jpeg_of

RGB = np.random.default_rng(7).integers(0, 255, (32, 32, 3), np.uint8)
QOI = bytes(imagecodecs.qoi_encode(RGB))


def test_a_picture_of_its_hash_becomes_a_jpeg_of_its_size():
    jpeg = jpeg_of(QOI, pixel_hash(RGB), "a picture")
    assert imagecodecs.jpeg_decode(jpeg).shape == RGB.shape
    assert address(jpeg).startswith("data:image/jpeg;base64,/9j/")


def test_a_picture_that_is_not_the_stored_one_is_refused_by_name():
    with pytest.raises(LakeError, match="picture 3 of ep_00001 is not the picture"):
        jpeg_of(QOI, pixel_hash(255 - RGB), "picture 3 of ep_00001")


def test_bytes_that_are_no_picture_are_refused_by_name():
    with pytest.raises(LakeError, match="picture 3 of ep_00001 can't be decoded"):
        jpeg_of(b"no picture", None, "picture 3 of ep_00001")
