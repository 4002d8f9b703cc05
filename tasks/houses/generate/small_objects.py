"""Small things on and in furniture.

For each receptacle and each type that such receptacles hold in hand-made scenes, a thing is wished for with about
that frequency; then each wish is given a place. With *atypical placement*, a share of the movable things goes to a
room of a type drawn evenly from the house's own, wherever there it finds a surface, so that a room does not tell
what lies in it.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from schemas.settings import Split
from tasks.houses.assets import Asset, assets_of, placements, receptacles
from tasks.houses.generate.draw import Draw
from tasks.houses.generate.floors import Floor
from tasks.houses.generate.rects import footprint
from tasks.houses.generate.surfaces import Surface, surfaces_of
from tasks.houses.generate.things import Thing

_MORE_FOR = {"ShelvingUnit": 0.3, "Chair": 0.0, "Fridge": 0.1}
"""Added to the frequency for some receptacles; the frequencies are those of sparser scenes."""
_MORE = 0.1
_HOUSE_MORE = (-0.12, 0.08)
"""Tidy and untidy houses: added for all receptacles of a house."""
_REPEATS = 3
"""Most things of one type on one receptacle."""
_ATTEMPTS = 12
_GAP_M = 0.01
_TABLE_PLANT_M = 0.75
_LIES = ("BaseballBat", "TennisRacket")
_NOT_HERE = frozenset(("Faucet", "Painting", "ShowerCurtain", "ToiletPaperHanger", "Towel", "HandTowel", "Television"))
"""Fixtures: they come with their groups, or hang."""
_QUARTERS = (0, 90, 180, 270)


@dataclass(frozen=True, slots=True)
class _Wish:
    kind: str
    room: int
    receptacle: Thing | None
    """None: any in the room."""


def scatter(draw: Draw, floors: Sequence[Floor], split: Split, atypical: float) -> None:
    """Put small things on the furniture of a house."""
    more = draw.between(*_HOUSE_MORE)
    for wish in draw.shuffled(_wishes(draw, floors, more)):
        floor = floors[wish.room]
        if not draw.chance(atypical) or not _is_movable(wish.kind, split):
            _grant(draw, floor, wish, split)
            continue
        kind = draw.pick(sorted({other.room_type for other in floors}))
        room = draw.pick([i for i, other in enumerate(floors) if other.room_type == kind])
        _grant(draw, floors[room], _Wish(wish.kind, room, None), split)


def _wishes(draw: Draw, floors: Sequence[Floor], more: float) -> list[_Wish]:
    wishes = []
    for room, floor in enumerate(floors):
        for thing in floor.things:
            for kind, frequency in receptacles().get(thing.type, {}).items():
                if kind in _NOT_HERE or floor.room_type not in placements()[kind].rooms:
                    continue
                chance = frequency + _MORE_FOR.get(thing.type, _MORE) + more
                for _ in range(_REPEATS):
                    if not draw.chance(chance):
                        break
                    wishes.append(_Wish(kind, room, thing))
    return wishes


def _is_movable(kind: str, split: Split) -> bool:
    return any(asset.is_pickupable for asset in assets_of(kind, split))


def _grant(draw: Draw, floor: Floor, wish: _Wish, split: Split) -> bool:
    if floor.count(wish.kind) and not placements()[wish.kind].many:
        return False
    asset = draw.pick(_fitting(wish.kind, split))
    hosts = [wish.receptacle] if wish.receptacle else draw.shuffled(floor.things)
    return any(_place(draw, host, surface, asset) for host in hosts for surface in draw.shuffled(surfaces_of(host)))


def _fitting(kind: str, split: Split) -> Sequence[Asset]:
    assets = assets_of(kind, split)
    if kind == "HousePlant":
        return tuple(item for item in assets if item.size[1] < _TABLE_PLANT_M) or assets
    return assets


def _place(draw: Draw, host: Thing, surface: Surface, asset: Asset) -> bool:
    """Stand the asset somewhere on the surface, whole and apart from what is there; no where it finds no place."""
    lies = asset.type in _LIES
    size = (asset.size[1], asset.size[0], asset.size[2]) if lies else asset.size
    yaws = [yaw for yaw in draw.shuffled(_QUARTERS) if _fits(surface, size, yaw)]
    if not yaws:
        return False
    for _ in range(_ATTEMPTS):
        yaw = draw.pick(yaws)
        half = footprint(0.0, 0.0, size, yaw).grown(_GAP_M)
        x = draw.between(surface.rect.x0 + half.x1, surface.rect.x1 - half.x1)
        z = draw.between(surface.rect.z0 + half.z1, surface.rect.z1 - half.z1)
        thing = Thing(asset, x, surface.height + size[1] / 2.0, z, yaw, lies)
        if not any(_touches(thing, other) for other in host.children):
            host.children.append(thing)
            return True
    return False


def _fits(surface: Surface, size: tuple[float, float, float], yaw: int) -> bool:
    half = footprint(0.0, 0.0, size, yaw).grown(_GAP_M)
    wide, deep = surface.rect.x1 - surface.rect.x0, surface.rect.z1 - surface.rect.z0
    return size[1] <= surface.headroom and 2.0 * half.x1 <= wide and 2.0 * half.z1 <= deep


def _touches(one: Thing, other: Thing) -> bool:
    level = min(one.top, other.top) - max(one.bottom, other.bottom) > 0.0
    return level and one.rect.grown(_GAP_M).overlaps(other.rect)
