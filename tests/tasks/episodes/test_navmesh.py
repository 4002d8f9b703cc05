from itertools import pairwise
from math import hypot, isfinite

import numpy as np

from tasks.episodes.navmesh import OFFSETS, shortcut
from tasks.episodes.route import Place
from tasks.worlds.embedded.world import EmbeddedWorld


def test_a_cell_has_thirty_two_directions() -> None:
    both_ways = {*OFFSETS, *((-i, -j) for i, j in OFFSETS)}
    assert len(both_ways) == 32


def test_distances_are_symmetric_and_never_below_the_straight_line(place: Place) -> None:
    mesh = place.mesh
    some = [mesh.cells[number] for number in range(0, len(mesh.cells), max(1, len(mesh.cells) // 12))]
    table = {cell: mesh.distances(cell) for cell in some}
    for a in some:
        for b in some:
            there, back = table[a][mesh.index[b]], table[b][mesh.index[a]]
            straight = hypot(a[0] - b[0], a[1] - b[1]) * mesh.spacing_m
            assert abs(there - back) < 1e-9
            assert there >= straight - 1e-9
            for c in some:
                assert there <= table[a][mesh.index[c]] + table[c][mesh.index[b]] + 1e-9


def test_every_cell_can_be_reached(place: Place) -> None:
    distances = place.mesh.distances(place.mesh.cells[0])
    assert all(isfinite(each) for each in distances)


def test_a_path_is_as_long_as_its_distance_and_free_all_the_way(place: Place, world: EmbeddedWorld) -> None:
    start, end = place.mesh.cells[0], place.mesh.cells[-1]
    distances = place.mesh.distances(start)
    points = [place.position(cell) for cell in place.mesh.path(distances, end)]
    legs = list(pairwise(points))
    assert all(world.can_move(a, b) for a, b in legs)
    assert abs(sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in legs) - distances[place.mesh.index[end]]) < 1e-9


def test_a_corridor_keeps_to_its_rooms_in_their_order(place: Place) -> None:
    rooms = place.graph.simple_paths(3)[0]
    mask = place.corridor(rooms)
    rank = {room: number for number, room in enumerate(rooms)}
    for move in np.flatnonzero(mask):
        a, b = (place.rooms_of_cells[each[move]] for each in (place.mesh.source, place.mesh.sink))
        assert a in rank
        assert b in rank
        assert abs(rank[a or ""] - rank[b or ""]) <= 1


def test_a_shortcut_leaves_out_what_lies_in_a_straight_line() -> None:
    line = tuple((float(x), 0.0) for x in range(5))
    assert shortcut(line, lambda a, b: True) == (line[0], line[-1])
    assert shortcut(line, lambda a, b: abs(a[0] - b[0]) <= 2) == (line[0], line[2], line[4])
