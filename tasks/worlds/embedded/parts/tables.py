"""Things with a top to put things on."""

from tasks.worlds.embedded.materials import pick
from tasks.worlds.embedded.parts.kit import Kit
from tasks.worlds.embedded.parts.palette import BRASS, CLOTHS, DARK, STEEL, WORKTOP, darker, lighter
from tasks.worlds.embedded.solids import Finish
from tasks.worlds.embedded.textures import FABRIC

_GLASS = Finish((0.56, 0.70, 0.74))
_COUNTER_DEPTH_M = 0.61


def dining_table(kit: Kit) -> None:
    """A plain top on an apron and four stout legs; a runner lies along its middle."""
    thick = min(0.04, 0.2 * kit.h)
    runner = Finish(pick(CLOTHS, kit.asset_id), FABRIC)
    kit.slab((kit.h - thick, kit.h - 0.002))
    if kit.w >= kit.d:
        kit.box((-0.8 * kit.x, 0.8 * kit.x), (kit.h - 0.003, kit.h), (-0.26 * kit.z, 0.26 * kit.z), runner)
    else:
        kit.box((-0.26 * kit.x, 0.26 * kit.x), (kit.h - 0.003, kit.h), (-0.8 * kit.z, 0.8 * kit.z), runner)
    kit.slab((kit.h - thick - 0.06, kit.h - thick), darker(kit.main, 0.85), inset=0.08)
    kit.legs(kit.h - thick, 0.075, darker(kit.main, 0.85), inset=0.05)


def coffee_table(kit: Kit) -> None:
    """A frame around a glass top, and a lower shelf."""
    thick = min(0.035, 0.3 * kit.h)
    edge = 0.16 * min(kit.w, kit.d)
    kit.slab((kit.h - thick, kit.h - 0.002))
    kit.box((edge - kit.x, kit.x - edge), (kit.h - 0.003, kit.h), (edge - kit.z, kit.z - edge), _GLASS)
    kit.legs(kit.h - thick, 0.05, darker(kit.main), inset=0.02)
    if kit.h > 0.3:
        kit.slab((0.10, 0.13), darker(kit.main, 0.85), inset=0.03)


def side_table(kit: Kit) -> None:
    """A top on legs with a drawer under it and a shelf where the house has things, else at a third of the height."""
    thick = min(0.03, 0.2 * kit.h)
    kit.slab((kit.h - thick, kit.h))
    kit.legs(kit.h - thick, 0.035, darker(kit.main), inset=0.01)
    shelves = [level for level in kit.levels if level < kit.h - 0.12]
    for level in _apart(shelves or [kit.h / 3], 0.1):
        kit.slab((level - 0.02, level), darker(kit.main, 0.85), inset=0.02)
    low = kit.h - thick - min(0.14, 0.3 * kit.h)
    if kit.h > 0.35 and not any(level > low - 0.06 for level in shelves):
        kit.slab((low, kit.h - thick), darker(kit.main, 0.9), inset=0.015)
        _drawers(kit, (0.035 - kit.x, kit.x - 0.035), (low + 0.006, kit.h - thick - 0.004), 1, 0.0)


def desk(kit: Kit) -> None:
    """A top between two pedestals; a high desk has a rack of shelves at its back."""
    top = kit.h if kit.h < 0.95 else _work_level(kit)
    thick = 0.035
    pedestal = min(0.42, 0.27 * kit.w)
    kit.slab((top - thick, top))
    for side in (-1.0, 1.0):
        xs = _sorted(side * kit.x, side * (kit.x - pedestal))
        kit.box(xs, (0.05, top - thick), (-kit.z, kit.z - 0.03), darker(kit.main, 0.86))
        _drawers(kit, (xs[0] + 0.02, xs[1] - 0.02), (0.07, top - thick - 0.02), 3, 0.015)
    kit.box((pedestal - kit.x, kit.x - pedestal), (top - 0.35, top - thick), (-kit.z, 0.02 - kit.z), darker(kit.main))
    if kit.h > top + 0.1:
        _rack(kit, top)


def tv_stand(kit: Kit) -> None:
    """A low open cabinet: things on its shelves can be seen from the front."""
    board = min(0.03, 0.15 * kit.h)
    kit.slab((kit.h - board, kit.h))
    kit.shell((0.0, kit.h - board), 0.025, darker(kit.main, 0.88), open_front=True)
    kit.slab((0.03, 0.05), lighter(kit.main, 0.3), inset=0.025)
    kit.box((-0.0125, 0.0125), (0.05, kit.h - board), (-kit.z, kit.z - 0.01), darker(kit.main, 0.88))
    shelves = [level for level in kit.levels if 0.1 < level < kit.h - 0.08]
    for level in _apart(shelves or [kit.h / 2], 0.12):
        kit.slab((level - 0.018, level), lighter(kit.main, 0.4), inset=0.025)


def dresser(kit: Kit) -> None:
    """Closed drawers: what is in them is not seen."""
    kit.slab((kit.h - 0.03, kit.h))
    kit.slab((0.06, kit.h - 0.03), darker(kit.main, 0.86), inset=0.02)
    kit.legs(0.06, 0.05, darker(kit.main, 0.6), inset=0.03)
    rows = max(2, min(5, int(kit.h / 0.24)))
    columns = 2 if kit.w > 0.9 else 1
    pitch = (kit.w - 0.06) / columns
    for column in range(columns):
        left = 0.03 - kit.x + column * pitch
        _drawers(kit, (left + 0.012, left + pitch - 0.012), (0.08, kit.h - 0.05), rows, 0.0)


def counter_top(kit: Kit) -> None:
    """Kitchen cabinets under a worktop. L- and U-shaped assets leave the middle of the front free."""
    arm = min(_COUNTER_DEPTH_M, kit.w / 2, kit.d)
    back = (-kit.z, arm - kit.z) if kit.d > 1.0 else (-kit.z, kit.z)
    if "_L_" in kit.asset_id and kit.d > 1.0:
        runs = [((-kit.x, kit.x), back), ((kit.x - arm, kit.x), (arm - kit.z, kit.z))]
    elif "_C_" in kit.asset_id and kit.d > 1.0:
        wings = (arm - kit.z, kit.z)
        runs = [((-kit.x, kit.x), back), ((kit.x - arm, kit.x), wings), ((-kit.x, arm - kit.x), wings)]
    else:
        runs = [((-kit.x, kit.x), (-kit.z, kit.z))]
    for xs, zs in runs:
        kit.box(xs, (kit.h - 0.04, kit.h), zs, WORKTOP)
        kit.box((xs[0] + 0.015, xs[1] - 0.015), (0.09, kit.h - 0.04), (zs[0], zs[1] - 0.03))
        kit.box((xs[0] + 0.02, xs[1] - 0.02), (0.0, 0.09), (zs[0], zs[1] - 0.09), DARK)
    if len(runs) == 1:
        _cupboards(kit, (-kit.x, kit.x), kit.z - 0.03)
    else:
        _cupboards(kit, (-kit.x + (arm if len(runs) == 3 else 0.0), kit.x - arm), back[1] - 0.03)


def cart(kit: Kit) -> None:
    """A kitchen trolley: three trays on posts."""
    kit.legs(kit.h, 0.03, STEEL, inset=0.0)
    for share in (0.12, 0.5, 0.97):
        kit.slab((share * kit.h - 0.03, share * kit.h), kit.main if share > 0.9 else lighter(kit.main))


def _cupboards(kit: Kit, xs: tuple[float, float], front: float) -> None:
    n = max(1, int((xs[1] - xs[0]) / 0.45))
    pitch = (xs[1] - xs[0]) / n
    for k in range(n):
        left = xs[0] + k * pitch + 0.012
        right = left + pitch - 0.024
        face = lighter(kit.main, 0.18)
        kit.box((left, right), (0.11, kit.h - 0.22), (front, front + 0.014), face)
        kit.box((left, right), (kit.h - 0.2, kit.h - 0.06), (front, front + 0.014), face)
        middle = (left + right) / 2
        handle = (front + 0.014, front + 0.026)
        kit.box((middle - 0.06, middle + 0.06), (kit.h - 0.14, kit.h - 0.125), handle, STEEL)


def _drawers(kit: Kit, xs: tuple[float, float], ys: tuple[float, float], rows: int, depth: float) -> None:
    pitch = (ys[1] - ys[0]) / rows
    middle = (xs[0] + xs[1]) / 2
    for row in range(rows):
        low = ys[0] + row * pitch
        kit.front(xs, (low + 0.008, low + pitch - 0.008), depth + 0.008, lighter(kit.main, 0.12))
        knob = low + pitch / 2
        kit.front((middle - 0.035, middle + 0.035), (knob - 0.01, knob + 0.01), depth, BRASS)


def _rack(kit: Kit, top: float) -> None:
    depth = min(0.28, kit.d / 2)
    zs = (-kit.z, depth - kit.z)
    for xs in ((-kit.x, 0.025 - kit.x), (kit.x - 0.025, kit.x)):
        kit.box(xs, (top, kit.h), zs)
    kit.box((0.025 - kit.x, kit.x - 0.025), (top, kit.h), (-kit.z, 0.015 - kit.z), darker(kit.main, 0.8))
    kit.box((-kit.x, kit.x), (kit.h - 0.025, kit.h), zs)
    shelves = [level for level in kit.levels if top + 0.15 < level < kit.h - 0.1]
    for level in _apart(shelves or [(top + kit.h) / 2], 0.15):
        kit.box((0.025 - kit.x, kit.x - 0.025), (level - 0.02, level), zs)


def _work_level(kit: Kit) -> float:
    """Height of the top of a desk with a rack: where its things are, else three quarters of a metre."""
    usual = [level for level in kit.levels if 0.62 <= level <= 0.85]
    return min(usual) if usual else 0.75


def _apart(levels: list[float], gap: float) -> list[float]:
    """Rising levels, each at least `gap` over the one before."""
    kept: list[float] = []
    for level in sorted(levels):
        if not kept or level - kept[-1] >= gap:
            kept.append(level)
    return kept


def _sorted(a: float, b: float) -> tuple[float, float]:
    return (a, b) if a < b else (b, a)
