"""Pictures of an export: PNG, for it is lossless and read everywhere; in the export itself or as files beside it."""

import base64
import os
from pathlib import Path
from typing import Literal, Protocol

import imagecodecs

from tasks.models.base import Picture

Where = Literal["files", "inline"]


class Pictures(Protocol):
    def of(self, picture: Picture) -> str:
        """What the export says in the place of a picture."""
        ...


class Inline:
    """Pictures as data URLs."""

    def of(self, picture: Picture) -> str:
        return f"data:image/png;base64,{encoded(picture)}"


class Beside:
    """Pictures as files in a folder beside the export, one a picture that differs, named by its pixels."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.n_written = 0

    def of(self, picture: Picture) -> str:
        """Its path, relative to the export."""
        path = self._folder / f"{picture.pixel_hash}.png"
        if not picture.pixel_hash or not path.exists():
            self._folder.mkdir(exist_ok=True)
            _write_whole(path, _png(picture))
            self.n_written += 1
        return f"{self._folder.name}/{path.name}"


def encoded(picture: Picture) -> str:
    """The PNG in base64."""
    return base64.b64encode(_png(picture)).decode()


def _write_whole(path: Path, content: bytes) -> None:
    """By a temporary name: a picture that is there already is taken for whole."""
    partial = path.with_name(f".{path.name}.{os.getpid()}.partial")
    try:
        partial.write_bytes(content)
        partial.replace(path)
    finally:
        partial.unlink(missing_ok=True)


def _png(picture: Picture) -> bytes:
    return bytes(imagecodecs.png_encode(picture.load(), level=4))
