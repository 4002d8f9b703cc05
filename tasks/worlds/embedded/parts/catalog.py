"""Which type is built how, and in which colours.

A type that is not listed here is drawn as its bounding box, in a colour of its own.
"""

import zlib
from collections.abc import Callable
from functools import lru_cache

from tasks.worlds.embedded.parts import bath, fixtures, kitchen, seats, small, storage, tables
from tasks.worlds.embedded.parts.kit import Kit
from tasks.worlds.embedded.parts.palette import (
    APPLIANCES,
    BRIGHTS,
    CERAMICS,
    CLOTHS,
    DARK_WOODS,
    DARKS,
    METALS,
    WOODS,
)
from tasks.worlds.embedded.solids import Finish, Rgb, Solid
from tasks.worlds.embedded.textures import CARPET, FABRIC, GRAIN, LEAVES, PLAIN

_LEAST_M = 0.002
Build = Callable[[Kit], None]
Recipe = tuple[Build, tuple[Rgb, ...], int]
"""Builder, colours to choose from, texture."""


def _one(red: float, green: float, blue: float) -> tuple[Rgb, ...]:
    return ((red, green, blue),)


_PORCELAIN = _one(0.95, 0.95, 0.94)
_CARDBOARD = _one(0.72, 0.56, 0.38)
_PAPER = _one(0.94, 0.93, 0.90)
_STEEL = METALS[:1]

RECIPES: dict[str, Recipe] = {
    "AlarmClock": (small.alarm_clock, BRIGHTS, PLAIN),
    "AluminumFoil": (kitchen.foil, _STEEL, PLAIN),
    "Apple": (kitchen.apple, ((0.82, 0.16, 0.14), (0.52, 0.72, 0.22)), PLAIN),
    "ArmChair": (seats.arm_chair, CLOTHS, FABRIC),
    "BaseballBat": (small.bat, _one(0.80, 0.60, 0.36), GRAIN),
    "BasketBall": (kitchen.ball, _one(0.88, 0.44, 0.14), PLAIN),
    "Bed": (seats.bed, CLOTHS, FABRIC),
    "Book": (small.book, BRIGHTS, PLAIN),
    "Boots": (small.boots, _one(0.36, 0.24, 0.16), PLAIN),
    "Bottle": (kitchen.bottle, ((0.28, 0.56, 0.34), (0.30, 0.48, 0.70), (0.58, 0.36, 0.18)), PLAIN),
    "Bowl": (kitchen.bowl, CERAMICS, PLAIN),
    "Box": (storage.cardboard_box, _CARDBOARD, PLAIN),
    "Bread": (kitchen.bread, _one(0.78, 0.54, 0.28), CARPET),
    "ButterKnife": (kitchen.butter_knife, _STEEL, PLAIN),
    "CD": (small.disc, _one(0.78, 0.80, 0.88), PLAIN),
    "Candle": (fixtures.candle, ((0.94, 0.90, 0.78), (0.80, 0.24, 0.24), (0.56, 0.62, 0.80)), PLAIN),
    "Cart": (tables.cart, WOODS, GRAIN),
    "CellPhone": (small.phone, DARKS, PLAIN),
    "Chair": (seats.chair, WOODS, GRAIN),
    "Cloth": (small.cloth, BRIGHTS, FABRIC),
    "ClothesDryer": (storage.clothes_dryer, _one(0.84, 0.85, 0.86), PLAIN),
    "CoffeeMachine": (storage.coffee_machine, DARKS, PLAIN),
    "CoffeeTable": (tables.coffee_table, WOODS, GRAIN),
    "CounterTop": (tables.counter_top, WOODS, GRAIN),
    "CreditCard": (small.card, BRIGHTS, PLAIN),
    "Cup": (kitchen.cup, BRIGHTS, PLAIN),
    "Desk": (tables.desk, WOODS, GRAIN),
    "DeskLamp": (fixtures.desk_lamp, METALS, PLAIN),
    "Desktop": (storage.desktop, DARKS, PLAIN),
    "DiningTable": (tables.dining_table, WOODS, GRAIN),
    "DishSponge": (kitchen.sponge, _one(0.94, 0.80, 0.26), CARPET),
    "DogBed": (seats.dog_bed, CLOTHS, FABRIC),
    "Dresser": (tables.dresser, WOODS, GRAIN),
    "Dumbbell": (small.dumbbell, _one(0.22, 0.24, 0.28), PLAIN),
    "Egg": (kitchen.ball, ((0.94, 0.86, 0.74), (0.95, 0.93, 0.88)), PLAIN),
    "Faucet": (bath.faucet, _STEEL, PLAIN),
    "FloorLamp": (fixtures.floor_lamp, METALS, PLAIN),
    "Footstool": (seats.footstool, CLOTHS, FABRIC),
    "Fork": (kitchen.fork, _STEEL, PLAIN),
    "Fridge": (storage.fridge, APPLIANCES, PLAIN),
    "GarbageBag": (storage.bag, _one(0.17, 0.17, 0.19), PLAIN),
    "GarbageCan": (storage.bin_, ((0.45, 0.47, 0.50), (0.24, 0.42, 0.34), (0.30, 0.31, 0.34)), PLAIN),
    "HandTowel": (bath.hand_towel, CLOTHS, FABRIC),
    "HandTowelHolder": (bath.towel_ring, _STEEL, PLAIN),
    "HousePlant": (fixtures.house_plant, ((0.72, 0.40, 0.27), (0.90, 0.89, 0.86), (0.36, 0.46, 0.56)), PLAIN),
    "Kettle": (kitchen.kettle, ((0.74, 0.75, 0.77), (0.76, 0.20, 0.18)), PLAIN),
    "KeyChain": (small.keys, BRIGHTS, PLAIN),
    "Knife": (kitchen.knife, DARKS, PLAIN),
    "Ladle": (kitchen.ladle, _STEEL, PLAIN),
    "Laptop": (storage.laptop, METALS, PLAIN),
    "LaundryHamper": (storage.hamper, _one(0.76, 0.64, 0.46), FABRIC),
    "Lettuce": (kitchen.lettuce, _one(0.44, 0.70, 0.28), LEAVES),
    "Microwave": (storage.microwave, APPLIANCES, PLAIN),
    "Mug": (kitchen.mug, BRIGHTS, PLAIN),
    "Newspaper": (small.newspaper, _PAPER, PLAIN),
    "Ottoman": (seats.ottoman, CLOTHS, FABRIC),
    "Painting": (fixtures.painting, WOODS, GRAIN),
    "Pan": (kitchen.pan, DARKS, PLAIN),
    "PaperTowelRoll": (bath.roll, _PAPER, PLAIN),
    "Pen": (small.pen, ((0.16, 0.28, 0.62), (0.14, 0.14, 0.16), (0.74, 0.18, 0.18)), PLAIN),
    "Pencil": (small.pencil, ((0.94, 0.74, 0.18), (0.26, 0.52, 0.34)), PLAIN),
    "PepperShaker": (kitchen.mill, _one(0.34, 0.20, 0.13), GRAIN),
    "Pillow": (seats.pillow, CLOTHS, FABRIC),
    "Plate": (kitchen.plate, CERAMICS, PLAIN),
    "Plunger": (bath.plunger, _one(0.80, 0.62, 0.40), GRAIN),
    "Pot": (kitchen.pot, METALS, PLAIN),
    "Potato": (kitchen.ball, _one(0.70, 0.56, 0.36), CARPET),
    "RemoteControl": (small.remote, DARKS, PLAIN),
    "RoomDecor": (fixtures.decor, BRIGHTS, PLAIN),
    "Safe": (storage.safe, ((0.40, 0.42, 0.46), (0.28, 0.32, 0.30)), PLAIN),
    "SaltShaker": (kitchen.shaker, _one(0.94, 0.94, 0.94), PLAIN),
    "ScrubBrush": (bath.brush, ((0.90, 0.90, 0.88), (0.36, 0.60, 0.72)), PLAIN),
    "ShelvingUnit": (storage.shelving_unit, WOODS, GRAIN),
    "ShowerCurtain": (bath.shower_curtain, ((0.80, 0.88, 0.90), (0.90, 0.86, 0.76)), FABRIC),
    "ShowerHead": (bath.shower_head, _STEEL, PLAIN),
    "SideTable": (tables.side_table, WOODS, GRAIN),
    "Sink": (bath.sink, _PORCELAIN, PLAIN),
    "SoapBar": (bath.soap, ((0.92, 0.78, 0.80), (0.78, 0.88, 0.76)), PLAIN),
    "SoapBottle": (kitchen.soap_bottle, BRIGHTS, PLAIN),
    "Sofa": (seats.sofa, CLOTHS, FABRIC),
    "Spatula": (kitchen.spatula, _one(0.24, 0.24, 0.26), PLAIN),
    "Spoon": (kitchen.spoon, _STEEL, PLAIN),
    "SprayBottle": (kitchen.spray_bottle, BRIGHTS, PLAIN),
    "Statue": (fixtures.statue, ((0.86, 0.84, 0.78), (0.42, 0.36, 0.28), (0.62, 0.64, 0.66)), PLAIN),
    "Stool": (seats.stool, WOODS, GRAIN),
    "TVStand": (tables.tv_stand, DARK_WOODS, GRAIN),
    "TableTopDecor": (small.table_top_decor, CERAMICS, PLAIN),
    "TeddyBear": (fixtures.teddy_bear, ((0.66, 0.45, 0.26), (0.84, 0.74, 0.58)), CARPET),
    "Television": (storage.television, _one(0.10, 0.10, 0.11), PLAIN),
    "TennisRacket": (small.racket, BRIGHTS, PLAIN),
    "TissueBox": (small.tissue_box, BRIGHTS, PLAIN),
    "Toaster": (storage.toaster, ((0.74, 0.75, 0.77), (0.80, 0.24, 0.20)), PLAIN),
    "Toilet": (bath.toilet, _PORCELAIN, PLAIN),
    "ToiletPaper": (bath.toilet_roll, _PAPER, PLAIN),
    "ToiletPaperHanger": (bath.paper_hanger, _STEEL, PLAIN),
    "Tomato": (kitchen.tomato, _one(0.86, 0.20, 0.14), PLAIN),
    "Towel": (bath.hanging_towel, CLOTHS, FABRIC),
    "TowelHolder": (bath.rail, _STEEL, PLAIN),
    "VacuumCleaner": (storage.vacuum_cleaner, _one(0.76, 0.20, 0.20), PLAIN),
    "Vase": (fixtures.vase, CERAMICS, PLAIN),
    "WashingMachine": (storage.washing_machine, _one(0.93, 0.93, 0.93), PLAIN),
    "Watch": (small.watch, ((0.32, 0.22, 0.16), (0.18, 0.18, 0.20)), PLAIN),
    "WateringCan": (fixtures.watering_can, ((0.28, 0.54, 0.40), (0.72, 0.74, 0.76)), PLAIN),
    "WineBottle": (kitchen.bottle, _one(0.14, 0.26, 0.16), PLAIN),
}


@lru_cache(maxsize=4096)
def solids_of(
    object_type: str,
    asset_id: str,
    size: tuple[float, float, float],
    color: Rgb | None,
    levels: tuple[float, ...],
) -> tuple[Solid, ...]:
    """The parts of an object, in its own frame: origin in the middle of its footprint, on its underside.

    `levels` are the heights at which the house has things in it, so that shelves and seats can be where they stand.
    """
    build, colors, texture = RECIPES.get(object_type, (small.solid_box, BRIGHTS, PLAIN))
    rgb = color if color is not None else colors[zlib.crc32(asset_id.encode()) % len(colors)]
    w, h, d = (max(extent, _LEAST_M) for extent in size)
    kit = Kit(w, h, d, Finish(rgb, texture), asset_id, levels)
    build(kit)
    return tuple(kit.solids)
