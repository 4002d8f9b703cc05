from itertools import pairwise
from math import cos, hypot, isfinite, radians
from typing import cast

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from tasks.episodes.navmesh import OFFSETS, Cell, Navmesh, build_navmesh, shortcut
from tasks.episodes.route import Place
from tasks.houses.house import House
from tasks.worlds.base import Grid, World
from tasks.worlds.embedded.world import EmbeddedWorld


def test_a_cell_has_eighty_directions() -> None:
    both_ways = {*OFFSETS, *((-i, -j) for i, j in OFFSETS)}
    assert len(both_ways) == 80


@pytest.fixture(scope="module", params=[4, 6])
def meshed(request: pytest.FixtureRequest, world: EmbeddedWorld, houses: dict[int, House]) -> Navmesh:
    return build_navmesh(world.load(houses[request.param]), world)


def metres(mesh: Navmesh, a: Cell, b: Cell) -> float:
    return float(mesh.distances(a)[mesh.index[b]])


def straight(mesh: Navmesh, a: Cell, b: Cell) -> float:
    return hypot(a[0] - b[0], a[1] - b[1]) * mesh.spacing_m


@settings(max_examples=60, deadline=None, derandomize=True)
@given(data=st.data())
def test_distances_are_a_metric_that_is_never_below_the_straight_line(meshed: Navmesh, data: st.DataObject) -> None:
    a, b, c = (data.draw(st.sampled_from(meshed.cells)) for _ in range(3))
    there = metres(meshed, a, b)
    assert there == pytest.approx(metres(meshed, b, a), abs=1e-9)
    assert (there == 0.0) == (a == b)
    assert there <= metres(meshed, a, c) + metres(meshed, c, b) + 1e-9
    assert there >= straight(meshed, a, b) - 1e-9


class OpenFloor:
    """Nothing in the way: every segment is free."""

    def can_move_all(self, segments: NDArray[np.float64]) -> NDArray[np.bool_]:
        return np.ones(len(segments), dtype=np.bool_)


def test_on_an_open_floor_no_distance_is_more_than_half_a_percent_too_long() -> None:
    grid = Grid(0.25, frozenset((i, j) for i in range(30) for j in range(30)))
    mesh = build_navmesh(grid, cast(World, OpenFloor()))
    distances = mesh.distances((0, 0))
    assert all(
        distances[mesh.index[cell]] <= straight(mesh, (0, 0), cell) / cos(radians(5.66)) + 1e-9 for cell in mesh.cells
    )


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
