"""Small things of desks, shelves and floors."""

from tasks.worlds.embedded.parts.kit import Kit
from tasks.worlds.embedded.parts.palette import BLACK, BRASS, DARK, GLASS, PAPER, STEEL, lighter
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
    """Folded: a headline, a picture and columns of grey text on top."""
    top = 0.96 * kit.h
    kit.slab((0.0, top))
    kit.slab((0.45 * kit.h, 0.52 * kit.h), Finish((0.72, 0.71, 0.68)))
    ink, grey = Finish((0.20, 0.20, 0.21)), Finish((0.60, 0.60, 0.60))
    kit.box((-0.85 * kit.x, 0.85 * kit.x), (top - 0.001, kit.h), (-0.9 * kit.z, -0.62 * kit.z), ink)
    kit.box((-0.85 * kit.x, -0.05 * kit.x), (top - 0.001, kit.h), (-0.45 * kit.z, 0.3 * kit.z), grey)
    for k in range(4):
        z = kit.z * (-0.45 + 0.34 * k)
        kit.box((0.08 * kit.x, 0.85 * kit.x), (top - 0.001, kit.h), (z, z + 0.16 * kit.z), grey)


def disc(kit: Kit) -> None:
    """A mirror-bright disc with a coloured sheen, a clear middle and a hole."""
    r = min(kit.x, kit.z)
    low, high = 0.0, 0.9 * kit.h
    kit.ring((0.16 * r, r), (low, high), (0.0, 0.0))
    bands = ((0.72, 0.94, (0.62, 0.86, 0.90)), (0.48, 0.70, (0.90, 0.72, 0.86)), (0.2, 0.34, (0.5, 0.52, 0.56)))
    for inner, outer, rgb in bands:
        kit.ring((inner * r, outer * r), (0.5 * kit.h, kit.h), (0.0, 0.0), Finish(rgb))


def phone(kit: Kit) -> None:
    """A lit screen with a few tiles of colour in a dark rim."""
    kit.slab((0.0, 0.8 * kit.h), BLACK)
    kit.slab((0.8 * kit.h, 0.94 * kit.h), Finish((0.16, 0.26, 0.44)), inset=0.07 * kit.w)
    for k, color in enumerate(((0.86, 0.34, 0.30), (0.34, 0.72, 0.42), (0.95, 0.80, 0.30), (0.40, 0.62, 0.92))):
        x, z = kit.x * (-0.62 + 0.72 * (k % 2)), kit.z * (-0.6 + 0.42 * (k // 2))
        kit.box((x, x + 0.5 * kit.x), (0.9 * kit.h, kit.h), (z, z + 0.26 * kit.z), Finish(color))


def remote(kit: Kit) -> None:
    kit.slab((0.0, 0.8 * kit.h))
    for k, color in enumerate(((0.8, 0.2, 0.2), (0.6, 0.6, 0.62), (0.6, 0.6, 0.62), (0.3, 0.5, 0.75))):
        z = kit.z * (-0.8 + 0.42 * k)
        kit.box((-0.6 * kit.x, 0.6 * kit.x), (0.8 * kit.h, kit.h), (z, z + 0.22 * kit.z), Finish(color))


def card(kit: Kit) -> None:
    """A bright card with a dark strip and a golden chip."""
    kit.slab((0.0, 0.85 * kit.h))
    kit.box((-kit.x, kit.x), (0.5 * kit.h, kit.h), (-0.7 * kit.z, -0.3 * kit.z), BLACK)
    kit.box((-0.7 * kit.x, -0.35 * kit.x), (0.5 * kit.h, kit.h), (0.1 * kit.z, 0.55 * kit.z), BRASS)


def keys(kit: Kit) -> None:
    """A ring with a key to each side and a coloured tag."""
    r = min(0.45 * kit.x, kit.z)
    kit.ring((0.62 * r, r), (0.2 * kit.h, 0.8 * kit.h), (r - kit.x, 0.0), STEEL)
    for side, finish in ((-1.0, BRASS), (1.0, STEEL)):
        z0, z1 = sorted((side * 0.12 * kit.z, side * 0.42 * kit.z))
        kit.box((-0.15 * kit.x, 0.55 * kit.x), (0.0, 0.6 * kit.h), (z0, z1), finish)
        z0, z1 = sorted((side * 0.05 * kit.z, side * 0.9 * kit.z))
        kit.box((-0.45 * kit.x, -0.1 * kit.x), (0.0, kit.h), (z0, z1), finish)
    kit.box((0.5 * kit.x, kit.x), (0.0, 0.9 * kit.h), (-0.7 * kit.z, 0.7 * kit.z))


def pen(kit: Kit) -> None:
    """A ballpoint, long in z: dark grip, steel tip to the front, a clip at the back."""
    r = min(kit.x, kit.h / 2)
    y = min(kit.h / 2, r)
    kit.lathe("z", ((-kit.z, 0.8 * r), (-0.9 * kit.z, r), (0.45 * kit.z, r)), (0.0, y), sides=8)
    kit.lathe("z", ((0.45 * kit.z, r), (0.8 * kit.z, 0.9 * r)), (0.0, y), BLACK, sides=8)
    kit.lathe("z", ((0.8 * kit.z, 0.6 * r), (kit.z, 0.1 * r)), (0.0, y), STEEL, sides=8)
    kit.box((-0.3 * r, 0.3 * r), (y, kit.h), (-0.85 * kit.z, -0.35 * kit.z), STEEL)


def pencil(kit: Kit) -> None:
    """Six-sided: pink rubber and a metal band at the back, bare wood and lead at the front."""
    r = min(kit.x, kit.h / 2)
    y = r
    kit.lathe("z", ((-0.78 * kit.z, r), (0.7 * kit.z, r)), (0.0, y), sides=6)
    kit.lathe("z", ((-kit.z, r), (-0.9 * kit.z, r)), (0.0, y), Finish((0.92, 0.52, 0.56)), sides=8)
    kit.lathe("z", ((-0.9 * kit.z, r), (-0.78 * kit.z, r)), (0.0, y), STEEL, sides=8)
    kit.lathe("z", ((0.7 * kit.z, r), (0.93 * kit.z, 0.3 * r)), (0.0, y), Finish((0.86, 0.70, 0.48)), sides=6)
    kit.lathe("z", ((0.93 * kit.z, 0.3 * r), (kit.z, 0.06 * r)), (0.0, y), BLACK, sides=6)


def watch(kit: Kit) -> None:
    """A closed strap standing as a hoop, its dial on top."""
    r = min(kit.z, kit.h / 2)
    half = 0.36 * kit.x
    hoop = ((-half, r), (half, r), (half, 0.82 * r), (-half, 0.82 * r))
    kit.lathe("x", hoop, (r, 0.0), sides=14, is_ring=True)
    dial = 0.62 * min(kit.x, kit.z)
    kit.round(((0.8 * kit.h, dial), (0.95 * kit.h, dial)), (0.0, 0.0), BRASS)
    kit.round(((0.9 * kit.h, 0.82 * dial), (kit.h, 0.82 * dial)), (0.0, 0.0), PAPER)


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
    """A patterned box, and a tissue that stands out of a slot."""
    top = 0.66 * kit.h
    kit.slab((0.0, 0.2 * kit.h))
    kit.slab((0.2 * kit.h, 0.34 * kit.h), lighter(kit.main, 0.65))
    kit.slab((0.34 * kit.h, top))
    kit.box((-0.5 * kit.x, 0.5 * kit.x), (top - 0.002, top + 0.002), (-0.4 * kit.z, 0.4 * kit.z), DARK)
    tissue = ((0.66, 0.22), (0.84, 0.42), (1.0, 0.16))
    kit.turned(tissue, Finish((0.98, 0.98, 0.97)), sides=5)


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
