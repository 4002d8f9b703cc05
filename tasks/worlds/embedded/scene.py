"""A house built up: what the renderer draws and what stops the body, kept in step as objects move."""

from collections.abc import Sequence

import numpy as np

from tasks.houses.house import House, Point, Room
from tasks.houses.polygons import signed_area
from tasks.houses.rooms import locate
from tasks.worlds.angles import sin_cos
from tasks.worlds.base import WorldChange
from tasks.worlds.embedded.arrangement import Arrangement, Placement, levels_in
from tasks.worlds.embedded.arrays import F64
from tasks.worlds.embedded.convex import centroid, convex_pieces
from tasks.worlds.embedded.lightmap import Lightmap
from tasks.worlds.embedded.mesh import STRUCTURE, Mesh
from tasks.worlds.embedded.obstacles import Obstacles, footprint
from tasks.worlds.embedded.parts.catalog import solids_of
from tasks.worlds.embedded.solids import Solid
from tasks.worlds.embedded.structure import ceiling_light, room_solids, wall_solids

_HERE = np.array([0.0, 0.0, 0.0, 0.0, 1.0])
"""The frame of what is given in world coordinates."""
_NO_LAMP = np.zeros(4)
_LAMP_DROP_M = 0.3


class Scene:
    """One house as the embedded world holds it. An object's instance is its index in the house; structure is -1."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.object_ids = tuple(item.id for item in house.objects)
        levels = levels_in(house)
        self._solids = {
            item.id: solids_of(item.type, item.asset_id, item.size, item.color, levels[item.id])
            for item in house.objects
        }
        self.arrangement = Arrangement(house, self._solids)
        self._lamps = {room.id: _lamp(room.polygon, _height(house, room.id)) for room in house.rooms}
        self._index = {object_id: index for index, object_id in enumerate(self.object_ids)}
        self.mesh = self._structure_and_objects()
        self.obstacles = Obstacles(house)
        self._show(self.object_ids)
        self._home = {key: self.arrangement[key] for key in self.object_ids}
        self.lightmap = Lightmap(self.mesh, self._group_lamps())

    def apply(self, change: WorldChange) -> None:
        """Move or take away an object, with what stands on it. Raises WorldError for an unknown object."""
        changed = self.arrangement.apply(change)
        self._show(changed)
        for object_id in changed:
            placement = self.arrangement[object_id]
            is_home = placement.is_at(self._home[object_id])
            self.lightmap.move(self._index[object_id], self._lamp_at(placement), is_home=is_home)

    def _structure_and_objects(self) -> Mesh:
        """The mesh with its structure in place: a group for each object, each room, and the outside."""
        rooms = {room.id: self._room_solids(room) for room in self.house.rooms}
        outside: list[Solid] = []
        for wall in self.house.walls:
            rooms.get(wall.room_id or "", outside).extend(wall_solids(wall, self.house))
        objects = enumerate(self._solids.values())
        mesh = Mesh.of([*objects, *((STRUCTURE, solids) for solids in (*rooms.values(), outside))])
        for group, room_id in enumerate((*rooms, None), start=len(self._solids)):
            mesh.place(group, _HERE, self._lamp_of(room_id))
        return mesh

    def _room_solids(self, room: Room) -> list[Solid]:
        height = _height(self.house, room.id)
        x, _, z, _ = (float(value) for value in self._lamps[room.id])
        return [*room_solids(room, height), *ceiling_light(x, z, height)]

    def _show(self, object_ids: Sequence[str]) -> None:
        """Bring mesh and obstacles to where the objects are."""
        for object_id in object_ids:
            placement = self.arrangement[object_id]
            if placement.is_present:
                self.mesh.place(self._index[object_id], _frame(placement), self._lamp_at(placement))
            else:
                self.mesh.remove(self._index[object_id])
        self.obstacles.put({key: footprint(self.arrangement[key], self._solids[key]) for key in object_ids})

    def _group_lamps(self) -> F64:
        """The lamp of each group of the mesh."""
        objects = [self._lamp_at(self.arrangement[key]) for key in self.object_ids]
        return np.array([*objects, *(self._lamp_of(room.id) for room in self.house.rooms), _NO_LAMP])

    def _lamp_at(self, placement: Placement) -> F64:
        return self._lamp_of(locate(self.house.rooms, placement.x, placement.z))

    def _lamp_of(self, room_id: str | None) -> F64:
        """Lamp of a room: x, y, z, strength. Outside there is only the light from all around."""
        return self._lamps.get(room_id or "", _NO_LAMP)


def _frame(placement: Placement) -> F64:
    return np.array([placement.x, placement.y, placement.z, *sin_cos(placement.yaw)])


def _height(house: House, room_id: str) -> float:
    """Ceiling height of a room: that of its walls."""
    own = [wall.height_m for wall in house.walls if wall.room_id == room_id]
    return max(own or [wall.height_m for wall in house.walls] or [2.5])


def _lamp(polygon: tuple[Point, ...], height_m: float) -> F64:
    """A lamp below the ceiling over the largest convex piece of the floor; larger rooms have stronger ones."""
    piece = max(convex_pieces(polygon), key=lambda p: (-signed_area(p), p))
    x, z = centroid(piece)
    return np.array([x, height_m - _LAMP_DROP_M, z, min(2.4, 0.9 + abs(signed_area(polygon)) / 28.0)])
