"""Things to sit and lie on. Seats are low, so that a remote control on a sofa is seen."""

from tasks.worlds.embedded.parts.kit import Kit
from tasks.worlds.embedded.parts.palette import DARK, LINEN, STEEL, darker, lighter
from tasks.worlds.embedded.solids import Finish
from tasks.worlds.embedded.textures import FABRIC, GRAIN

_WOOD = Finish((0.42, 0.27, 0.17), GRAIN)


def chair(kit: Kit) -> None:
    seat = _level(kit, 0.46, 0.3, 0.62)
    kit.legs(seat - 0.04, 0.035, darker(kit.main), inset=0.01)
    kit.slab((seat - 0.04, seat))
    posts = (-kit.z, 0.035 - kit.z)
    for xs in ((0.01 - kit.x, 0.045 - kit.x), (kit.x - 0.045, kit.x - 0.01)):
        kit.box(xs, (seat, kit.h), posts, darker(kit.main))
    span = (0.045 - kit.x, kit.x - 0.045)
    low = seat + 0.35 * (kit.h - seat)
    kit.box(span, (low, kit.h - 0.01), (0.008 - kit.z, 0.028 - kit.z))


def stool(kit: Kit) -> None:
    """A round seat on four legs with a ring to rest the feet on."""
    r = min(kit.x, kit.z)
    kit.legs(kit.h - 0.04, 0.03, darker(kit.main), inset=0.18 * r)
    kit.turned((((kit.h - 0.05) / kit.h, 0.94), ((kit.h - 0.035) / kit.h, 1.0), (1.0, 0.97)), sides=16)
    level = 0.3 * kit.h
    kit.ring((0.78 * r, 0.86 * r), (level, level + 0.02), (0.0, 0.0), STEEL)


def footstool(kit: Kit) -> None:
    """A thick round cushion with a button, on short turned feet."""
    low = 0.4 * kit.h
    cloth = Finish(kit.main.rgb, FABRIC)
    kit.legs(low, 0.04, _WOOD, inset=0.16 * min(kit.x, kit.z))
    profile = ((low / kit.h, 0.86), (low / kit.h + 0.12, 1.0), (0.84, 1.0), (0.96, 0.8), (0.98, 0.2))
    kit.turned(profile, cloth, sides=16)
    kit.turned(((0.9, 0.12), (1.0, 0.1)), DARK, sides=8)
    kit.turned(((low / kit.h + 0.02, 1.0), (low / kit.h + 0.06, 1.0)), lighter(cloth, 0.6), sides=16)


def ottoman(kit: Kit) -> None:
    """A padded box with a seamed lid: two rows of buttons, piping, short feet."""
    kit.legs(0.06, 0.05, _WOOD, inset=0.03)
    kit.slab((0.06, kit.h - 0.1), darker(kit.main, 0.86), inset=0.012)
    kit.slab((kit.h - 0.1, kit.h - 0.085), lighter(kit.main, 0.6))
    kit.slab((kit.h - 0.085, kit.h - 0.012), inset=0.006)
    for i in range(3):
        for j in range(2):
            x, z = kit.x * (-0.62 + 0.62 * i), kit.z * (-0.45 + 0.9 * j)
            kit.round(((kit.h - 0.02, 0.03), (kit.h, 0.02)), (x, z), darker(kit.main, 0.45))


def arm_chair(kit: Kit) -> None:
    _upholstered(kit, cushions=1, arm=min(0.17, 0.18 * kit.w))


def sofa(kit: Kit) -> None:
    _upholstered(kit, cushions=3 if kit.w > 1.9 else 2, arm=min(0.2, 0.1 * kit.w))


def bed(kit: Kit) -> None:
    """Frame, mattress, blanket and headboard at the back; a high one stands on posts like a canopy bed."""
    top = _level(kit, min(0.52, 0.66 * kit.h), 0.24, 0.85)
    wood = _WOOD if kit.main.texture != GRAIN else kit.main
    board = 0.05
    kit.box((-kit.x, kit.x), (0.10, max(0.14, top - 0.20)), (board - kit.z, kit.z), wood)
    kit.legs(0.12, 0.07, darker(wood), inset=0.02)
    kit.box((0.02 - kit.x, kit.x - 0.02), (max(0.13, top - 0.2), top), (board - kit.z, kit.z - 0.02), LINEN)
    foot = -kit.z + 0.36 * kit.d
    blanket = (max(0.16, top - 0.13), top + 0.004)
    kit.box((0.005 - kit.x, kit.x - 0.005), blanket, (foot, kit.z - 0.01), kit.main)
    head = min(kit.h, 1.25) if kit.h > top + 0.05 else kit.h
    kit.box((-kit.x, kit.x), (0.0, head), (-kit.z, board - kit.z), darker(wood, 0.9))
    if kit.h > 1.6:
        for xs in ((-kit.x, 0.06 - kit.x), (kit.x - 0.06, kit.x)):
            for zs in ((-kit.z, 0.06 - kit.z), (kit.z - 0.06, kit.z)):
                kit.box(xs, (0.0, kit.h), zs, wood)
        for zs in ((-kit.z, 0.06 - kit.z), (kit.z - 0.06, kit.z)):
            kit.box((-kit.x, kit.x), (kit.h - 0.06, kit.h), zs, wood)


def dog_bed(kit: Kit) -> None:
    """A padded ring, lower at the front, around a soft floor with a bone on it."""
    rim = min(0.16, 0.22 * kit.w)
    kit.shell((0.0, kit.h), rim, open_front=True)
    kit.box((-kit.x, kit.x), (0.0, 0.55 * kit.h), (kit.z - rim, kit.z))
    kit.box((rim - kit.x, kit.x - rim), (0.0, 0.4 * kit.h), (rim - kit.z, kit.z - rim), lighter(kit.main, 0.65))
    bone = Finish((0.95, 0.92, 0.84))
    kit.box((-0.2 * kit.x, 0.2 * kit.x), (0.4 * kit.h, 0.5 * kit.h), (-0.03, 0.03), bone)
    for x in (-0.24, 0.18):
        kit.box((x * kit.x, (x + 0.06) * kit.x), (0.4 * kit.h, 0.52 * kit.h), (-0.06, 0.06), bone)


def pillow(kit: Kit) -> None:
    """Thick in the middle, thin at the rim, with piping round it."""
    a = min(kit.w, kit.d)
    kit.slab((0.42 * kit.h, 0.58 * kit.h), lighter(kit.main, 0.55))
    for share, inset in ((0.70, 0.035), (0.84, 0.09), (0.93, 0.16), (1.0, 0.25)):
        kit.slab(((1.0 - share) * kit.h, share * kit.h), inset=inset * a)


def _upholstered(kit: Kit, cushions: int, arm: float) -> None:
    seat = _level(kit, min(0.44, 0.55 * kit.h), 0.22, 0.62)
    back = min(0.24, 0.28 * kit.d)
    kit.legs(0.06, 0.06, DARK, inset=0.03)
    kit.box((-kit.x, kit.x), (0.06, seat - 0.13), (-kit.z, kit.z - 0.01), darker(kit.main, 0.85))
    inner = (arm - kit.x, kit.x - arm)
    kit.box(inner, (seat - 0.14, seat - 0.004), (-kit.z, kit.z - 0.012), darker(kit.main, 0.8))
    kit.box(inner, (seat - 0.13, kit.h), (-kit.z, back - kit.z), darker(kit.main, 0.92))
    armrest = min(kit.h, seat + 0.2)
    for xs in ((-kit.x, arm - kit.x), (kit.x - arm, kit.x)):
        kit.box(xs, (0.06, armrest), (-kit.z, kit.z), darker(kit.main, 0.92))
    pitch = (inner[1] - inner[0]) / cushions
    for k in range(cushions):
        xs = (inner[0] + k * pitch + 0.006, inner[0] + (k + 1) * pitch - 0.006)
        kit.box(xs, (seat - 0.13, seat), (back - kit.z, kit.z - 0.005))
        kit.box(xs, (seat, min(kit.h - 0.04, seat + 0.4)), (back - kit.z, back - kit.z + 0.09), lighter(kit.main, 0.1))


def _level(kit: Kit, usual: float, low: float, high: float) -> float:
    """Height of the seat: where the house has things on it, else the usual one."""
    used = [level for level in kit.levels if low <= level <= high]
    return min(used[0] if used else usual, kit.h)
