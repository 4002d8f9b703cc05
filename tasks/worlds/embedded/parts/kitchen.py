"""Dishes, tools and food."""

from tasks.worlds.embedded.parts.kit import Kit
from tasks.worlds.embedded.parts.palette import BLACK, DARK, GLASS, PAPER, STALK, STEEL, darker, lighter
from tasks.worlds.embedded.solids import Finish


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
    kit.turned(((0.0, 0.55), (1.0, 1.0), (1.0, 0.96), (0.45, 0.6), (0.4, 0.0)), sides=14)


def pan(kit: Kit) -> None:
    """A flat pan towards the back, its handle to the front."""
    _with_handle(kit, ((0.0, 0.86), (0.9, 1.0), (0.9, 0.94), (0.2, 0.8), (0.2, 0.0)), DARK)


def pot(kit: Kit) -> None:
    _with_handle(kit, ((0.0, 0.92), (0.82, 1.0), (0.82, 0.93), (0.2, 0.9), (0.2, 0.0)), STEEL)


def kettle(kit: Kit) -> None:
    kit.turned(((0.0, 0.9), (0.3, 1.0), (0.7, 0.6), (0.76, 0.2), (0.82, 0.2), (0.85, 0.0)))
    kit.box((-0.1 * kit.x, 0.1 * kit.x), (0.9 * kit.h, kit.h), (-0.6 * kit.z, 0.6 * kit.z), BLACK)
    for zs in ((-0.7 * kit.z, -0.55 * kit.z), (0.55 * kit.z, 0.7 * kit.z)):
        kit.box((-0.1 * kit.x, 0.1 * kit.x), (0.6 * kit.h, kit.h), zs, BLACK)
    kit.box((-0.14 * kit.x, 0.14 * kit.x), (0.5 * kit.h, 0.66 * kit.h), (0.6 * kit.z, kit.z))


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
    kit.turned(((0.0, 0.9), (0.68, 1.0), (0.7, 0.8)), kit.main)
    kit.turned(((0.68, 0.95), (0.9, 0.85), (1.0, 0.4)), STEEL)


def fork(kit: Kit) -> None:
    y = kit.h * 0.6
    kit.box((-0.3 * kit.x, 0.3 * kit.x), (0.0, y), (-0.1 * kit.z, kit.z))
    kit.box((-kit.x, kit.x), (0.0, y), (-0.45 * kit.z, -0.1 * kit.z))
    for k in range(4):
        x = kit.x * (-1.0 + 0.55 * k)
        kit.box((x, x + 0.34 * kit.x), (0.2 * kit.h, kit.h), (-kit.z, -0.45 * kit.z))


def spoon(kit: Kit) -> None:
    """Also ladles and spatulas: a handle and a head at the back."""
    kit.box((-0.25 * kit.x, 0.25 * kit.x), (0.3 * kit.h, 0.7 * kit.h), (-0.4 * kit.z, kit.z))
    kit.box((-0.8 * kit.x, 0.8 * kit.x), (0.0, kit.h), (-kit.z, -0.6 * kit.z))
    kit.box((-kit.x, kit.x), (0.0, 0.8 * kit.h), (-0.95 * kit.z, -0.68 * kit.z))


def knife(kit: Kit) -> None:
    kit.box((-0.3 * kit.x, 0.3 * kit.x), (0.1 * kit.h, 0.9 * kit.h), (-kit.z, 0.2 * kit.z), STEEL)
    kit.box((-kit.x, kit.x), (0.0, kit.h), (0.2 * kit.z, kit.z))


def sponge(kit: Kit) -> None:
    kit.slab((0.0, 0.65 * kit.h))
    kit.slab((0.65 * kit.h, kit.h), Finish((0.26, 0.50, 0.30)))


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
    kit.slab((0.0, 0.75 * kit.h))
    kit.slab((0.7 * kit.h, 0.9 * kit.h), lighter(kit.main, 0.1), inset=0.08 * kit.w)
    kit.slab((0.8 * kit.h, kit.h), lighter(kit.main, 0.18), inset=0.2 * kit.w)


def foil(kit: Kit) -> None:
    """A roll on its side."""
    kit.box((-kit.x, kit.x), (0.0, kit.h), (-0.7 * kit.z, 0.7 * kit.z))
    kit.box((-kit.x, kit.x), (0.2 * kit.h, 0.8 * kit.h), (-kit.z, kit.z), GLASS)


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
