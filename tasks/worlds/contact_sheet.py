"""All object types on one sheet, and some rooms on another: the pictures in docs/.

`python -m tasks.worlds.contact_sheet FOLDER` writes types.png and rooms.png.
"""

import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from schemas.seeds import generator
from schemas.vocabulary import TYPES, display
from tasks.houses.assets import assets_of
from tasks.houses.generate import embedded_houses
from tasks.houses.house import House
from tasks.worlds.base import Grid, Pose, RgbImage
from tasks.worlds.embedded.world import EmbeddedWorld
from tasks.worlds.gallery import ON_WALLS, Gallery, Shot

SEED = 7
_POSES = 40
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
    return _small(_sheet(tiles))


def room_sheet(n_houses: int = 12, seed: int = SEED) -> Image.Image:
    """One view in each of some generated houses: of a few drawn poses the one that shows the most types."""
    world = EmbeddedWorld(supersampling=2)
    pictures = []
    for house in embedded_houses(seed, "test", n_houses):
        world.teleport(_full_view(world, house, world.load(house)))
        pictures.append(world.rgb())
    return _small(_side_by_side(pictures, columns=4))


def _full_view(world: EmbeddedWorld, house: House, grid: Grid) -> Pose:
    draw, cells = generator(SEED, "rooms", house.id), sorted(grid.cells)
    types = {item.id: item.type for item in house.objects}
    best, chosen = -1, Pose(*house.start[:2], house.start[2], 0.0)
    for _ in range(_POSES):
        at = grid.position(cells[int(draw.integers(len(cells)))])
        pose = Pose(*at, 15.0 * int(draw.integers(24)), 30.0 * int(draw.integers(2)))
        view = next(world.views([pose]))
        shown = len({types[key] for key, pixels in view.pixels.items() if pixels > 60 and view.distance_m[key] > 0.8})
        if shown > best:
            best, chosen = shown, pose
    return chosen


def _side_by_side(pictures: Sequence[RgbImage], columns: int) -> Image.Image:
    size = pictures[0].shape[0]
    rows = -(-len(pictures) // columns)
    sheet = Image.new("RGB", (columns * size, rows * size), "white")
    for k, picture in enumerate(pictures):
        sheet.paste(Image.fromarray(picture), (k % columns * size, k // columns * size))
    return sheet


def _tile(shot: Shot) -> Image.Image:
    rows, columns = np.nonzero(shot.mask)
    side = int(max(np.ptp(rows), np.ptp(columns)) * 1.15) + 4
    top, left = int(rows.min() + rows.max() - side) // 2, int(columns.min() + columns.max() - side) // 2
    size = shot.rgb.shape[0]
    top, left = max(0, min(top, size - side)), max(0, min(left, size - side))
    cut = Image.fromarray(shot.rgb).crop((left, top, left + side, top + side))
    return cut.resize((_TILE, _TILE), Image.Resampling.BOX if side > 2 * _TILE else Image.Resampling.BILINEAR)


def _small(image: Image.Image) -> Image.Image:
    """Six bits a colour: half of the bytes as PNG, and no difference to the eye."""
    pixels = np.asarray(image)
    return Image.fromarray((pixels & 0xFC) | (pixels >> 6))


def _sheet(tiles: Sequence[tuple[Image.Image, str]]) -> Image.Image:
    rows = -(-len(tiles) // _COLUMNS)
    sheet = Image.new("RGB", (_COLUMNS * _TILE, rows * (_TILE + _LABEL)), "white")
    draw, font = ImageDraw.Draw(sheet), ImageFont.load_default(10)
    for k, (tile, label) in enumerate(tiles):
        x, y = k % _COLUMNS * _TILE, k // _COLUMNS * (_TILE + _LABEL)
        sheet.paste(tile, (x, y))
        draw.text((x + 3, y + _TILE + 1), label, fill="black", font=font)
    return sheet


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    type_sheet().save(folder / "types.png", optimize=True)
    room_sheet().save(folder / "rooms.png", optimize=True)
