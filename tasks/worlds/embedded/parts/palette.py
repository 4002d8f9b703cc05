"""Colours and finishes that parts share."""

from tasks.worlds.embedded.solids import Finish, Rgb
from tasks.worlds.embedded.textures import CARPET, FABRIC, GRAIN, LEAVES, PLAIN, STONE

WOODS: tuple[Rgb, ...] = (
    (0.58, 0.38, 0.22),
    (0.44, 0.27, 0.16),
    (0.72, 0.53, 0.34),
    (0.34, 0.22, 0.15),
    (0.82, 0.68, 0.48),
    (0.86, 0.84, 0.80),
    (0.26, 0.25, 0.26),
)
DARK_WOODS: tuple[Rgb, ...] = ((0.27, 0.22, 0.20), (0.34, 0.23, 0.17), (0.38, 0.38, 0.40))
CLOTHS: tuple[Rgb, ...] = (
    (0.32, 0.42, 0.60),
    (0.62, 0.30, 0.28),
    (0.36, 0.52, 0.42),
    (0.70, 0.60, 0.46),
    (0.45, 0.44, 0.48),
    (0.84, 0.80, 0.72),
    (0.52, 0.38, 0.56),
    (0.80, 0.58, 0.30),
    (0.28, 0.50, 0.56),
)
BRIGHTS: tuple[Rgb, ...] = (
    (0.82, 0.24, 0.22),
    (0.20, 0.46, 0.78),
    (0.94, 0.74, 0.20),
    (0.26, 0.62, 0.36),
    (0.92, 0.90, 0.86),
    (0.86, 0.46, 0.18),
    (0.50, 0.30, 0.62),
    (0.22, 0.62, 0.66),
    (0.90, 0.56, 0.64),
)
CERAMICS: tuple[Rgb, ...] = (
    (0.93, 0.92, 0.89),
    (0.56, 0.72, 0.82),
    (0.88, 0.78, 0.60),
    (0.70, 0.36, 0.28),
    (0.52, 0.64, 0.50),
)
METALS: tuple[Rgb, ...] = ((0.74, 0.75, 0.77), (0.62, 0.63, 0.66), (0.42, 0.43, 0.46))
APPLIANCES: tuple[Rgb, ...] = ((0.88, 0.88, 0.87), (0.66, 0.68, 0.70), (0.30, 0.31, 0.33))
DARKS: tuple[Rgb, ...] = ((0.14, 0.14, 0.15), (0.20, 0.20, 0.22), (0.26, 0.24, 0.24))

WHITE = Finish((0.94, 0.94, 0.93), PLAIN)
PORCELAIN = Finish((0.95, 0.95, 0.94), PLAIN)
LINEN = Finish((0.93, 0.92, 0.88), FABRIC)
BLACK = Finish((0.12, 0.12, 0.13), PLAIN)
DARK = Finish((0.24, 0.24, 0.26), PLAIN)
SCREEN = Finish((0.07, 0.08, 0.11), PLAIN)
STEEL = Finish((0.72, 0.73, 0.75), PLAIN)
IRON = Finish((0.36, 0.37, 0.39), PLAIN)
BRASS = Finish((0.80, 0.66, 0.34), PLAIN)
GLASS = Finish((0.74, 0.84, 0.88), PLAIN)
LEAF = Finish((0.30, 0.58, 0.26), LEAVES)
STALK = Finish((0.40, 0.34, 0.20), GRAIN)
SOIL = Finish((0.26, 0.19, 0.14), CARPET)
TERRACOTTA = Finish((0.72, 0.40, 0.27), PLAIN)
WORKTOP = Finish((0.36, 0.36, 0.38), STONE)
PAPER = Finish((0.95, 0.94, 0.90), PLAIN)
WATER = Finish((0.72, 0.84, 0.90), PLAIN)
WARM_LIGHT = Finish((1.0, 0.93, 0.74), FABRIC)


def darker(finish: Finish, factor: float = 0.72) -> Finish:
    red, green, blue = finish.rgb
    return finish._replace(rgb=(red * factor, green * factor, blue * factor))


def lighter(finish: Finish, share: float = 0.35) -> Finish:
    red, green, blue = (value + (1.0 - value) * share for value in finish.rgb)
    return finish._replace(rgb=(red, green, blue))
