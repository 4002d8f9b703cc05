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
        (groups.counter, 1.0),
        ("Fridge", 0.94),
        (groups.dining, 0.58),
        ("ShelvingUnit", 0.34),
        ("GarbageCan", 0.33),
        ("HousePlant", 0.33),
        ("Stool", 0.4),
        ("GarbageBag", 0.4),
        ("Chair", 0.07),
        ("SideTable", 0.05),
        ("Safe", 0.04),
    ),
    "LivingRoom": _pieces(
        (groups.lounge, 1.0),
        (groups.table, 0.98),
        ("ArmChair", 0.26),
        ("FloorLamp", 0.25),
        ("ShelvingUnit", 0.15),
        ("Dresser", 0.08),
        ("SideTable", 0.19),
        (groups.desk, 0.02),
        ("HousePlant", 0.18),
        ("Cart", 0.18),
        ("DogBed", 0.21),
        ("Box", 0.17),
        ("GarbageCan", 0.12),
        ("CoffeeTable", 0.02),
        ("Ottoman", 0.02),
        ("RoomDecor", 0.02),
        ("Stool", 0.02),
    ),
    "Bedroom": _pieces(
        (groups.bed, 0.97),
        (groups.bed, 0.2),
        ("Dresser", 0.72),
        (groups.desk, 0.32),
        (groups.dining, 0.44),
        (groups.television, 0.25),
        ("Sofa", 0.11),
        ("ArmChair", 0.3),
        ("ArmChair", 0.14),
        ("Dresser", 0.28),
        ("FloorLamp", 0.34),
        ("HousePlant", 0.23),
        ("BaseballBat", 0.33),
        ("Box", 0.29),
        ("GarbageCan", 0.21),
        ("DogBed", 0.2),
        ("BasketBall", 0.15),
        ("SideTable", 0.12),
        ("ShelvingUnit", 0.04),
        ("CoffeeTable", 0.04),
        ("Safe", 0.02),
        ("Stool", 0.02),
        ("Boots", 0.02),
        ("LaundryHamper", 0.02),
        ("VacuumCleaner", 0.02),
    ),
    "Bathroom": _pieces(
        ("Toilet", 1.0),
        (groups.washstand, 1.0),
        ("WashingMachine", 0.1),
        ("ClothesDryer", 0.05),
        ("Dresser", 0.1),
        ("SideTable", 0.09),
        ("LaundryHamper", 0.05),
        ("GarbageCan", 0.8),
        ("Plunger", 0.83),
        ("HousePlant", 0.02),
    ),
}
"""The chances are the frequencies in real layouts, a little more for what often finds no place."""

_FLOOR_PLANT_M = 0.75
"""Smaller plants stand on tables."""


def furnish(draw: Draw, floor: Floor, split: Split) -> list[str]:
    """Put furniture on an empty floor; what does not fit is left out.

    Returns:
        Types of movable things that the room is to have on its floor, for `scatter` to place.
    """
    movable = []
    for piece in PROGRAMMES[floor.room_type]:
        if not draw.chance(piece.chance):
            continue
        if callable(piece.what):
            piece.what(draw, floor, split)
        elif is_movable(piece.what, split):
            movable.append(piece.what)
        else:
            stand(draw, floor, piece.what, split)
    return movable


def is_movable(kind: str, split: Split) -> bool:
    """Whether an agent could pick up things of this type."""
    return any(asset.is_pickupable for asset in assets_of(kind, split))


def stand(draw: Draw, floor: Floor, kind: str, split: Split) -> bool:
    """Put one thing of a type on the floor where such things stand; no where it finds no place."""
    assets = assets_of(kind, split)
    if kind == "HousePlant":
        assets = tuple(item for item in assets if item.size[1] >= _FLOOR_PLANT_M) or assets
    asset = draw.pick(assets)
    by_wall = placements()[kind].where & {"corner", "edge"}
    spots = along_walls(draw, floor, asset) if by_wall else amid(draw, floor)
    return bool(settle(floor, spots, alone(asset)))
