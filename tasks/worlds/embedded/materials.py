"""Material names of ProcTHOR to finishes: a texture by what the name says, a colour by name, else from a palette.

ProcTHOR's materials are Unity assets; their names ("DarkWoodPlanks", "SubwayTilesRough 1") say enough to tell rooms
apart by their look. A name that says nothing gets a colour of its own, always the same one.
"""

import zlib

from tasks.worlds.embedded.solids import Finish, Rgb
from tasks.worlds.embedded.textures import BRICK, CARPET, FABRIC, PLANKS, PLASTER, STONE, TILE

_FLOOR_TEXTURES = (
    (("tile", "checker", "porcelain", "ceramic", "bathroomfloor", "kitchenfloor"), TILE),
    (("marble", "granite", "concrete", "stone", "slate"), STONE),
    (("carpet", "rug", "fabric", "wicker"), CARPET),
)
_WALL_TEXTURES = (
    (("brick",), BRICK),
    (("tile", "checker", "subway"), TILE),
    (("marble", "granite", "concrete", "stone"), STONE),
    (("fabric",), FABRIC),
    (("wood", "panel"), PLANKS),
)
_COLOR_WORDS: tuple[tuple[str, Rgb], ...] = (
    ("black", (0.22, 0.21, 0.21)),
    ("reddark", (0.42, 0.22, 0.15)),
    ("darkfloorsred", (0.45, 0.24, 0.17)),
    ("dark", (0.38, 0.26, 0.18)),
    ("white", (0.90, 0.89, 0.86)),
    ("cream", (0.90, 0.83, 0.68)),
    ("eggshell", (0.93, 0.90, 0.82)),
    ("robinegg", (0.55, 0.78, 0.80)),
    ("grey", (0.62, 0.63, 0.64)),
    ("gray", (0.62, 0.63, 0.64)),
    ("light", (0.80, 0.65, 0.46)),
    ("pale", (0.82, 0.72, 0.56)),
    ("tan", (0.78, 0.63, 0.44)),
    ("orange", (0.80, 0.50, 0.26)),
    ("red", (0.56, 0.29, 0.21)),
    ("yellow", (0.90, 0.78, 0.42)),
    ("green", (0.48, 0.64, 0.45)),
    ("blue", (0.42, 0.56, 0.74)),
    ("brown", (0.50, 0.34, 0.22)),
    ("worn", (0.56, 0.45, 0.34)),
)
_FLOORS: tuple[Rgb, ...] = (
    (0.66, 0.46, 0.28),
    (0.56, 0.38, 0.24),
    (0.74, 0.56, 0.36),
    (0.48, 0.32, 0.21),
    (0.70, 0.60, 0.47),
    (0.60, 0.40, 0.30),
)
_WALLS: tuple[Rgb, ...] = (
    (0.86, 0.82, 0.74),
    (0.78, 0.84, 0.86),
    (0.88, 0.87, 0.85),
    (0.80, 0.85, 0.76),
    (0.89, 0.80, 0.76),
    (0.82, 0.79, 0.87),
    (0.90, 0.85, 0.70),
)
CEILING = Finish((0.93, 0.93, 0.91), PLASTER)


def pick(palette: tuple[Rgb, ...], name: str) -> Rgb:
    """One colour of a palette, always the same for the same name."""
    return palette[zlib.crc32(name.encode()) % len(palette)]


def floor_finish(material: str) -> Finish:
    """Wood unless the name says otherwise: most ProcTHOR floors are."""
    return _finish(material, _FLOOR_TEXTURES, PLANKS, _FLOORS)


def wall_finish(material: str, color: Rgb | None) -> Finish:
    finish = _finish(material, _WALL_TEXTURES, PLASTER, _WALLS)
    return finish._replace(rgb=_lifted(finish.rgb if color is None else color))


def _finish(
    material: str, textures: tuple[tuple[tuple[str, ...], int], ...], default: int, palette: tuple[Rgb, ...]
) -> Finish:
    name = material.lower().replace(" ", "").replace("_", "")
    texture = next((texture for words, texture in textures if any(word in name for word in words)), default)
    rgb = next((rgb for word, rgb in _COLOR_WORDS if word in name), pick(palette, material))
    return Finish(rgb, texture)


def _lifted(color: Rgb) -> Rgb:
    """A little brighter than stated: a dark wall must not swallow what hangs on it."""
    red, green, blue = (0.24 + 0.74 * value for value in color)
    return red, green, blue
