"""One asset at a time in a bare room: how the types look, for the contact sheet and for telling them apart.

Small things stand on a plain block, wall things hang at the height of a picture, the rest stands on the floor.
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from schemas.settings import EpisodeSettings
from tasks.houses.assets import Asset
from tasks.houses.house import House, HouseObject, Point, Room, Wall
from tasks.worlds.base import Pose, RgbImage
from tasks.worlds.embedded.camera import CAMERA_HEIGHT_M
from tasks.worlds.embedded.world import EmbeddedWorld

ON_WALLS = frozenset(
    (
        "HandTowel",
        "HandTowelHolder",
        "Painting",
        "ShowerHead",
        "Television",
        "ToiletPaperHanger",
        "Towel",
        "TowelHolder",
    )
)
DISTANCE_M = 1.5
_SIDE_M = 9.0
_BLOCK_M = 0.80
_SMALL_M = 0.62
_WALLS = ("Drywall", "WhiteTiles", "BlueDrywall", "Plaster Green", "OrangeDrywall", "Grey Concrete")
_FLOORS = ("LightWood", "DarkWood", "GreyTiles", "WornWood", "Carpet Tan", "White Marble")


@dataclass(frozen=True, slots=True)
class Shot:
    """One picture of one asset."""

    rgb: RgbImage
    mask: NDArray[np.bool_]
    """The pixels of the asset."""


class Gallery:
    """A room with one asset in it. `look` picks floor, walls and block, so that backgrounds differ."""

    def __init__(self, image_size: int = 256, supersampling: int = 1) -> None:
        self._world = EmbeddedWorld(EpisodeSettings(image_size=image_size), supersampling)

    def shots(self, asset: Asset, turns_deg: tuple[float, ...], look: int = 0) -> list[Shot]:
        """The asset from 1.5 m off the near edge of its box; at a turn of 0 degrees it faces the camera."""
        return [self._shot(asset, turn, look) for turn in turns_deg]

    def _shot(self, asset: Asset, turn_deg: float, look: int) -> Shot:
        house, pose = _scene(asset, turn_deg, look)
        self._world.load(house)
        outcome = self._world.teleport(pose)
        view = outcome.view
        return Shot(self._world.rgb(), view.instances == 0)


def _scene(asset: Asset, turn_deg: float, look: int) -> tuple[House, Pose]:
    """The house, and where the camera stands: to the south of the asset, looking north and up or down at its middle."""
    width, height, depth = asset.size
    middle = _SIDE_M / 2
    is_small = max(asset.size) < _SMALL_M and asset.type not in ON_WALLS
    bottom = _BLOCK_M if is_small else max(0.0, 1.45 - height / 2) if asset.type in ON_WALLS else 0.0
    yaw = (180.0 + turn_deg) % 360.0
    shown = HouseObject(
        "Shown|1", asset.id, asset.type, (middle, bottom + height / 2, middle), yaw, asset.size, None, "room", None
    )
    objects = [shown]
    if is_small:
        side = max(width, depth) + 0.12
        size = (side, _BLOCK_M, side)
        objects.append(
            HouseObject("Block|1", f"b{look}", "Block", (middle, _BLOCK_M / 2, middle), yaw, size, None, "room", None)
        )
    reach = _half_depth(asset, turn_deg)
    z = middle - reach - DISTANCE_M
    rise = (bottom + height / 2 - CAMERA_HEIGHT_M) / (DISTANCE_M + reach)
    horizon = min(60.0, max(-30.0, 30.0 * math.floor(-rise / math.tan(math.radians(30.0)) + 0.5)))
    return _room(tuple(objects), look), Pose(middle, z, 0.0, horizon)


def _half_depth(asset: Asset, turn_deg: float) -> float:
    """How far the box reaches towards the camera."""
    sine, cosine = abs(math.sin(math.radians(turn_deg))), abs(math.cos(math.radians(turn_deg)))
    return (asset.size[0] * sine + asset.size[2] * cosine) / 2


def _room(objects: tuple[HouseObject, ...], look: int) -> House:
    corners: tuple[Point, ...] = ((0.0, 0.0), (0.0, _SIDE_M), (_SIDE_M, _SIDE_M), (_SIDE_M, 0.0))
    wall, floor = _WALLS[look % len(_WALLS)], _FLOORS[look % len(_FLOORS)]
    walls = tuple(Wall(f"wall|{k}", "room", corners[k], corners[(k + 1) % 4], 2.8, False, wall, None) for k in range(4))
    return House(
        id=f"house-gallery-{look}",
        source="gallery",
        content_hash="",
        rooms=(Room("room", "LivingRoom", corners, floor),),
        walls=walls,
        openings=(),
        objects=objects,
        start=(1.0, 1.0, 0.0),
        schema="1.0.0",
        document={},
    )
