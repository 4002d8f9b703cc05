"""Stored pictures as a page holds them. A JPEG of 256 by 256 takes about 9 kB and 1 ms, a PNG 60 kB and 50 ms."""

import base64

import imagecodecs

from schemas.errors import LakeError
from tasks.episodes.rows import pixel_hash

_QUALITY = 85


def jpeg_of(qoi: bytes, expected_hash: str | None = None, name: str = "") -> bytes:
    """A stored picture for people to look at.

    Args:
        qoi: as `images` holds it.
        expected_hash: its pixel hash, where it is to be held against it.
        name: what the error calls it.

    Raises:
        LakeError: The picture is not the one of that hash, or is no picture.
    """
    try:
        rgb = imagecodecs.qoi_decode(qoi)
    except imagecodecs.QoiError as error:
        raise LakeError(f"{name} can't be decoded. `ladder render` draws it again.") from error
    if expected_hash is not None and pixel_hash(rgb) != expected_hash:
        raise LakeError(f"{name} is not the picture that was stored under its hash. `ladder render` draws it again.")
    return bytes(imagecodecs.jpeg_encode(rgb, level=_QUALITY))


def address(jpeg: bytes) -> str:
    """The picture as a data URL."""
    return "data:image/jpeg;base64," + base64.b64encode(jpeg).decode("ascii")
