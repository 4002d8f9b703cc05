"""What each type of room is furnished with, the largest and most needed first."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from schemas.settings import Split
from tasks.houses.assets import assets_of, placements
from tasks.houses.generate import groups
from tasks.houses.generate.draw import Draw
from tasks.houses.generate.floors import Floor
from tasks.houses.generate.placing import alone, along_walls, amid, settle
from tasks.houses.generate.things import Thing

Group = Callable[[Draw, Floor, Split], Sequence[Thing]]


@dataclass(frozen=True, slots=True)
class Piece:
    """One thing or group that a room may have."""

    what: str | Group
    """An object type that stands by itself, or a group."""
    chance: float
    """0 to 1."""


def _pieces(*pairs: tuple[str | Group, float]) -> tuple[Piece, ...]:
    return tuple(Piece(what, chance) for what, chance in pairs)


PROGRAMMES: dict[str, tuple[Piece, ...]] = {
    "Kitchen": _pieces(
        (groups.counters, 1.0),
        ("Fridge", 1.0),
        (groups.counters, 0.45),
        (groups.dining, 0.55),
        ("ShelvingUnit", 0.35),
        ("GarbageCan", 0.7),
        ("SideTable", 0.25),
        ("HousePlant", 0.35),
        ("Stool", 0.35),
        ("GarbageBag", 0.25),
        ("Safe", 0.05),
    ),
    "LivingRoom": _pieces(
        (groups.lounge, 0.95),
        (groups.dining, 0.55),
        ("ArmChair", 0.55),
        ("FloorLamp", 0.5),
        ("ShelvingUnit", 0.35),
        ("Dresser", 0.35),
        ("SideTable", 0.5),
        (groups.desk, 0.2),
        ("ArmChair", 0.25),
        ("CoffeeTable", 0.2),
        ("HousePlant", 0.4),
        ("Ottoman", 0.25),
        ("Cart", 0.15),
        ("DogBed", 0.2),
        ("RoomDecor", 0.2),
        ("Box", 0.25),
        ("GarbageCan", 0.3),
    ),
    "Bedroom": _pieces(
        (groups.bed, 1.0),
        ("Dresser", 0.85),
        (groups.desk, 0.5),
        (groups.bed, 0.15),
        (groups.television, 0.3),
        ("ArmChair", 0.3),
        ("ShelvingUnit", 0.2),
        ("FloorLamp", 0.35),
        ("SideTable", 0.25),
        ("LaundryHamper", 0.25),
        ("HousePlant", 0.3),
        ("Box", 0.3),
        ("GarbageCan", 0.35),
        ("DogBed", 0.15),
        ("BasketBall", 0.25),
        ("Boots", 0.15),
        ("VacuumCleaner", 0.1),
        ("Safe", 0.1),
    ),
    "Bathroom": _pieces(
        ("Toilet", 1.0),
        (groups.washstand, 1.0),
        ("WashingMachine", 0.25),
        ("ClothesDryer", 0.15),
        ("Dresser", 0.2),
        ("SideTable", 0.35),
        ("LaundryHamper", 0.3),
        ("GarbageCan", 0.75),
        ("Plunger", 0.7),
        ("HousePlant", 0.15),
    ),
}

_FLOOR_PLANT_M = 0.75
"""Smaller plants stand on tables."""


def furnish(draw: Draw, floor: Floor, split: Split) -> None:
    """Put furniture on an empty floor; what does not fit is left out."""
    for piece in PROGRAMMES[floor.room_type]:
        if not draw.chance(piece.chance):
            continue
        if callable(piece.what):
            piece.what(draw, floor, split)
        else:
            _put(draw, floor, piece.what, split)


def _put(draw: Draw, floor: Floor, kind: str, split: Split) -> None:
    assets = assets_of(kind, split)
    if kind == "HousePlant":
        assets = tuple(item for item in assets if item.size[1] >= _FLOOR_PLANT_M) or assets
    asset = draw.pick(assets)
    by_wall = placements()[kind].where & {"corner", "edge"}
    spots = along_walls(draw, floor, asset) if by_wall else amid(draw, floor)
    settle(floor, spots, alone(asset))
