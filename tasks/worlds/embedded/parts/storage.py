"""Shelves, boxes, bins and appliances."""

from tasks.worlds.embedded.parts.kit import Kit
from tasks.worlds.embedded.parts.palette import BLACK, BRASS, DARK, GLASS, IRON, STEEL, WHITE, darker, lighter
from tasks.worlds.embedded.solids import Finish
from tasks.worlds.embedded.textures import CARPET, FABRIC

_DARK_GLASS = Finish((0.16, 0.20, 0.26))


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
    """Front loader: a round glass door in a steel ring, a panel with a dial on top."""
    panel, front = 0.86 * kit.h, kit.z - 0.03
    kit.box((-kit.x, kit.x), (0.02, kit.h), (-kit.z, front))
    kit.box((0.01 - kit.x, kit.x - 0.01), (panel, kit.h - 0.01), (front, front + 0.015), darker(kit.main, 0.8))
    middle, r = 0.46 * kit.h, min(0.24, 0.38 * kit.w, 0.34 * kit.h)
    kit.lathe("z", ((front - 0.005, r), (front + 0.018, 0.95 * r)), (0.0, middle), STEEL, sides=18)
    kit.lathe(
        "z",
        ((front, 0.76 * r), (front + 0.02, 0.74 * r), (front + 0.03, 0.4 * r)),
        (0.0, middle),
        _DARK_GLASS,
        sides=18,
    )
    kit.lathe("z", ((front, 0.04), (kit.z, 0.03)), (0.62 * kit.x, (panel + kit.h) / 2), DARK, sides=10)
    kit.box(
        (-0.85 * kit.x, -0.35 * kit.x), (panel + 0.03, kit.h - 0.04), (front, front + 0.018), lighter(kit.main, 0.6)
    )


def clothes_dryer(kit: Kit) -> None:
    """A square grey door with a handle across, a dark panel along the top and slits for air below."""
    panel, front = 0.84 * kit.h, kit.z - 0.03
    kit.box((-kit.x, kit.x), (0.02, kit.h), (-kit.z, front))
    kit.box((-kit.x, kit.x), (panel, kit.h - 0.01), (front, front + 0.02), BLACK)
    for k, x in enumerate((-0.6, 0.0, 0.6)):
        kit.lathe(
            "z", ((front, 0.04), (kit.z, 0.03)), (x * kit.x, (panel + kit.h) / 2), STEEL if k else BRASS, sides=10
        )
    kit.box((-0.72 * kit.x, 0.72 * kit.x), (0.26 * kit.h, 0.76 * kit.h), (front, front + 0.018), darker(kit.main, 0.62))
    kit.box((-0.6 * kit.x, 0.6 * kit.x), (0.66 * kit.h, 0.69 * kit.h), (front + 0.018, kit.z), STEEL)
    for k in range(4):
        y = (0.07 + 0.035 * k) * kit.h
        kit.box((-0.6 * kit.x, 0.6 * kit.x), (y, y + 0.014 * kit.h), (front, front + 0.006), BLACK)


def microwave(kit: Kit) -> None:
    """A window in a light frame, a lit clock and rows of buttons, a handle between."""
    front = kit.z - 0.025
    kit.box((-kit.x, kit.x), (0.0, kit.h), (-kit.z, front))
    kit.box((0.015 - kit.x, 0.48 * kit.x), (0.06 * kit.h, 0.94 * kit.h), (front, front + 0.01), lighter(kit.main, 0.3))
    kit.box((0.05 - kit.x, 0.36 * kit.x), (0.2 * kit.h, 0.8 * kit.h), (front + 0.01, front + 0.014), BLACK)
    kit.box((0.54 * kit.x, kit.x - 0.015), (0.06 * kit.h, 0.94 * kit.h), (front, front + 0.008), DARK)
    clock = Finish((0.30, 0.90, 0.60))
    kit.box((0.6 * kit.x, 0.9 * kit.x), (0.74 * kit.h, 0.86 * kit.h), (front + 0.008, front + 0.011), clock, glow=0.3)
    for row in range(3):
        y = (0.16 + 0.18 * row) * kit.h
        kit.box((0.6 * kit.x, 0.9 * kit.x), (y, y + 0.1 * kit.h), (front + 0.008, front + 0.012), STEEL)
    kit.box((0.42 * kit.x, 0.47 * kit.x), (0.16 * kit.h, 0.86 * kit.h), (front + 0.01, kit.z), STEEL)


def toaster(kit: Kit) -> None:
    """Rounded shoulders, two slots with toast standing in them, a lever at the front."""
    kit.slab((0.06 * kit.h, 0.82 * kit.h))
    kit.slab((0.8 * kit.h, 0.92 * kit.h), lighter(kit.main, 0.3), inset=0.08 * min(kit.w, kit.d))
    kit.slab((0.0, 0.1 * kit.h), BLACK, inset=0.01)
    toast = Finish((0.80, 0.60, 0.34), CARPET)
    for x in (-0.5, 0.14):
        kit.box((x * kit.x, (x + 0.36) * kit.x), (0.9 * kit.h, 0.925 * kit.h), (-0.72 * kit.z, 0.72 * kit.z), BLACK)
        kit.box(((x + 0.08) * kit.x, (x + 0.28) * kit.x), (0.88 * kit.h, kit.h), (-0.6 * kit.z, 0.6 * kit.z), toast)


def coffee_machine(kit: Kit) -> None:
    """A tank at the back, a head over a glass jug."""
    kit.box((-kit.x, kit.x), (0.0, kit.h), (-kit.z, -0.15 * kit.z))
    kit.box((-kit.x, kit.x), (0.66 * kit.h, kit.h), (-0.15 * kit.z, kit.z))
    kit.box((-kit.x, kit.x), (0.0, 0.1 * kit.h), (-0.15 * kit.z, kit.z), BLACK)
    kit.turned(((0.1, 0.34), (0.3, 0.42), (0.5, 0.3), (0.55, 0.32)), DARK, at=(0.0, 0.42 * kit.z))
    kit.box((0.4 * kit.x, 0.55 * kit.x), (0.76 * kit.h, 0.86 * kit.h), (kit.z - 0.004, kit.z), STEEL)


def safe(kit: Kit) -> None:
    """A thick steel door with a dial, a wheel with spokes and two hinges."""
    front = kit.z - 0.05
    kit.box((-kit.x, kit.x), (0.0, kit.h), (-kit.z, front))
    kit.box((0.05 - kit.x, kit.x - 0.05), (0.05, kit.h - 0.05), (front, front + 0.02), lighter(kit.main, 0.25))
    r = min(0.09, 0.2 * kit.h)
    kit.lathe("z", ((front, r), (front + 0.04, 0.85 * r)), (-0.25 * kit.x, 0.62 * kit.h), BRASS, sides=12)
    kit.lathe("z", ((front, 0.35 * r), (kit.z, 0.3 * r)), (-0.25 * kit.x, 0.62 * kit.h), BLACK, sides=8)
    wheel = (0.3 * kit.x, 0.36 * kit.h)
    kit.box((wheel[0] - 1.1 * r, wheel[0] + 1.1 * r), (wheel[1] - 0.012, wheel[1] + 0.012), (front, kit.z), STEEL)
    kit.box((wheel[0] - 0.012, wheel[0] + 0.012), (wheel[1] - 1.1 * r, wheel[1] + 1.1 * r), (front, kit.z), STEEL)
    for ys in ((0.2, 0.32), (0.68, 0.8)):
        kit.box((0.01 - kit.x, 0.04 - kit.x), (ys[0] * kit.h, ys[1] * kit.h), (front, front + 0.03), STEEL)


def cardboard_box(kit: Kit) -> None:
    """Open at the top: what is in it is seen from above."""
    kit.shell((0.0, kit.h), 0.008)
    kit.slab((0.0, 0.008), darker(kit.main, 0.85), inset=0.008)
    kit.box((-0.1 * kit.x, 0.1 * kit.x), (0.5 * kit.h, 0.8 * kit.h), (kit.z - 0.001, kit.z), WHITE)


def bin_(kit: Kit) -> None:
    """Garbage can: round, wider at the top, lined with a dark bag that is turned over the rim."""
    can = ((0.0, 0.78), (0.9, 0.97), (0.9, 0.9), (0.1, 0.7), (0.1, 0.0))
    kit.turned(can, kit.main, sides=14)
    bag = ((0.12, 0.68), (0.86, 0.88), (0.88, 1.0), (1.0, 1.0), (1.0, 0.92), (0.86, 0.82), (0.5, 0.0))
    kit.turned(bag, BLACK, sides=14)


def hamper(kit: Kit) -> None:
    """A basket of woven slats with a white lining and washing in it."""
    for k in range(6):
        kit.shell((k * 0.155 * kit.h, (k * 0.155 + 0.1) * kit.h), 0.02)
    kit.slab((0.0, 0.012), darker(kit.main, 0.6), inset=0.02)
    for k in range(6):
        low = k * 0.155 + 0.1
        kit.shell((low * kit.h, (low + 0.055) * kit.h), 0.02, darker(kit.main, 0.66))
    kit.shell((0.9 * kit.h, kit.h), 0.03, WHITE)
    kit.slab((0.5 * kit.h, 0.84 * kit.h), Finish((0.55, 0.66, 0.80), FABRIC), inset=0.03)


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
