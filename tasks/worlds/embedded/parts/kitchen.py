"""Dishes, tools and food."""

from tasks.worlds.embedded.parts.kit import Kit
from tasks.worlds.embedded.parts.palette import BLACK, BRASS, DARK, PAPER, STALK, STEEL, darker, lighter
from tasks.worlds.embedded.solids import Finish
from tasks.worlds.embedded.textures import CARPET


def mug(kit: Kit) -> None:
    """A cup with a handle to the side; the box is wider by the handle."""
    body = min(0.8, kit.d / kit.w) if kit.w > kit.d else 0.8
    at = ((body - 1.0) * kit.x, 0.0)
    r = body
    kit.turned(((0.0, 0.85 * r), (1.0, r), (1.0, 0.82 * r), (0.12, 0.7 * r), (0.12, 0.0)), at=at)
    x = kit.x * (2 * body - 1.0)
    for ys in ((0.22, 0.34), (0.68, 0.8)):
        kit.box((x - 0.01, kit.x), (ys[0] * kit.h, ys[1] * kit.h), (-0.12 * kit.z, 0.12 * kit.z))
    kit.box((kit.x - 0.2 * kit.x, kit.x), (0.22 * kit.h, 0.8 * kit.h), (-0.12 * kit.z, 0.12 * kit.z))


def cup(kit: Kit) -> None:
    kit.turned(((0.0, 0.7), (1.0, 1.0), (1.0, 0.88), (0.1, 0.58), (0.1, 0.0)))


def bowl(kit: Kit) -> None:
    kit.turned(((0.0, 0.4), (0.35, 0.8), (1.0, 1.0), (1.0, 0.92), (0.4, 0.7), (0.16, 0.0)), sides=12)


def plate(kit: Kit) -> None:
    """A wide rim of its own shade around a shallow, pale well."""
    kit.turned(((0.0, 0.55), (0.9, 1.0), (0.9, 0.97), (0.4, 0.64), (0.35, 0.0)), darker(kit.main, 0.86), sides=16)
    kit.turned(((0.36, 0.6), (0.46, 0.58)), lighter(kit.main, 0.7), sides=16)
    r = 0.99 * min(kit.x, kit.z)
    kit.ring((0.94 * r, r), (0.86 * kit.h, kit.h), (0.0, 0.0), lighter(kit.main, 0.5))


def pan(kit: Kit) -> None:
    """A flat pan towards the back, its handle to the front."""
    _with_handle(kit, ((0.0, 0.86), (0.9, 1.0), (0.9, 0.94), (0.2, 0.8), (0.2, 0.0)), DARK)


def pot(kit: Kit) -> None:
    _with_handle(kit, ((0.0, 0.92), (0.82, 1.0), (0.82, 0.93), (0.2, 0.9), (0.2, 0.0)), STEEL)


def kettle(kit: Kit) -> None:
    kit.turned(((0.0, 0.82), (0.1, 0.92), (0.3, 0.92), (0.62, 0.6), (0.68, 0.24), (0.74, 0.24), (0.78, 0.0)), sides=14)
    kit.box((-0.1 * kit.x, 0.1 * kit.x), (0.9 * kit.h, kit.h), (-0.6 * kit.z, 0.6 * kit.z), BLACK)
    for zs in ((-0.7 * kit.z, -0.55 * kit.z), (0.55 * kit.z, 0.7 * kit.z)):
        kit.box((-0.1 * kit.x, 0.1 * kit.x), (0.5 * kit.h, kit.h), zs, BLACK)
    kit.box((-0.14 * kit.x, 0.14 * kit.x), (0.42 * kit.h, 0.6 * kit.h), (0.7 * kit.z, kit.z))


def bottle(kit: Kit) -> None:
    kit.turned(((0.0, 1.0), (0.58, 1.0), (0.74, 0.42), (0.95, 0.36), (0.95, 0.44), (1.0, 0.44)))
    kit.turned(((0.18, 1.0), (0.46, 1.0)), PAPER)


def soap_bottle(kit: Kit) -> None:
    """A bottle with a pump."""
    kit.turned(((0.0, 1.0), (0.62, 1.0), (0.72, 0.4)))
    kit.turned(((0.72, 0.3), (0.84, 0.3)), PAPER, sides=6)
    kit.box((-0.16 * kit.x, 0.16 * kit.x), (0.84 * kit.h, kit.h), (-0.3 * kit.z, 0.9 * kit.z), PAPER)


def spray_bottle(kit: Kit) -> None:
    kit.box((-kit.x, kit.x), (0.0, 0.62 * kit.h), (-kit.z, 0.7 * kit.z))
    kit.box((-0.5 * kit.x, 0.5 * kit.x), (0.62 * kit.h, 0.8 * kit.h), (-0.4 * kit.z, 0.1 * kit.z), PAPER)
    kit.box((-0.7 * kit.x, 0.7 * kit.x), (0.8 * kit.h, kit.h), (-0.7 * kit.z, kit.z), darker(kit.main))


def shaker(kit: Kit) -> None:
    """Salt: a faceted glass full of white under a steel cap."""
    kit.turned(((0.0, 1.0), (0.62, 0.72)), kit.main, sides=6)
    kit.turned(((0.62, 0.8), (0.9, 0.8), (1.0, 0.5)), Finish((0.55, 0.60, 0.68)), sides=12)


def mill(kit: Kit) -> None:
    """Pepper: a waisted wooden mill with a knob."""
    profile = ((0.0, 1.0), (0.12, 1.0), (0.42, 0.55), (0.6, 0.9), (0.66, 0.5), (0.7, 0.5), (0.8, 0.95), (0.9, 0.8))
    kit.turned(profile, kit.main, sides=12)
    kit.turned(((0.9, 0.3), (0.96, 0.34), (1.0, 0.0)), BRASS, sides=8)


def fork(kit: Kit) -> None:
    y = 0.6 * kit.h
    _handle(kit, 0.2, (-0.2, 1.0), kit.main)
    kit.box((-0.9 * kit.x, 0.9 * kit.x), (0.2 * kit.h, y), (-0.5 * kit.z, -0.2 * kit.z))
    for k in range(4):
        x = kit.x * (-0.9 + 0.52 * k)
        kit.box((x, x + 0.24 * kit.x), (0.3 * kit.h, kit.h), (-kit.z, -0.5 * kit.z), lighter(kit.main, 0.3))


def spoon(kit: Kit) -> None:
    """A thin handle and an oval bowl at the back."""
    _handle(kit, 0.16, (-0.35, 1.0), kit.main)
    bowl = ((0.0, 0.45), (0.45, 0.92), (0.6, 1.0), (0.6, 0.84), (0.25, 0.4), (0.2, 0.0))
    _head(kit, bowl, 0.34, darker(kit.main, 0.9))


def ladle(kit: Kit) -> None:
    """A long handle that ends over a deep round bowl."""
    r = min(kit.x, 0.3 * kit.z)
    _handle(kit, 0.2, (-1.0 + 1.2 * r / kit.z, 1.0), kit.main)
    bowl = ((0.0, 0.45 * r), (0.4 * kit.h, r), (kit.h, r), (kit.h, 0.86 * r), (0.3 * kit.h, 0.0))
    kit.round(bowl, (0.0, r - kit.z), kit.main)
    kit.box((-0.3 * kit.x, 0.3 * kit.x), (0.5 * kit.h, kit.h), (0.86 * kit.z, kit.z), DARK)


def spatula(kit: Kit) -> None:
    """A black turner: a wide flat head with slots, a handle with a light end."""
    _handle(kit, 0.22, (-0.3, 1.0), kit.main)
    kit.box((-0.3 * kit.x, 0.3 * kit.x), (0.3 * kit.h, 0.75 * kit.h), (0.45 * kit.z, kit.z), Finish((0.72, 0.20, 0.16)))
    for k in range(4):
        x = kit.x * (-1.0 + 0.54 * k)
        kit.box((x, x + 0.38 * kit.x), (0.2 * kit.h, 0.5 * kit.h), (-0.94 * kit.z, -0.4 * kit.z))
    for zs in ((-kit.z, -0.9 * kit.z), (-0.42 * kit.z, -0.26 * kit.z)):
        kit.box((-kit.x, kit.x), (0.1 * kit.h, 0.6 * kit.h), zs)


def knife(kit: Kit) -> None:
    """A broad blade that narrows to its point, and a dark handle with two rivets."""
    blade = 0.24 * kit.x
    y0, y1 = 0.05 * kit.h, 0.95 * kit.h
    z = 0.16 * kit.z
    kit.box((-blade, blade), (y0, y1), (-0.55 * kit.z, z), STEEL)
    kit.box(
        (-0.8 * blade, 0.8 * blade), (y0 + 0.28 * (y1 - y0), y1), (-0.82 * kit.z, -0.55 * kit.z), lighter(STEEL, 0.3)
    )
    kit.box((-0.6 * blade, 0.6 * blade), (y0 + 0.6 * (y1 - y0), y1), (-kit.z, -0.82 * kit.z), lighter(STEEL, 0.5))
    kit.box((-0.8 * kit.x, 0.8 * kit.x), (0.45 * kit.h, kit.h), (z, kit.z))
    for zs in ((0.35 * kit.z, 0.45 * kit.z), (0.7 * kit.z, 0.8 * kit.z)):
        kit.box((-kit.x, kit.x), (0.62 * kit.h, 0.82 * kit.h), zs, BRASS)


def butter_knife(kit: Kit) -> None:
    """All of one steel: a round-ended blade and a handle that swells."""
    kit.box((-0.5 * kit.x, 0.5 * kit.x), (0.3 * kit.h, 0.7 * kit.h), (-0.1 * kit.z, kit.z))
    kit.box((-kit.x, kit.x), (0.2 * kit.h, 0.8 * kit.h), (0.45 * kit.z, 0.96 * kit.z), darker(kit.main, 0.85))
    kit.box((-0.3 * kit.x, 0.3 * kit.x), (0.0, kit.h), (-0.92 * kit.z, -0.1 * kit.z), lighter(kit.main, 0.4))
    kit.box((-0.25 * kit.x, 0.25 * kit.x), (0.2 * kit.h, 0.8 * kit.h), (-kit.z, -0.92 * kit.z), lighter(kit.main, 0.4))


def sponge(kit: Kit) -> None:
    kit.slab((0.0, 0.68 * kit.h))
    kit.slab((0.68 * kit.h, kit.h), Finish((0.20, 0.48, 0.26), CARPET))


def apple(kit: Kit) -> None:
    kit.turned(((0.0, 0.4), (0.22, 0.85), (0.5, 1.0), (0.75, 0.85), (0.9, 0.4), (0.84, 0.0)))
    kit.turned(((0.84, 0.06), (1.0, 0.07)), STALK, sides=5)


def ball(kit: Kit) -> None:
    """Anything round: eggs, potatoes, basketballs."""
    kit.turned(((0.0, 0.0), (0.07, 0.5), (0.25, 0.87), (0.5, 1.0), (0.75, 0.87), (0.93, 0.5), (1.0, 0.0)), sides=12)


def tomato(kit: Kit) -> None:
    kit.turned(((0.0, 0.4), (0.2, 0.86), (0.48, 1.0), (0.78, 0.8), (0.92, 0.35), (0.88, 0.0)), sides=10)
    kit.turned(((0.86, 0.28), (1.0, 0.1)), Finish((0.24, 0.50, 0.20)), sides=5)


def lettuce(kit: Kit) -> None:
    """A head of leaves lying down: three lumps of different greens."""
    for k, (z, radius) in enumerate(((-0.5, 0.82), (0.0, 1.0), (0.45, 0.85))):
        shade = lighter(kit.main, 0.12 * k)
        kit.turned(((0.0, 0.5), (0.3, radius), (0.7, radius), (1.0, 0.3)), shade, at=(0.0, z * kit.z), sides=7)


def bread(kit: Kit) -> None:
    """A loaf with a domed top, cut open at the front."""
    crumb = Finish((0.90, 0.78, 0.56), CARPET)
    r = min(kit.x, 0.62 * kit.h)
    kit.box((-0.9 * kit.x, 0.9 * kit.x), (0.0, kit.h - 0.8 * r), (-kit.z, 0.98 * kit.z))
    kit.lathe(
        "z", ((-0.98 * kit.z, 0.8 * r), (-0.85 * kit.z, r), (0.97 * kit.z, r)), (0.0, kit.h - r), kit.main, sides=14
    )
    kit.lathe("z", ((0.97 * kit.z, 0.88 * r), (kit.z, 0.88 * r)), (0.0, kit.h - r), crumb, sides=14)
    for k in range(3):
        z = kit.z * (-0.7 + 0.5 * k)
        kit.box((-0.45 * kit.x, 0.45 * kit.x), (0.9 * kit.h, kit.h), (z, z + 0.08 * kit.z), lighter(kit.main, 0.5))


def foil(kit: Kit) -> None:
    """A bright roll on a dark core, lying along x."""
    r = min(kit.h / 2, kit.z)
    shiny = lighter(kit.main, 0.55)
    kit.lathe("x", ((-0.86 * kit.x, r), (0.86 * kit.x, r)), (kit.h / 2, 0.0), shiny, sides=12)
    kit.lathe("x", ((-kit.x, 0.5 * r), (kit.x, 0.5 * r)), (kit.h / 2, 0.0), Finish((0.50, 0.38, 0.26)), sides=10)
    kit.box((-0.86 * kit.x, 0.86 * kit.x), (0.0, 0.08 * kit.h), (0.0, kit.z), darker(kit.main, 0.9))


def _handle(kit: Kit, share: float, zs: tuple[float, float], finish: Finish) -> None:
    """A handle along z, between shares of the half depth; it gets wider towards its end."""
    y = (0.35 * kit.h, 0.65 * kit.h)
    kit.box((-share * kit.x, share * kit.x), y, (zs[0] * kit.z, zs[1] * kit.z), finish)
    kit.box((-2 * share * kit.x, 2 * share * kit.x), y, ((zs[1] - 0.45) * kit.z, zs[1] * kit.z), finish)


def _head(kit: Kit, profile: tuple[tuple[float, float], ...], share: float, finish: Finish) -> None:
    """A turned bowl at the back, `share` of the half depth long on each side of its middle and as wide as the box."""
    length = share * kit.z
    points = tuple((y * kit.h, r * kit.x) for y, r in profile)
    kit.stretched(points, (0.0, length - kit.z), length / kit.x, finish)


def _with_handle(kit: Kit, profile: tuple[tuple[float, float], ...], handle: Finish) -> None:
    """A round vessel at the back of the box; the rest of the depth is its handle."""
    r = min(kit.x, kit.z)
    middle = r - kit.z
    points = tuple((y * kit.h, share * r) for y, share in profile)
    kit.round(points, (0.0, middle), kit.main)
    if kit.d - 2 * r > 0.02:
        low = 0.55 * kit.h
        kit.box((-0.1 * r - 0.008, 0.1 * r + 0.008), (low, low + 0.016), (middle + 0.9 * r, kit.z), handle)
    else:
        for xs in ((-kit.x, -0.9 * kit.x), (0.9 * kit.x, kit.x)):
            kit.box(xs, (0.6 * kit.h, 0.7 * kit.h), (middle - 0.2 * r, middle + 0.2 * r), handle)
