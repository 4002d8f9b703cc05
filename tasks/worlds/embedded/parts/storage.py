"""Shelves, boxes, bins and appliances."""

from tasks.worlds.embedded.parts.kit import Kit
from tasks.worlds.embedded.parts.palette import BLACK, BRASS, DARK, GLASS, IRON, STEEL, WHITE, darker, lighter
from tasks.worlds.embedded.solids import Finish


def shelving_unit(kit: Kit) -> None:
    """Open shelves, some of them moved to where the house has things standing."""
    side = 0.022
    for xs in ((-kit.x, side - kit.x), (kit.x - side, kit.x)):
        kit.box(xs, (0.0, kit.h), (-kit.z, kit.z))
    kit.box((side - kit.x, kit.x - side), (0.0, kit.h), (-kit.z, 0.012 - kit.z), darker(kit.main, 0.8))
    kit.slab((kit.h - side, kit.h))
    for level in _shelf_levels(kit):
        kit.box((side - kit.x, kit.x - side), (level - 0.02, level), (-kit.z, kit.z - 0.005), darker(kit.main, 0.9))


def fridge(kit: Kit) -> None:
    """Closed: what is in it is not seen."""
    split = 0.64 * kit.h
    kit.box((-kit.x, kit.x), (0.04, kit.h), (-kit.z, kit.z - 0.08), darker(kit.main, 0.9))
    kit.box((0.02 - kit.x, kit.x - 0.02), (0.0, 0.04), (-kit.z, kit.z - 0.1), BLACK)
    for ys in ((0.06, split - 0.006), (split + 0.006, kit.h - 0.004)):
        kit.box((0.004 - kit.x, kit.x - 0.004), ys, (kit.z - 0.085, kit.z - 0.03))
    for ys in ((split - 0.55, split - 0.08), (split + 0.08, split + 0.42)):
        kit.box((kit.x - 0.09, kit.x - 0.06), ys, (kit.z - 0.03, kit.z), STEEL)


def washing_machine(kit: Kit) -> None:
    """Front loader with a round door, drawn as a dark octagon of boxes, and a panel on top."""
    panel = 0.86 * kit.h
    kit.box((-kit.x, kit.x), (0.02, kit.h), (-kit.z, kit.z - 0.03))
    kit.box((0.01 - kit.x, kit.x - 0.01), (panel, kit.h - 0.01), (kit.z - 0.03, kit.z - 0.015), darker(kit.main, 0.8))
    middle, r = 0.45 * kit.h, min(0.2, 0.33 * kit.w)
    for a, b in ((1.0, 0.42), (0.78, 0.78), (0.42, 1.0)):
        kit.box((-a * r, a * r), (middle - b * r, middle + b * r), (kit.z - 0.03, kit.z - 0.012), STEEL)
        inner = (middle - 0.72 * b * r, middle + 0.72 * b * r)
        kit.box((-0.72 * a * r, 0.72 * a * r), inner, (kit.z - 0.02, kit.z - 0.006), DARK)
    knob = (panel + kit.h) / 2
    kit.box((0.6 * kit.x, 0.6 * kit.x + 0.05), (knob - 0.025, knob + 0.025), (kit.z - 0.016, kit.z), DARK)


def microwave(kit: Kit) -> None:
    """Also stands for other boxes with a window and a row of buttons."""
    kit.box((-kit.x, kit.x), (0.0, kit.h), (-kit.z, kit.z - 0.02))
    kit.box((0.02 - kit.x, 0.45 * kit.x), (0.14 * kit.h, 0.88 * kit.h), (kit.z - 0.02, kit.z - 0.008), BLACK)
    kit.box((0.56 * kit.x, kit.x - 0.02), (0.12 * kit.h, 0.9 * kit.h), (kit.z - 0.02, kit.z - 0.012), DARK)
    kit.box((0.47 * kit.x, 0.52 * kit.x), (0.16 * kit.h, 0.86 * kit.h), (kit.z - 0.02, kit.z), STEEL)


def toaster(kit: Kit) -> None:
    kit.slab((0.05 * kit.h, 0.97 * kit.h))
    kit.slab((0.0, 0.1 * kit.h), BLACK, inset=0.01)
    for x in (-0.45, 0.15):
        kit.box((x * kit.x, (x + 0.3) * kit.x), (0.9 * kit.h, kit.h), (-0.7 * kit.z, 0.7 * kit.z), BLACK)


def coffee_machine(kit: Kit) -> None:
    """A tank at the back, a head over a glass jug."""
    kit.box((-kit.x, kit.x), (0.0, kit.h), (-kit.z, -0.15 * kit.z))
    kit.box((-kit.x, kit.x), (0.66 * kit.h, kit.h), (-0.15 * kit.z, kit.z))
    kit.box((-kit.x, kit.x), (0.0, 0.1 * kit.h), (-0.15 * kit.z, kit.z), BLACK)
    kit.turned(((0.1, 0.34), (0.3, 0.42), (0.5, 0.3), (0.55, 0.32)), DARK, at=(0.0, 0.42 * kit.z))
    kit.box((0.4 * kit.x, 0.55 * kit.x), (0.76 * kit.h, 0.86 * kit.h), (kit.z - 0.004, kit.z), STEEL)


def safe(kit: Kit) -> None:
    kit.box((-kit.x, kit.x), (0.0, kit.h), (-kit.z, kit.z - 0.03))
    kit.box((0.03 - kit.x, kit.x - 0.03), (0.03, kit.h - 0.03), (kit.z - 0.03, kit.z - 0.012), lighter(kit.main, 0.2))
    kit.box((-0.03, 0.03), (kit.h / 2 - 0.03, kit.h / 2 + 0.03), (kit.z - 0.012, kit.z), BRASS)
    kit.box((-0.6 * kit.x, -0.2 * kit.x), (0.6 * kit.h, 0.78 * kit.h), (kit.z - 0.014, kit.z - 0.004), BLACK)


def cardboard_box(kit: Kit) -> None:
    """Open at the top: what is in it is seen from above."""
    kit.shell((0.0, kit.h), 0.008)
    kit.slab((0.0, 0.008), darker(kit.main, 0.85), inset=0.008)
    kit.box((-0.1 * kit.x, 0.1 * kit.x), (0.5 * kit.h, 0.8 * kit.h), (kit.z - 0.001, kit.z), WHITE)


def bin_(kit: Kit) -> None:
    """Garbage can, hamper: walls that lean outwards are drawn straight, with a rim."""
    kit.shell((0.0, 0.94 * kit.h), 0.015)
    kit.shell((0.92 * kit.h, kit.h), 0.025, darker(kit.main, 0.8))
    kit.slab((0.0, 0.012), darker(kit.main, 0.6), inset=0.015)


def bag(kit: Kit) -> None:
    """A full garbage bag with a knot."""
    kit.turned(((0.0, 0.82), (0.12, 1.0), (0.5, 0.94), (0.75, 0.55), (0.84, 0.16), (0.93, 0.12), (1.0, 0.26)), sides=9)


def vacuum_cleaner(kit: Kit) -> None:
    kit.box((-kit.x, kit.x), (0.0, 0.1 * kit.h), (-kit.z, kit.z), DARK)
    kit.box((-0.5 * kit.x, 0.5 * kit.x), (0.1 * kit.h, 0.55 * kit.h), (-0.7 * kit.z, 0.1 * kit.z))
    kit.box((-0.12 * kit.x, 0.12 * kit.x), (0.55 * kit.h, kit.h), (-0.5 * kit.z, -0.25 * kit.z), IRON)
    kit.box((-0.3 * kit.x, 0.3 * kit.x), (0.9 * kit.h, 0.95 * kit.h), (-0.5 * kit.z, 0.1 * kit.z), DARK)


def television(kit: Kit) -> None:
    """A flat screen; one that stands has a foot."""
    stands = kit.d > 0.12
    foot = 0.1 * kit.h if stands else 0.0
    back = -0.02 if stands else -kit.z
    front = min(back + 0.06, kit.z)
    kit.box((-kit.x, kit.x), (foot, kit.h), (back, front - 0.004), BLACK)
    screen: Finish = Finish((0.10, 0.12, 0.17))
    edge = 0.025
    kit.box((edge - kit.x, kit.x - edge), (foot + edge, kit.h - edge), (front - 0.004, front), screen, glow=0.12)
    if stands:
        kit.box((-0.25 * kit.x, 0.25 * kit.x), (0.02, foot), (-0.02, 0.02), DARK)
        kit.box((-0.4 * kit.x, 0.4 * kit.x), (0.0, 0.02), (-0.7 * kit.z, 0.7 * kit.z), DARK)


def laptop(kit: Kit) -> None:
    """Open, with the screen at the back."""
    base = min(0.022, 0.2 * kit.h)
    hinge = 0.25 * kit.d - kit.z
    kit.box((-kit.x, kit.x), (0.0, base), (hinge, kit.z))
    kit.box((0.06 * kit.w - kit.x, 0.94 * kit.w - kit.x), (base, base + 0.002), (hinge + 0.03, kit.z * 0.45), DARK)
    kit.box((-kit.x, kit.x), (base, kit.h), (hinge - 0.015, hinge), darker(kit.main, 0.85))
    screen = Finish((0.30, 0.48, 0.72))
    kit.box((0.012 - kit.x, kit.x - 0.012), (base + 0.02, kit.h - 0.012), (hinge, hinge + 0.002), screen, glow=0.25)


def desktop(kit: Kit) -> None:
    """A monitor on a foot, with its tower beside it."""
    split = 0.45 * kit.x
    kit.box((-kit.x, split), (0.22 * kit.h, kit.h), (-0.03, 0.0), BLACK)
    screen = Finish((0.30, 0.48, 0.72))
    kit.box((0.02 - kit.x, split - 0.02), (0.25 * kit.h, kit.h - 0.02), (0.0, 0.004), screen, glow=0.2)
    middle = (split - kit.x) / 2
    kit.box((middle - 0.03, middle + 0.03), (0.0, 0.22 * kit.h), (-0.03, 0.0), DARK)
    kit.box((middle - 0.12, middle + 0.12), (0.0, 0.015), (-kit.z, kit.z), DARK)
    kit.box((split + 0.05, kit.x), (0.0, 0.8 * kit.h), (-kit.z, kit.z), kit.main)
    kit.box((split + 0.08, kit.x - 0.03), (0.6 * kit.h, 0.62 * kit.h), (kit.z - 0.001, kit.z), GLASS)


def _shelf_levels(kit: Kit) -> list[float]:
    """Evenly spaced, each moved to a level in use that is nearest to it."""
    n = max(2, round(kit.h / 0.42))
    levels = [0.05 + k * (kit.h - 0.05) / n for k in range(n)]
    used = [level for level in kit.levels if level < kit.h - 0.05]
    for level in used:
        nearest = min(range(n), key=lambda k: (abs(levels[k] - level), k))
        if levels[nearest] not in used:
            levels[nearest] = max(level, 0.02)
        elif abs(levels[nearest] - level) > 0.08:
            levels.append(level)
    return sorted(levels)
