"""The sweep is exact: checked against Shapely, which goes another way."""

import numpy as np
import pytest
from shapely import LineString, Polygon
from shapely.affinity import rotate, translate

from schemas.seeds import generator
from tasks.worlds.angles import sin_cos
from tasks.worlds.embedded.motion import BODY_RADIUS_M, earliest_hit, first_hit


def random_rect(draw):
    x, z, w, d = draw.uniform(-1, 1), draw.uniform(-1, 1), draw.uniform(0.0, 0.8), draw.uniform(0.01, 0.5)
    yaw = float(draw.uniform(0, 360))
    outline = Polygon([(-w, -d), (w, -d), (w, d), (-w, d)]) if w > 0 else LineString([(0, -d), (0, d)])
    # Yaw runs clockwise with x to the right and z up, Shapely's angle the other way.
    return (x, z, w, d, *sin_cos(yaw)), translate(rotate(outline, -yaw, origin=(0, 0)), x, z)


def test_a_sweep_hits_exactly_what_lies_within_a_radius_of_its_path():
    draw = generator(7, "sweeps")
    told, expected = [], []
    for _ in range(3000):
        row, outline = random_rect(draw)
        a, b = draw.uniform(-1.5, 1.5, 2), draw.uniform(-1.5, 1.5, 2)
        gap = LineString([a, b]).distance(outline)
        if abs(gap - BODY_RADIUS_M) < 1e-5:
            continue
        told.append(first_hit(np.array([row]), *a, *b) == 0)
        expected.append(gap < BODY_RADIUS_M)
    assert told == expected
    assert 0.2 < np.mean(expected) < 0.8


def test_touching_is_no_hit():
    wall = np.array([[0.0, 0.0, 2.0, 0.0, 0.0, 1.0]])
    assert first_hit(wall, -1.0, BODY_RADIUS_M, 1.0, BODY_RADIUS_M) == -1
    assert first_hit(wall, -1.0, BODY_RADIUS_M - 1e-4, 1.0, BODY_RADIUS_M - 1e-4) == 0


def test_a_thin_wall_is_not_jumped_over():
    wall = np.array([[0.0, 0.0, 2.0, 0.0, 0.0, 1.0]])
    assert first_hit(wall, 0.3, -5.0, -0.3, 5.0) == 0


def test_the_earliest_of_several_hits_is_told_wherever_it_stands_in_the_list():
    rects = np.array([[x, 0.0, 0.1, 0.1, 0.0, 1.0] for x in (3.0, 1.0, 2.0)])
    assert earliest_hit(rects, -1.0, 0.0, 4.0, 0.0) == 1
    assert earliest_hit(rects, 4.0, 0.0, -1.0, 0.0) == 0
    assert earliest_hit(rects, -1.0, 1.0, 4.0, 1.0) == -1


def test_many_segments_at_once_say_the_same_as_one_by_one(world, houses):
    grid = world.load(houses[4])
    draw = generator(7, "segments")
    cells = sorted(grid.cells)
    starts = np.array([grid.position(cells[k]) for k in draw.integers(len(cells), size=400)])
    segments = np.hstack([starts, starts + draw.uniform(-1.0, 1.0, starts.shape)])
    one_by_one = [world.can_move((ax, az), (bx, bz)) for ax, az, bx, bz in segments.tolist()]
    assert world.can_move_all(segments).tolist() == one_by_one
    assert 0.1 < np.mean(one_by_one) < 0.9


@pytest.mark.parametrize(
    ("kind", "size", "bottom", "is_free"),
    [
        ("Pen", (0.3, 0.02, 0.3), 0.0, True),
        ("Box", (0.3, 0.3, 0.3), 0.0, False),
        ("Painting", (0.3, 0.3, 0.3), 1.5, False),
        ("Painting", (0.3, 0.3, 0.3), 1.9, True),
    ],
    ids=["flat things are stepped over", "low things block", "so do things at the head", "but not above it"],
)
def test_only_what_is_at_the_height_of_the_body_blocks(world, two_rooms, thing, kind, size, bottom, is_free):
    world.load(two_rooms(thing(kind, 2.0, 2.0, size, bottom=bottom)))
    assert world.can_move((2.0, 1.0), (2.0, 3.0)) is is_free


def test_a_turned_table_blocks_by_its_turned_outline(world, two_rooms, thing):
    table = thing("DiningTable", 2.0, 2.0, (2.0, 0.75, 0.4), yaw=45.0)
    world.load(two_rooms(table))
    # At 45 degrees clockwise the long side runs from (1.3, 2.7) to (2.7, 1.3).
    assert not world.can_stand(2.6, 1.4)
    assert world.can_stand(2.6, 2.6)
