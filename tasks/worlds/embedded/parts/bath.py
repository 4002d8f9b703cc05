"""Bathroom: what is plumbed in, towels and what holds them, paper, brushes."""

from itertools import pairwise

from tasks.worlds.embedded.parts.kit import Kit
from tasks.worlds.embedded.parts.palette import PAPER, STEEL, darker, lighter
from tasks.worlds.embedded.solids import Finish
from tasks.worlds.embedded.textures import FABRIC, GRAIN

_WOOD = Finish((0.56, 0.38, 0.22), GRAIN)
_INK = Finish((0.30, 0.52, 0.70))


def toilet(kit: Kit) -> None:
    """Tank with a button at the back; an oval bowl under a lid in front, on a waisted foot."""
    lid = min(0.44, 0.46 * kit.h)
    tank = 0.28 * kit.d
    front = tank - kit.z
    kit.box((-kit.x, kit.x), (lid - 0.02, kit.h - 0.03), (-kit.z, front))
    kit.box((-kit.x, kit.x), (kit.h - 0.03, kit.h), (-kit.z, front), lighter(kit.main))
    kit.round(((kit.h - 0.03, 0.04), (kit.h, 0.04)), (0.0, -kit.z + tank / 2), STEEL)
    r = 0.86 * kit.x
    length = (kit.z - front) / 2
    at, squash = (0.0, kit.z - length), length / r
    foot = ((0.0, 0.62 * r), (0.1 * lid, 0.58 * r), (0.45 * lid, 0.5 * r), (0.76 * lid, 0.9 * r), (0.88 * lid, r))
    kit.stretched(foot, at, squash, darker(kit.main, 0.95))
    kit.stretched(((0.88 * lid, 0.97 * r), (0.93 * lid, r), (lid, 0.97 * r)), at, squash, kit.main)
    kit.stretched(((lid, 0.86 * r), (1.03 * lid, 0.8 * r)), at, squash, lighter(kit.main, 0.6))
    kit.box((-0.6 * r, 0.6 * r), (0.0, lid - 0.03), (-kit.z + 0.3 * tank, front + 0.3 * length), darker(kit.main, 0.93))
    kit.box((-0.06, 0.06), (kit.h - 0.16, kit.h - 0.13), (front, front + 0.012), STEEL)


def sink(kit: Kit) -> None:
    """A basin with a hole in it, on a pedestal or set in a counter."""
    rim = min(0.09, 0.2 * min(kit.w, kit.d))
    basin = min(0.16, 0.8 * kit.h)
    low = kit.h - basin
    kit.box((-kit.x, kit.x), (low, kit.h), (-kit.z, rim * 1.6 - kit.z))
    kit.box((-kit.x, kit.x), (low, kit.h), (kit.z - rim * 0.6, kit.z))
    for xs in ((-kit.x, rim - kit.x), (kit.x - rim, kit.x)):
        kit.box(xs, (low, kit.h), (rim * 1.6 - kit.z, kit.z - rim * 0.6))
    floor = (rim - kit.x, kit.x - rim)
    kit.box(floor, (low, low + 0.015), (rim * 1.6 - kit.z, kit.z - rim * 0.6), darker(kit.main, 0.85))
    if kit.h > 0.4:
        kit.box((-0.38 * kit.x, 0.38 * kit.x), (0.0, low), (-kit.z, 0.1 * kit.z), darker(kit.main, 0.94))


def faucet(kit: Kit) -> None:
    """A post at the back, a spout that reaches forward, two handles."""
    thick = min(0.018, 0.3 * kit.x, 0.3 * kit.z)
    back = -kit.z + thick * 2
    kit.box((-thick, thick), (0.0, kit.h), (back - thick, back + thick))
    kit.box((-thick, thick), (kit.h - 2 * thick, kit.h), (back, kit.z))
    kit.box((-thick, thick), (0.7 * kit.h, kit.h), (kit.z - 2 * thick, kit.z))
    kit.box((-kit.x, kit.x), (0.0, min(0.02, 0.2 * kit.h)), (-kit.z, back + 2 * thick))
    for xs in ((-kit.x, 0.3 * kit.x - kit.x), (0.7 * kit.x, kit.x)):
        kit.box(xs, (0.0, 0.35 * kit.h), (back - thick, back + thick))


def hanging_towel(kit: Kit) -> None:
    """Folded over a bar: a front and a shorter back, with two woven bands and a fringe."""
    bar = min(0.012, 0.25 * kit.d)
    pale = lighter(kit.main, 0.65)
    kit.lathe("x", ((-kit.x, bar), (kit.x, bar)), (kit.h - bar, 0.0), STEEL, sides=8)
    side = 0.94 * kit.x
    kit.box((-side, side), (0.3 * kit.h, kit.h), (-kit.z, -0.3 * kit.z), darker(kit.main, 0.85))
    edges = (0.0, 0.03, 0.14, 0.19, 0.23, 0.26, 1.0)
    for k, (low, high) in enumerate(pairwise(edges)):
        kit.box(
            (-side, side), (low * kit.h, high * kit.h), (0.1 * kit.z, kit.z), pale if k % 2 == 0 and k < 5 else kit.main
        )


def hand_towel(kit: Kit) -> None:
    """Hung from a hook by its middle: it spreads downwards in folds."""
    pale = lighter(kit.main, 0.6)
    kit.lathe("z", ((-kit.z, 0.025), (kit.z, 0.02)), (0.0, 0.95 * kit.h), STEEL, sides=8)
    for k in range(5):
        x = kit.x * (-1.0 + 0.4 * k)
        top = (0.93 - 0.05 * abs(k - 2)) * kit.h
        deep = kit.z if k % 2 else 0.6 * kit.z
        kit.box((x, x + 0.4 * kit.x), (0.1 * kit.h, top), (-kit.z, deep), kit.main if k % 2 else darker(kit.main, 0.85))
        kit.box((x, x + 0.4 * kit.x), (0.0, 0.1 * kit.h), (-kit.z, deep), pale)


def rail(kit: Kit) -> None:
    """A bar on two brackets, for towels and paper."""
    thick = min(0.016, kit.h / 2, kit.z)
    for xs in ((-kit.x, 2 * thick - kit.x), (kit.x - 2 * thick, kit.x)):
        kit.box(xs, (kit.h / 2 - thick, kit.h / 2 + thick), (-kit.z, kit.z))
    kit.box((-kit.x, kit.x), (kit.h / 2 - thick / 2, kit.h / 2 + thick / 2), (kit.z - 2 * thick, kit.z - thick))
    kit.box((-kit.x, kit.x), (0.0, kit.h), (-kit.z, -0.9 * kit.z), darker(kit.main))


def towel_ring(kit: Kit) -> None:
    """A rose on the wall with a ring hanging from it."""
    r = min(kit.x, 0.42 * kit.h)
    thick = min(0.012, kit.z / 2)
    y = min(kit.h - 0.1 * kit.h, kit.h - 0.02)
    kit.lathe("z", ((-kit.z, 0.03), (0.4 * kit.z, 0.022)), (0.0, y), darker(kit.main, 0.8), sides=10)
    hoop = ((0.2 * kit.z, r), (0.2 * kit.z + thick, r), (0.2 * kit.z + thick, r - thick), (0.2 * kit.z, r - thick))
    kit.lathe("z", hoop, (0.0, r), sides=16, is_ring=True)


def paper_hanger(kit: Kit) -> None:
    """A paper roll on a pin between two arms, one sheet hanging down."""
    r = min(kit.z, kit.h / 2)
    kit.box(
        (-kit.x, kit.x), (kit.h / 2 - 0.3 * r, kit.h / 2 + 0.3 * r), (-kit.z, 0.1 * kit.z - kit.z), darker(kit.main)
    )
    for xs in ((-kit.x, 0.1 * kit.x - kit.x), (0.9 * kit.x, kit.x)):
        kit.box(xs, (kit.h / 2 - 0.3 * r, kit.h / 2 + 0.3 * r), (-kit.z, 0.3 * kit.z))
    middle = kit.z - r
    kit.lathe("x", ((-0.72 * kit.x, r), (0.72 * kit.x, r)), (kit.h / 2, middle), PAPER, sides=14)
    kit.lathe("x", ((-0.95 * kit.x, 0.3 * r), (0.95 * kit.x, 0.3 * r)), (kit.h / 2, middle), STEEL, sides=8)
    kit.box((-0.7 * kit.x, 0.7 * kit.x), (0.0, kit.h / 2), (kit.z - 0.006, kit.z), lighter(PAPER, 0.6))


def roll(kit: Kit) -> None:
    """Kitchen paper: a tall roll on a wooden foot, printed with a band, a pin on top."""
    kit.turned(((0.0, 1.0), (0.04, 1.0)), _WOOD, sides=12)
    for low, high, finish in ((0.04, 0.2, kit.main), (0.2, 0.25, _INK), (0.25, 0.78, kit.main), (0.78, 0.83, _INK)):
        kit.turned(((low, 0.92), (high, 0.92)), finish, sides=12)
    kit.turned(((0.83, 0.92), (0.93, 0.92), (0.93, 0.3), (0.9, 0.0)), kit.main, sides=12)
    kit.turned(((0.88, 0.2), (1.0, 0.2)), _WOOD, sides=8)


def toilet_roll(kit: Kit) -> None:
    """A fat soft roll with a wide brown core."""
    kit.turned(((0.0, 1.0), (0.97, 1.0), (0.97, 0.46), (0.3, 0.42), (0.3, 0.0)), sides=14)
    kit.turned(((0.3, 0.45), (1.0, 0.45), (1.0, 0.36), (0.35, 0.34), (0.35, 0.0)), Finish((0.62, 0.48, 0.32)), sides=14)


def plunger(kit: Kit) -> None:
    cup = Finish((0.66, 0.22, 0.16))
    kit.turned(((0.0, 1.0), (0.14, 0.92), (0.24, 0.5), (0.28, 0.14)), cup)
    kit.turned(((0.26, 0.14), (1.0, 0.14)), kit.main, sides=6)


def brush(kit: Kit) -> None:
    kit.turned(((0.0, 0.85), (0.30, 1.0), (0.32, 0.4)), kit.main)
    kit.turned(((0.3, 0.16), (1.0, 0.2)), lighter(kit.main), sides=6)


def shower_curtain(kit: Kit) -> None:
    """Gathered in soft folds under a rail, with rings on top and bands of colour across."""
    n = max(4, int(kit.w / 0.08))
    pitch = kit.w / n
    top = max(0.6 * kit.h, kit.h - 0.05)
    for k in range(n):
        middle = -kit.x + (k + 0.5) * pitch
        kit.stretched(((0.0, 0.8 * pitch), (top, 0.7 * pitch)), (middle, 0.0), 0.9 * kit.d / (1.7 * pitch), kit.main)
        for low in (0.12, 0.44, 0.76):
            band = ((low * kit.h, 0.82 * pitch), ((low + 0.1) * kit.h, 0.81 * pitch))
            kit.stretched(band, (middle, 0.0), 0.9 * kit.d / (1.7 * pitch), Finish((0.24, 0.50, 0.66), FABRIC))
        kit.box((middle - 0.006, middle + 0.006), (top, kit.h), (-0.006, 0.006), STEEL)
    kit.box((-kit.x, kit.x), (kit.h - 0.025, kit.h), (-0.012, 0.012), STEEL)


def shower_head(kit: Kit) -> None:
    kit.box((-0.02, 0.02), (0.0, kit.h), (-kit.z, 0.04 - kit.z))
    kit.box((-0.02, 0.02), (kit.h - 0.04, kit.h), (-kit.z, 0.5 * kit.z))
    kit.turned(((0.93, 1.0), (0.97, 0.3)), darker(kit.main), at=(0.0, 0.4 * kit.z))


def soap(kit: Kit) -> None:
    """A rounded bar with a stamp on top."""
    kit.stretched(
        ((0.0, 0.8 * kit.x), (0.35 * kit.h, kit.x), (0.7 * kit.h, kit.x), (0.94 * kit.h, 0.72 * kit.x)),
        (0.0, 0.0),
        kit.d / kit.w,
        kit.main,
    )
    kit.box((-0.35 * kit.x, 0.35 * kit.x), (0.9 * kit.h, kit.h), (-0.35 * kit.z, 0.35 * kit.z), lighter(kit.main, 0.55))
