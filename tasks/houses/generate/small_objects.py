"""Small things on and in furniture, and movable things on the floor.

ProcTHOR's procedure: for each receptacle and each type that such receptacles hold in hand-made scenes, a thing is
wished for with about that frequency; then each wish is given a place. With *atypical placement*, a share of the
movable things goes to a room of a type drawn evenly from the house's own, so that a room does not tell what lies in it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from schemas.settings import Split
from tasks.houses.assets import Asset, assets_of, placements, receptacles
from tasks.houses.generate.draw import Draw
from tasks.houses.generate.floors import Floor
from tasks.houses.generate.furniture import is_movable, stand
from tasks.houses.generate.placing import alone, along_walls, settle
from tasks.houses.generate.rects import footprint, moved
from tasks.houses.generate.surfaces import Surface, mattress_m, surfaces_of
from tasks.houses.generate.things import Thing, size_at_rest, standing

_MORE = 0.17
"""Added to the frequencies, which are those of sparser scenes."""
_MORE_FOR = {
    "ArmChair": -0.1,
    "Bed": 0.15,
    "Chair": 0.0,
    "CounterTop": 0.14,
    "Fridge": -0.02,
    "ShelvingUnit": 0.36,
    "SideTable": 0.14,
    "Sofa": 0.1,
    "TVStand": 0.23,
    "Toilet": 0.2,
}
"""The same for some receptacles; with these they hold about as much as in real layouts."""
_HOUSE_MORE = (-0.3, 0.4)
"""Tidy and untidy houses: least and span of what is added for all receptacles of a house."""
_REPEATS = 3
"""Most things of one type on one receptacle."""
_ATTEMPTS = 12
_GAP_M = 0.01
_TABLE_PLANT_M = 0.75
_HEAD_M = 0.06
"""Between a pillow and the head of its bed."""
_FLOOR_THING_M = 0.2
"""With atypical placement a thing at least this long lies on the floor of a room that has no surface for it."""
_NOT_HERE = frozenset(("Faucet", "Painting", "ShowerCurtain", "ToiletPaperHanger", "Towel", "HandTowel", "Television"))
"""Fixtures: they come with their groups, or hang."""
_QUARTERS = (0, 90, 180, 270)


@dataclass(frozen=True, slots=True)
class _Wish:
    kind: str
    room: int
    receptacle: Thing | None
    """None: on the floor."""


def scatter(
    draw: Draw, floors: Sequence[Floor], on_floors: Sequence[Sequence[str]], split: Split, atypical: float
) -> None:
    """Put small things on the furniture of a house.

    Args:
        draw: Source of lots.
        floors: The furnished floors, one a room.
        on_floors: For each room the types of movable things wished for on its floor.
        split: Decides which assets may be used.
        atypical: Share of movable things, 0 to 1, that go to a room of a type drawn evenly from the house's own.
    """
    more = _HOUSE_MORE[0] + _HOUSE_MORE[1] * _mostly_high(draw)
    wishes = [_Wish(kind, room, None) for room, kinds in enumerate(on_floors) for kind in kinds]
    wishes += _wishes(draw, floors, more)
    granted: set[tuple[int, str]] = set()
    for wish in draw.shuffled(wishes):
        if (wish.room, wish.kind) in granted and not placements()[wish.kind].many:
            continue
        moves = draw.chance(atypical) and is_movable(wish.kind, split)
        if _grant_elsewhere(draw, floors, wish, split) if moves else _grant(draw, floors[wish.room], wish, split):
            granted.add((wish.room, wish.kind))


def _mostly_high(draw: Draw) -> float:
    """From 0 to 1, two thirds on average: near ProcTHOR's Beta(3.5, 1.9), without its logarithms."""
    pairs = [(draw.between(0.0, 1.0), draw.between(0.0, 1.0)) for _ in range(2)]
    return (max(pairs[0]) + max(pairs[1])) / 2.0


def _wishes(draw: Draw, floors: Sequence[Floor], more: float) -> Iterator[_Wish]:
    for room, floor in enumerate(floors):
        for thing in floor.things:
            for kind, frequency in receptacles().get(thing.type, {}).items():
                if kind in _NOT_HERE or floor.room_type not in placements()[kind].rooms:
                    continue
                chance = frequency + _MORE_FOR.get(thing.type, _MORE) + more
                for _ in range(_REPEATS):
                    if not draw.chance(chance):
                        break
                    yield _Wish(kind, room, thing)


def _grant(draw: Draw, floor: Floor, wish: _Wish, split: Split) -> bool:
    if not _has_room_for(floor, wish.kind):
        return False
    if wish.receptacle is None:
        return stand(draw, floor, wish.kind, split)
    asset = draw.pick(_fitting(wish.kind, split))
    if asset.type == "Pillow" and wish.receptacle.type == "Bed" and _at_head(wish.receptacle, asset):
        return True
    return _on_any_surface(draw, [wish.receptacle], asset)


def _grant_elsewhere(draw: Draw, floors: Sequence[Floor], wish: _Wish, split: Split) -> bool:
    """Grant it in a room of a type drawn evenly; where no such room has a place, in one of the next type."""
    asset = draw.pick(_fitting(wish.kind, split))
    may_lie = wish.receptacle is None or max(asset.size) >= _FLOOR_THING_M
    for kind in draw.shuffled(sorted({floor.room_type for floor in floors})):
        for floor in draw.shuffled(floor for floor in floors if floor.room_type == kind):
            if not _has_room_for(floor, wish.kind):
                continue
            if wish.receptacle is not None and _on_any_surface(draw, draw.shuffled(floor.things), asset):
                return True
            if may_lie and settle(floor, along_walls(draw, floor, asset), alone(asset)):
                return True
    return False


def _has_room_for(floor: Floor, kind: str) -> bool:
    """Whether a room may hold one more of a type; of some types it holds one at most."""
    return placements()[kind].many or not floor.count(kind)


def _fitting(kind: str, split: Split) -> Sequence[Asset]:
    assets = assets_of(kind, split)
    if kind == "HousePlant":
        return tuple(item for item in assets if item.size[1] < _TABLE_PLANT_M) or assets
    return assets


def _on_any_surface(draw: Draw, hosts: Sequence[Thing], asset: Asset) -> bool:
    return any(_place(draw, host, surface, asset) for host in hosts for surface in draw.shuffled(surfaces_of(host)))


def _at_head(bed: Thing, pillow: Asset) -> bool:
    """The pillow in the middle of the bed's head, where that is free."""
    x, z = moved(bed.x, bed.z, bed.yaw, 0.0, _HEAD_M + (pillow.size[2] - bed.size[2]) / 2.0)
    return _lay(bed, standing(pillow, x, z, bed.yaw, on=mattress_m(bed)))


def _place(draw: Draw, host: Thing, surface: Surface, asset: Asset) -> bool:
    """Stand the asset somewhere on the surface, whole and apart from what is there; no where it finds no place."""
    size = size_at_rest(asset)
    yaws = [yaw for yaw in draw.shuffled(_QUARTERS) if _fits(surface, size, yaw)]
    if not yaws:
        return False
    for _ in range(_ATTEMPTS):
        yaw = draw.pick(yaws)
        half = footprint(0.0, 0.0, size, yaw).grown(_GAP_M)
        x = draw.between(surface.rect.x0 + half.x1, surface.rect.x1 - half.x1)
        z = draw.between(surface.rect.z0 + half.z1, surface.rect.z1 - half.z1)
        if _lay(host, standing(asset, x, z, yaw, on=surface.height)):
            return True
    return False


def _lay(host: Thing, thing: Thing) -> bool:
    if any(_touches(thing, other) for other in host.children):
        return False
    host.children.append(thing)
    return True


def _fits(surface: Surface, size: tuple[float, float, float], yaw: int) -> bool:
    half = footprint(0.0, 0.0, size, yaw).grown(_GAP_M)
    wide, deep = surface.rect.x1 - surface.rect.x0, surface.rect.z1 - surface.rect.z0
    return size[1] <= surface.headroom and 2.0 * half.x1 <= wide and 2.0 * half.z1 <= deep


def _touches(one: Thing, other: Thing) -> bool:
    level = min(one.top, other.top) - max(one.bottom, other.bottom) > 0.0
    return level and one.rect.grown(_GAP_M).overlaps(other.rect)
