"""Where each object is at present, and what rides on what."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from schemas.errors import WorldError
from tasks.houses.house import House, HouseObject
from tasks.worlds.angles import sin_cos
from tasks.worlds.base import WorldChange
from tasks.worlds.embedded.solids import Solid

_SINK_M = 0.03
"""How deep a thing may lie in the surface that carries it and still lie on it."""
_HOVER_M = 0.06
"""How far over a surface a thing may be put down; files lift breakable things by 0.05 m."""

_SAME = 1e-6
"""Metres or degrees within which two places are one."""


@dataclass(frozen=True, slots=True)
class Placement:
    x: float
    y: float
    """Height of the underside, metres."""
    z: float
    yaw: float
    parent_id: str | None
    """What it stands on or in."""
    is_present: bool = True

    def is_at(self, other: "Placement") -> bool:
        """Whether this is the same place, but for rounding."""
        there = (other.x, other.y, other.z, other.yaw)
        return all(abs(a - b) < _SAME for a, b in zip((self.x, self.y, self.z, self.yaw), there, strict=True))

    def local(self, x: float, z: float) -> tuple[float, float]:
        """A point of the plan in this object's own frame."""
        sine, cosine = sin_cos(self.yaw)
        dx, dz = x - self.x, z - self.z
        return dx * cosine - dz * sine, dx * sine + dz * cosine

    def world(self, x: float, z: float) -> tuple[float, float]:
        """A point of this object's own frame in the plan."""
        sine, cosine = sin_cos(self.yaw)
        return self.x + x * cosine + z * sine, self.z + z * cosine - x * sine


class Arrangement:
    """The placements of a house's objects; they start as the file tells them, with things let down onto what is there."""

    def __init__(self, house: House, solids: Mapping[str, Sequence[Solid]]) -> None:
        self._house_id = house.id
        self._items = {item.id: item for item in house.objects}
        self._placements = {item.id: _as_told(item) for item in house.objects}
        for item in house.objects:
            if item.parent_id in self._items:
                self._settle(item.id, item.parent_id, solids[item.parent_id])

    def __getitem__(self, object_id: str) -> Placement:
        return self._placements[object_id]

    def apply(self, change: WorldChange) -> list[str]:
        """Move or take away an object, and with it what stands on it. Returns the ids of all that changed.

        What rides on an object that is taken away is gone with it, and comes back with it. Raises WorldError for an
        object that the house does not have.
        """
        if change.object_id not in self._items:
            raise WorldError(
                f"cannot move {change.object_id!r}: house {self._house_id} has no such object; "
                "take ids from View.object_ids."
            )
        riders = self._riders(change.object_id)
        before = self._placements[change.object_id]
        if change.position is None:
            after = replace(before, is_present=False, parent_id=None)
        else:
            x, y, z = change.position
            after = Placement(x, y - self._items[change.object_id].size[1] / 2, z, change.yaw, None)
            after = replace(after, parent_id=self._carrier(after, {change.object_id, *riders}))
        self._placements[change.object_id] = after
        for rider in riders:
            self._placements[rider] = _carried(self._placements[rider], before, after)
        return [change.object_id, *riders]

    def _settle(self, object_id: str, parent_id: str, solids: Sequence[Solid]) -> None:
        """Let a thing down onto the part of its receptacle below it.

        Files lift breakables by 5 cm and put pillows at the height of the headboard, for a simulator's physics to drop
        them. What lies in a closed drawer stays there; what hangs below the floor is lifted onto it.
        """
        told, under = self._placements[object_id], self._placements[parent_id]
        x, z = under.local(told.x, told.z)
        size = self._items[object_id].size
        reach = min(size[0], size[2]) / 4  # it does not fall through the crack between two cushions
        tops = (
            under.y + solid.extent.y1
            for solid in solids
            if solid.extent.x0 - reach <= x <= solid.extent.x1 + reach
            and solid.extent.z0 - reach <= z <= solid.extent.z1 + reach
        )
        support = max((top for top in tops if top <= told.y + _SINK_M), default=0.0)
        self._placements[object_id] = replace(told, y=max(support, 0.0))

    def _carrier(self, placement: Placement, but: set[str]) -> str | None:
        """What carries a thing put down: of the objects under its middle the one whose top is nearest to its underside."""
        best: tuple[float, str] | None = None
        for other, item in self._items.items():
            under = self._placements[other]
            if other in but or not under.is_present:
                continue
            x, z = under.local(placement.x, placement.z)
            if abs(x) > item.size[0] / 2 or abs(z) > item.size[2] / 2:
                continue
            top = under.y + item.size[1]
            if under.y < placement.y <= top + _HOVER_M:
                best = min(best or (math.inf, ""), (abs(top - placement.y), other))
        return best[1] if best else None

    def _riders(self, object_id: str) -> list[str]:
        """What stands on an object, directly or on something that does."""
        return [other for other in self._items if object_id in self._carriers_of(other)]

    def _carriers_of(self, object_id: str) -> list[str]:
        carriers: list[str] = []
        above = self._placements[object_id].parent_id
        while above in self._placements and above not in carriers:
            carriers.append(above)
            above = self._placements[above].parent_id
        return carriers


def levels_in(house: House) -> dict[str, tuple[float, ...]]:
    """For each object the heights over its underside at which the house has things in it, below its top; rising."""
    bottoms = {item.id: _as_told(item).y for item in house.objects}
    heights: dict[str, set[float]] = {item.id: set() for item in house.objects}
    for item in house.objects:
        if item.parent_id in heights:
            heights[item.parent_id].add(round(bottoms[item.id] - bottoms[item.parent_id], 3))
    return {
        item.id: tuple(sorted(height for height in heights[item.id] if 0.0 < height < item.size[1] - 0.02))
        for item in house.objects
    }


def _as_told(item: HouseObject) -> Placement:
    x, y, z = item.position
    return Placement(x, y - item.size[1] / 2, z, item.yaw, item.parent_id)


def _carried(rider: Placement, before: Placement, after: Placement) -> Placement:
    """Where a rider is after its carrier has moved, turned or gone."""
    x, z = after.world(*before.local(rider.x, rider.z))
    return replace(
        rider,
        x=x,
        y=rider.y + (after.y - before.y),
        z=z,
        yaw=rider.yaw + (after.yaw - before.yaw),
        is_present=after.is_present,
    )
