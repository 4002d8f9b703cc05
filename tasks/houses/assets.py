"""What is known about the assets that houses are furnished with: types, sizes, flags and placement statistics.

The facts come from ProcTHOR's databases (see NOTICE); infra/make_assets.py wrote `assets.json`. Sizes are full
extents x, y, z of the unrotated bounding box in metres; an asset's front looks along its own +z.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any

from schemas.settings import Split

Size = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Asset:
    """One model of an object type."""

    id: str
    type: str
    size: Size
    split: Split | None
    """The split whose houses may use it; None: any."""
    is_pickupable: bool
    is_receptacle: bool


@dataclass(frozen=True, slots=True)
class Placement:
    """Where things of a type stand."""

    rooms: Mapping[str, int]
    """Weight 1 to 3 for each room type that it belongs in; absent: it does not."""
    where: frozenset[str]
    """Any of corner, edge, middle, floor, wall."""
    many: bool
    """Whether a room may hold more than one."""


@dataclass(frozen=True, slots=True)
class Hole:
    """What a door or window cuts out of a wall, in metres."""

    width: float
    height: float
    offset_x: float
    offset_y: float
    """From the hole's corner to that of the asset's own box."""


@dataclass(frozen=True, slots=True)
class Look:
    """Names of materials and wall colours (red, green, blue, 0 to 1) to draw from."""

    floors: tuple[str, ...]
    walls: tuple[str, ...]
    wall_colors: tuple[tuple[float, float, float], ...]
    skies: tuple[str, ...]


def asset(asset_id: str) -> Asset | None:
    """The asset of this id, or None where it is unknown."""
    return _assets().get(asset_id)


@lru_cache(maxsize=1)
def asset_count() -> int:
    return len(_assets())


@lru_cache(maxsize=1024)
def assets_of(object_type: str, split: Split) -> tuple[Asset, ...]:
    """The assets of a type that a split's houses may use, by id; all of the type where the split has none."""
    of_type = tuple(item for _, item in sorted(_assets().items()) if item.type == object_type)
    allowed = tuple(item for item in of_type if item.split in (None, split))
    return allowed or of_type


@lru_cache(maxsize=1)
def placements() -> Mapping[str, Placement]:
    """Placement of each type, in the order of type names."""
    rows = _document()["placement"]
    return MappingProxyType(
        {
            kind: Placement(MappingProxyType(row["rooms"]), frozenset(row["where"]), row["many"])
            for kind, row in rows.items()
        }
    )


@lru_cache(maxsize=1)
def receptacles() -> Mapping[str, Mapping[str, float]]:
    """For each receptacle type, the share (0 to 1) of such receptacles that hold each child type."""
    rows = _document()["receptacles"]
    return MappingProxyType({kind: MappingProxyType(children) for kind, children in rows.items()})


@lru_cache(maxsize=1)
def holes() -> Mapping[str, Hole]:
    """Hole of each doorway and window asset."""
    return MappingProxyType({asset_id: Hole(*row) for asset_id, row in _document()["holes"].items()})


@lru_cache(maxsize=1)
def look() -> Look:
    """Materials and colours of floors, walls and skies."""
    row = _document()["look"]
    colors = tuple((float(r), float(g), float(b)) for r, g, b in row["wall_color"])
    return Look(tuple(row["floor"]), tuple(row["wall"]), colors, tuple(row["sky"]))


@lru_cache(maxsize=1)
def _assets() -> Mapping[str, Asset]:
    return {asset_id: _asset(asset_id, *row) for asset_id, row in _document()["assets"].items()}


def _asset(asset_id: str, kind: str, x: float, y: float, z: float, split: str, flags: str) -> Asset:
    return Asset(
        id=asset_id,
        type=kind,
        size=(x, y, z),
        split=None if split == "any" else split,  # type: ignore[arg-type]  # our own file: one of the three splits
        is_pickupable="P" in flags,
        is_receptacle="R" in flags,
    )


@lru_cache(maxsize=1)
def _document() -> dict[str, Any]:
    text = (files("tasks.houses") / "assets.json").read_text(encoding="utf-8")
    document: dict[str, Any] = json.loads(text)
    return document
