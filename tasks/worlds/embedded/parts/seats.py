"""Things to sit and lie on. Seats are low, so that a remote control on a sofa is seen."""

from tasks.worlds.embedded.parts.kit import Kit
from tasks.worlds.embedded.parts.palette import DARK, LINEN, darker, lighter
from tasks.worlds.embedded.solids import Finish
from tasks.worlds.embedded.textures import GRAIN

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
    kit.legs(kit.h - 0.04, 0.035, darker(kit.main), inset=0.02)
    kit.slab((kit.h - 0.05, kit.h))
    kit.box((0.03 - kit.x, kit.x - 0.03), (0.18, 0.21), (-0.015, 0.015), darker(kit.main))


def ottoman(kit: Kit) -> None:
    kit.legs(0.06, 0.05, _WOOD, inset=0.03)
    kit.slab((0.06, kit.h - 0.05), darker(kit.main, 0.9), inset=0.01)
    kit.slab((kit.h - 0.06, kit.h))


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
    rim = min(0.14, 0.2 * kit.w)
    kit.shell((0.0, kit.h), rim)
    kit.slab((0.0, 0.45 * kit.h), lighter(kit.main, 0.5), inset=rim)


def pillow(kit: Kit) -> None:
    """Two cushions' worth of slopes: thick in the middle, thin at the rim."""
    kit.slab((0.28 * kit.h, 0.72 * kit.h))
    kit.slab((0.1 * kit.h, 0.9 * kit.h), inset=0.10 * min(kit.w, kit.d))
    kit.slab((0.0, kit.h), inset=0.22 * min(kit.w, kit.d))


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
