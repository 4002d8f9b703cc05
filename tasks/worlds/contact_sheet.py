"""All object types on one sheet, and some rooms on another: the pictures in docs/."""

from collections.abc import Sequence

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from schemas.vocabulary import TYPES, display
from tasks.houses.assets import assets_of
from tasks.worlds.base import RgbImage
from tasks.worlds.gallery import ON_WALLS, Gallery, Shot

_TILE = 112
_LABEL = 15
_COLUMNS = 12
_TINY_M = 0.3


def type_sheet(types: Sequence[str] = TYPES) -> Image.Image:
    """One asset of each type, cut out of a large picture so that it fills its tile."""
    gallery, close = Gallery(image_size=1024), Gallery(image_size=4096)
    tiles = []
    for object_type in types:
        asset = assets_of(object_type, "train")[0]
        of = close if max(asset.size) < _TINY_M else gallery
        shot = of.shots(asset, (20.0 if object_type in ON_WALLS else 30.0,), look=0)[0]
        tiles.append((_tile(shot), display(object_type)))
    return _few_colors(_sheet(tiles))


def picture_sheet(pictures: Sequence[RgbImage], columns: int) -> Image.Image:
    """Pictures of one size side by side."""
    size = pictures[0].shape[0]
    rows = -(-len(pictures) // columns)
    sheet = Image.new("RGB", (columns * size, rows * size), "white")
    for k, picture in enumerate(pictures):
        sheet.paste(Image.fromarray(picture), (k % columns * size, k // columns * size))
    return _few_colors(sheet)


def _tile(shot: Shot) -> Image.Image:
    rows, columns = np.nonzero(shot.mask)
    side = int(max(np.ptp(rows), np.ptp(columns)) * 1.15) + 4
    top, left = int(rows.min() + rows.max() - side) // 2, int(columns.min() + columns.max() - side) // 2
    size = shot.rgb.shape[0]
    top, left = max(0, min(top, size - side)), max(0, min(left, size - side))
    cut = Image.fromarray(shot.rgb).crop((left, top, left + side, top + side))
    return cut.resize((_TILE, _TILE), Image.Resampling.BOX if side > 2 * _TILE else Image.Resampling.BILINEAR)


def _few_colors(image: Image.Image) -> Image.Image:
    """256 colours: a third of the bytes."""
    return image.quantize(256, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.FLOYDSTEINBERG)


def _sheet(tiles: Sequence[tuple[Image.Image, str]]) -> Image.Image:
    rows = -(-len(tiles) // _COLUMNS)
    sheet = Image.new("RGB", (_COLUMNS * _TILE, rows * (_TILE + _LABEL)), "white")
    draw, font = ImageDraw.Draw(sheet), ImageFont.load_default(10)
    for k, (tile, label) in enumerate(tiles):
        x, y = k % _COLUMNS * _TILE, k // _COLUMNS * (_TILE + _LABEL)
        sheet.paste(tile, (x, y))
        draw.text((x + 3, y + _TILE + 1), label, fill="black", font=font)
    return sheet
