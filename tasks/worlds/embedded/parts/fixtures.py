"""Lamps, plants, ornaments and pictures."""

from tasks.worlds.embedded.parts.kit import Kit
from tasks.worlds.embedded.parts.palette import (
    BLACK,
    BRASS,
    DARK,
    IRON,
    LEAF,
    PAPER,
    SOIL,
    STALK,
    WARM_LIGHT,
    darker,
    lighter,
)
from tasks.worlds.embedded.solids import Finish, Rgb

_INKS: tuple[Rgb, ...] = ((0.30, 0.46, 0.66), (0.76, 0.42, 0.26), (0.36, 0.56, 0.38), (0.84, 0.70, 0.34))


def floor_lamp(kit: Kit) -> None:
    kit.turned(((0.0, 0.55), (0.015, 0.5)), DARK, sides=12)
    kit.turned(((0.012, 0.08), (0.86, 0.08)), DARK, sides=6)
    kit.turned(((0.78, 1.0), (1.0, 0.68)), WARM_LIGHT, sides=12, glow=0.35)


def desk_lamp(kit: Kit) -> None:
    kit.turned(((0.0, 0.62), (0.06, 0.55)), kit.main, sides=10)
    kit.turned(((0.06, 0.1), (0.66, 0.1)), IRON, sides=6)
    kit.turned(((0.58, 1.0), (1.0, 0.55)), WARM_LIGHT, sides=10, glow=0.35)


def candle(kit: Kit) -> None:
    kit.turned(((0.0, 1.0), (0.86, 1.0), (0.86, 0.0)), kit.main, sides=8)
    kit.turned(((0.86, 0.14), (0.95, 0.2), (1.0, 0.0)), Finish((1.0, 0.8, 0.35)), sides=5, glow=0.5)


def house_plant(kit: Kit) -> None:
    """A pot and three tiers of leaves round a stalk."""
    pot = 0.32 if kit.h > 0.3 else 0.45
    kit.turned(((0.0, 0.34), (pot, 0.48), (pot, 0.42), (pot - 0.04, 0.42), (pot - 0.04, 0.0)), kit.main)
    kit.turned(((pot - 0.05, 0.40), (pot - 0.045, 0.0)), SOIL)
    kit.turned(((pot - 0.05, 0.07), (0.8, 0.05)), STALK, sides=5)
    step = (1.0 - pot) / 3
    for k, (radius, factor) in enumerate(((1.0, 0.85), (0.86, 1.0), (0.55, 1.12))):
        low = pot + k * step * 0.92
        shade = darker(LEAF, factor)
        at = (0.12 * kit.x * (k - 1), 0.08 * kit.z * (1 - k))
        top = min(1.0, low + 1.25 * step)
        kit.turned(((low, 0.2), (low + 0.45 * step, radius), (top, 0.0)), shade, at=at, sides=7)


def vase(kit: Kit) -> None:
    """A belly with a painted band, a narrow neck and a lip."""
    kit.turned(((0.0, 0.5), (0.06, 0.55), (0.34, 0.96)), sides=14)
    kit.turned(((0.34, 0.97), (0.42, 1.0), (0.5, 0.97)), lighter(kit.main, 0.7), sides=14)
    kit.turned(((0.5, 0.96), (0.66, 0.72), (0.82, 0.4), (1.0, 0.6), (1.0, 0.48), (0.82, 0.3), (0.78, 0.0)), sides=14)


def statue(kit: Kit) -> None:
    """An abstract figure on a base."""
    kit.slab((0.0, 0.12 * kit.h), darker(kit.main, 0.55))
    figure = ((0.12, 0.5), (0.3, 0.75), (0.5, 0.42), (0.62, 0.62), (0.72, 0.24), (0.8, 0.36), (0.94, 0.34), (1.0, 0.0))
    kit.turned(figure, sides=8)


def decor(kit: Kit) -> None:
    """A tall ornament: a stem with three discs."""
    kit.turned(((0.0, 0.9), (0.06, 0.7)), DARK)
    kit.turned(((0.05, 0.12), (1.0, 0.1)), kit.main, sides=6)
    for low in (0.30, 0.55, 0.80):
        kit.turned(((low, 0.3), (low + 0.07, 1.0), (low + 0.14, 0.3)), kit.main)


def teddy_bear(kit: Kit) -> None:
    kit.turned(((0.0, 0.55), (0.2, 0.78), (0.42, 0.7), (0.52, 0.3)), kit.main)
    kit.turned(((0.48, 0.3), (0.6, 0.62), (0.8, 0.62), (0.92, 0.3)), lighter(kit.main, 0.1))
    for side in (-1.0, 1.0):
        kit.turned(((0.84, 0.12), (0.92, 0.24), (1.0, 0.1)), darker(kit.main), at=(side * 0.45 * kit.x, 0.0), sides=6)
        arm = sorted((side * 0.62 * kit.x, side * kit.x))
        kit.box((arm[0], arm[1]), (0.22 * kit.h, 0.44 * kit.h), (-0.3 * kit.z, 0.6 * kit.z))
        leg = sorted((side * 0.2 * kit.x, side * 0.75 * kit.x))
        kit.box((leg[0], leg[1]), (0.0, 0.2 * kit.h), (0.2 * kit.z, kit.z))
    kit.box((-0.18 * kit.x, 0.18 * kit.x), (0.6 * kit.h, 0.7 * kit.h), (0.5 * kit.z, 0.75 * kit.z), BLACK)


def painting(kit: Kit) -> None:
    """Frame, mount and a picture of a few fields of colour, different for each asset."""
    frame = min(0.04, 0.12 * min(kit.w, kit.h))
    back, front = -kit.z, kit.z
    kit.box((-kit.x, kit.x), (0.0, kit.h), (back, front - 0.003), darker(kit.main, 0.5))
    x, low, high = kit.x - frame, frame, kit.h - frame
    kit.box((-x, x), (low, high), (front - 0.004, front - 0.002), PAPER)
    seed = sum(ord(letter) * (k + 3) for k, letter in enumerate(kit.asset_id))
    inner_x, inner_low, inner_high = 0.86 * x, low + 0.12 * (high - low), high - 0.12 * (high - low)
    horizon = inner_low + (0.35 + 0.05 * (seed % 5)) * (inner_high - inner_low)
    sky, land, mark = (Finish(_INKS[(seed + k) % len(_INKS)]) for k in range(3))
    kit.box((-inner_x, inner_x), (horizon, inner_high), (front - 0.003, front - 0.001), lighter(sky, 0.45))
    kit.box((-inner_x, inner_x), (inner_low, horizon), (front - 0.003, front - 0.001), land)
    at = (-0.5 + 0.2 * (seed % 6)) * inner_x
    size = 0.16 * min(kit.w, kit.h)
    kit.box((at - size, at + size), (horizon - 0.4 * size, horizon + size), (front - 0.002, front), mark)


def watering_can(kit: Kit) -> None:
    kit.turned(((0.0, 0.9), (0.75, 0.8), (0.75, 0.6), (0.7, 0.0)), kit.main, at=(0.0, -0.3 * kit.z))
    kit.box((-0.15 * kit.x, 0.15 * kit.x), (0.5 * kit.h, 0.62 * kit.h), (0.2 * kit.z, kit.z))
    kit.box((-0.12 * kit.x, 0.12 * kit.x), (0.85 * kit.h, kit.h), (-0.8 * kit.z, 0.3 * kit.z), BRASS)
