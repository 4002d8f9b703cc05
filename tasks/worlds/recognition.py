"""Can the types be told apart by their look? A nearest-neighbour classifier says how well.

References and tests never share a picture: where a type has two or more assets, they show different assets; where it has
one, different yaws. Both stand before the same six backgrounds in turn. A crop is the square around the asset's
pixels in a 256 x 256 picture taken from 1.5 m, with a tenth to spare on each side, brought to 64 x 64 pixels.
"""

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from schemas.settings import Split
from schemas.vocabulary import TYPES
from tasks.houses.assets import Asset, assets_of
from tasks.worlds.gallery import ON_WALLS, Gallery, Shot

Vectors = NDArray[np.float32]
CROP = 64
_SPLITS: tuple[Split, ...] = ("train", "validation", "test")
_CELLS = 8
_BELL_CELLS = 2.0
_REFERENCE_ASSETS, _TEST_ASSETS = 8, 4
_LEAST_TURNS, _LEAST_REFERENCES = 8, 24
_TEST_TURNS = (23.5, 113.5, 203.5, 293.5)
_WALL_TEST_TURNS = (-36.5, -11.5, 13.5, 38.5)


@dataclass(frozen=True, slots=True)
class Recognition:
    n_references: int
    n_tests: int
    right: int
    by_type: dict[str, float]
    """Share of each type's test views that are named right."""
    confusions: list[tuple[str, str, int, int]]
    """(type, taken for, views, views of the type), the most frequent first."""

    @property
    def accuracy(self) -> float:
        """Mean over types, so that a type with many assets counts no more than one with few."""
        return sum(self.by_type.values()) / len(self.by_type)


def recognize(types: Sequence[str] = TYPES) -> Recognition:
    """Name the held-out views of the given types by their nearest reference."""
    gallery = Gallery()
    references: list[tuple[str, Vectors]] = []
    tests: list[tuple[str, Vectors]] = []
    for object_type in types:
        shown, held_out = _halves(object_type)
        known, asked = _turns(object_type, len(shown))
        references += [(object_type, vector_of(shot)) for shot in _shots(gallery, shown, known, 0)]
        tests += [(object_type, vector_of(shot)) for shot in _shots(gallery, held_out, asked, 1)]
    return _judge(references, tests)


def _shots(gallery: Gallery, assets: Sequence[Asset], turns: Sequence[float], first_look: int) -> Iterator[Shot]:
    """Every asset at every turn, before backgrounds that take turns."""
    for k, asset in enumerate(assets):
        for m, turn in enumerate(turns):
            yield from gallery.shots(asset, (turn,), look=first_look + k + m)


def vector_of(shot: Shot) -> Vectors:
    """A crop as numbers: directions of edges and colours over 8 x 8 cells, and how large the asset appears.

    Colours count by a bell curve around the middle of the crop, where less of the background is.
    """
    crop, side = crop_of(shot)
    pixels = np.asarray(crop, np.float32) / 255.0
    cell = CROP // _CELLS
    colors = pixels.reshape(_CELLS, cell, _CELLS, cell, 3).mean((1, 3)) * _bell()[..., None]
    return np.concatenate([2.0 * _edges(pixels.mean(2)), colors.ravel(), [math.log2(side)]]).astype(np.float32)


def _bell() -> Vectors:
    y, x = np.mgrid[0:_CELLS, 0:_CELLS] - (_CELLS - 1) / 2
    return np.asarray(np.exp(-(x * x + y * y) / (2.0 * _BELL_CELLS**2)), np.float32)


def crop_of(shot: Shot) -> tuple[Image.Image, int]:
    """The 64 x 64 crop, and the side of the square that it was cut from, in pixels."""
    rows, columns = np.nonzero(shot.mask)
    if not len(rows):
        return Image.new("RGB", (CROP, CROP)), 1
    side = int(max(np.ptp(rows), np.ptp(columns)) * 1.2) + 3
    top, left = int(rows.min() + rows.max() - side) // 2, int(columns.min() + columns.max() - side) // 2
    image = Image.fromarray(np.ascontiguousarray(shot.rgb))
    cut = image.crop((left, top, left + side, top + side))
    return cut.resize((CROP, CROP), Image.Resampling.BILINEAR), side


def _edges(grey: Vectors) -> Vectors:
    """Histograms of edge directions, 8 bins over half a turn in each of the 8 x 8 cells, normalised over the crop."""
    down, across = np.gradient(grey)
    strength = np.sqrt(down * down + across * across)
    bins = ((np.arctan2(down, across) % np.pi) * (8 / np.pi)).astype(np.int64) % 8
    cell = CROP // _CELLS
    rows, columns = np.indices(grey.shape) // cell
    histogram = np.zeros((_CELLS, _CELLS, 8), np.float32)
    np.add.at(histogram, (rows, columns, bins), strength)
    root = np.sqrt(histogram)
    norm = float(np.sqrt((root * root).sum())) + 1e-6
    return np.asarray(root / norm, np.float32).ravel()


def _halves(object_type: str) -> tuple[list[Asset], list[Asset]]:
    """Assets for the references and for the tests: every other one, or the same one where there is only one."""
    assets = sorted({item for split in _SPLITS for item in assets_of(object_type, split)}, key=lambda item: item.id)
    if len(assets) == 1:
        return list(assets), list(assets)
    return _spread(assets[0::2], _REFERENCE_ASSETS), _spread(assets[1::2], _TEST_ASSETS)


def _spread(assets: Sequence[Asset], n: int) -> list[Asset]:
    return [assets[k * len(assets) // n] for k in range(n)] if len(assets) > n else list(assets)


def _turns(object_type: str, n_assets: int) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Turns of references and of tests, never the same. What hangs on a wall is seen from the front.

    A type with few assets gets more turns, so that each has some 24 references or more.
    """
    n = max(_LEAST_TURNS, -(-_LEAST_REFERENCES // n_assets))
    if object_type in ON_WALLS:
        return tuple(-50.0 + 100.0 * k / (n - 1) for k in range(n)), _WALL_TEST_TURNS
    return tuple(360.0 * k / n for k in range(n)), _TEST_TURNS


def _judge(references: Sequence[tuple[str, Vectors]], tests: Sequence[tuple[str, Vectors]]) -> Recognition:
    known = np.stack([vector for _, vector in references])
    seen, hits = Counter(name for name, _ in tests), Counter[str]()
    wrong: Counter[tuple[str, str]] = Counter()
    for name, vector in tests:
        taken = references[int(((known - vector) ** 2).sum(1).argmin())][0]
        if taken == name:
            hits[name] += 1
        else:
            wrong[name, taken] += 1
    worst = sorted(wrong.items(), key=lambda item: (-item[1] / seen[item[0][0]], item[0]))
    return Recognition(
        n_references=len(references),
        n_tests=len(tests),
        right=sum(hits.values()),
        by_type={name: hits[name] / seen[name] for name in sorted(seen)},
        confusions=[(name, taken, n, seen[name]) for (name, taken), n in worst],
    )
