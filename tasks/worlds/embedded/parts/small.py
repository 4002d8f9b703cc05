"""Small things of desks, shelves and floors."""

from tasks.worlds.embedded.parts.kit import Kit
from tasks.worlds.embedded.parts.palette import BLACK, BRASS, DARK, GLASS, PAPER, SCREEN, STEEL, lighter
from tasks.worlds.embedded.solids import Finish


def solid_box(kit: Kit) -> None:
    """For a type that nobody has described: its bounding box."""
    kit.slab((0.0, kit.h))


def book(kit: Kit) -> None:
    cover = min(0.003, 0.2 * kit.h)
    kit.slab((0.0, cover))
    kit.box((-kit.x + 0.004, kit.x - 0.006), (cover, kit.h - cover), (0.005 - kit.z, kit.z - 0.005), PAPER)
    kit.slab((kit.h - cover, kit.h))
    kit.box((-kit.x, 0.006 - kit.x), (0.0, kit.h), (-kit.z, kit.z))


def newspaper(kit: Kit) -> None:
    kit.slab((0.0, kit.h))
    for k in range(3):
        z = kit.z * (-0.7 + 0.5 * k)
        kit.box((-0.8 * kit.x, 0.8 * kit.x), (kit.h - 0.001, kit.h), (z, z + 0.2 * kit.z), DARK)


def disc(kit: Kit) -> None:
    kit.turned(((0.0, 1.0), (1.0, 1.0), (1.0, 0.15)), sides=16)


def phone(kit: Kit) -> None:
    kit.slab((0.0, 0.8 * kit.h), BLACK)
    kit.slab((0.8 * kit.h, kit.h), SCREEN, inset=0.06 * kit.w)


def remote(kit: Kit) -> None:
    kit.slab((0.0, 0.8 * kit.h))
    for k, color in enumerate(((0.8, 0.2, 0.2), (0.6, 0.6, 0.62), (0.6, 0.6, 0.62), (0.3, 0.5, 0.75))):
        z = kit.z * (-0.8 + 0.42 * k)
        kit.box((-0.6 * kit.x, 0.6 * kit.x), (0.8 * kit.h, kit.h), (z, z + 0.22 * kit.z), Finish(color))


def card(kit: Kit) -> None:
    kit.slab((0.0, kit.h))
    kit.box((-kit.x, kit.x), (0.5 * kit.h, kit.h), (0.3 * kit.z, 0.65 * kit.z), BLACK)


def keys(kit: Kit) -> None:
    kit.box((-kit.x, -0.4 * kit.x), (0.0, kit.h), (-kit.z, kit.z), BRASS)
    kit.box((-0.4 * kit.x, 0.5 * kit.x), (0.0, 0.7 * kit.h), (-0.3 * kit.z, 0.3 * kit.z), STEEL)
    kit.box((0.5 * kit.x, kit.x), (0.0, 0.6 * kit.h), (-0.8 * kit.z, 0.8 * kit.z))


def pen(kit: Kit) -> None:
    """Long in z, its tip to the front."""
    kit.box((-kit.x, kit.x), (0.0, kit.h), (-kit.z, 0.75 * kit.z))
    kit.box((-0.4 * kit.x, 0.4 * kit.x), (0.3 * kit.h, 0.7 * kit.h), (0.75 * kit.z, kit.z), DARK)
    kit.box((-kit.x, kit.x), (0.0, kit.h), (-kit.z, -0.85 * kit.z), lighter(kit.main))


def watch(kit: Kit) -> None:
    kit.box((-kit.x, kit.x), (0.0, 0.5 * kit.h), (-0.45 * kit.z, 0.45 * kit.z))
    kit.turned(((0.3, 0.5), (1.0, 0.5)), BRASS, sides=10)
    kit.turned(((0.9, 0.42), (1.0, 0.42)), PAPER, sides=10)


def alarm_clock(kit: Kit) -> None:
    """A box with a lit face to the front."""
    kit.box((-kit.x, kit.x), (0.06 * kit.h, kit.h), (-kit.z, kit.z - 0.004))
    kit.slab((0.0, 0.06 * kit.h), DARK, inset=0.01)
    edge = 0.14 * min(kit.w, kit.h)
    face = Finish((0.92, 0.92, 0.86))
    kit.box((edge - kit.x, kit.x - edge), (edge, kit.h - edge), (kit.z - 0.004, kit.z - 0.001), face, glow=0.1)
    kit.box((-0.03 * kit.w, 0.03 * kit.w), (0.45 * kit.h, kit.h - 1.6 * edge), (kit.z - 0.001, kit.z), BLACK)
    kit.box((0.0, 0.25 * kit.w), (0.45 * kit.h, 0.52 * kit.h), (kit.z - 0.001, kit.z), BLACK)


def tissue_box(kit: Kit) -> None:
    kit.slab((0.0, 0.72 * kit.h))
    kit.box((-0.3 * kit.x, 0.3 * kit.x), (0.72 * kit.h, kit.h), (-0.25 * kit.z, 0.25 * kit.z), PAPER)


def cloth(kit: Kit) -> None:
    kit.slab((0.0, 0.6 * kit.h))
    kit.box((-0.7 * kit.x, 0.4 * kit.x), (0.5 * kit.h, kit.h), (-0.8 * kit.z, 0.5 * kit.z), lighter(kit.main, 0.15))


def boots(kit: Kit) -> None:
    for side in (-1.0, 1.0):
        xs = (min(side * 0.12, side) * kit.x, max(side * 0.12, side) * kit.x)
        kit.box(xs, (0.0, 0.3 * kit.h), (-kit.z, kit.z))
        kit.box(xs, (0.3 * kit.h, kit.h), (-kit.z, 0.1 * kit.z))
        kit.box(xs, (0.0, 0.06 * kit.h), (-kit.z, kit.z), BLACK)


def bat(kit: Kit) -> None:
    """Upright, thick end up."""
    kit.turned(((0.0, 0.5), (0.03, 0.5), (0.04, 0.32), (0.4, 0.4), (0.7, 0.95), (0.96, 1.0), (1.0, 0.6)), sides=8)


def racket(kit: Kit) -> None:
    """Lying, its handle to the front."""
    rim = 0.1 * kit.x
    split = 0.15 * kit.z
    for xs in ((-kit.x, rim - kit.x), (kit.x - rim, kit.x)):
        kit.box(xs, (0.0, kit.h), (0.08 * kit.z - kit.z, split))
    for zs in ((-kit.z, 0.08 * kit.z - kit.z), (split - 0.08 * kit.z, split)):
        kit.box((-kit.x, kit.x), (0.0, kit.h), zs)
    strings = (0.45 * kit.h, 0.55 * kit.h)
    kit.box((rim - kit.x, kit.x - rim), strings, (0.08 * kit.z - kit.z, split - 0.08 * kit.z), PAPER)
    kit.box((-0.14 * kit.x, 0.14 * kit.x), (0.0, kit.h), (split, kit.z), DARK)


def dumbbell(kit: Kit) -> None:
    for zs in ((-kit.z, -0.55 * kit.z), (0.55 * kit.z, kit.z)):
        kit.box((-0.75 * kit.x, 0.75 * kit.x), (0.0, kit.h), zs)
        kit.box((-kit.x, kit.x), (0.15 * kit.h, 0.85 * kit.h), zs)
    kit.box((-0.2 * kit.x, 0.2 * kit.x), (0.4 * kit.h, 0.6 * kit.h), (-0.55 * kit.z, 0.55 * kit.z), STEEL)


def table_top_decor(kit: Kit) -> None:
    kit.turned(((0.0, 0.6), (0.15, 0.5), (0.3, 0.9), (1.0, 1.0), (1.0, 0.9), (0.4, 0.0)), sides=8)
    kit.turned(((0.5, 0.5), (0.95, 0.3)), GLASS, sides=6)
