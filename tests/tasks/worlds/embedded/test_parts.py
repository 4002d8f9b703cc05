"""Furniture: closed bodies inside their boxes, for every type and every asset that ProcTHOR has."""

import numpy as np
import pytest

from schemas.vocabulary import TYPES
from tasks.worlds.embedded.parts.catalog import RECIPES, solids_of

SIZES = [(0.06, 0.02, 0.2), (0.3, 0.3, 0.3), (1.2, 0.8, 0.6), (0.8, 2.2, 0.4), (2.4, 0.9, 2.4)]


def test_every_type_of_the_vocabulary_has_a_recipe():
    assert set(RECIPES) == set(TYPES)


@pytest.mark.parametrize("object_type", [*TYPES, "SomethingNew"])
def test_parts_stay_inside_the_bounding_box(object_type):
    for w, h, d in SIZES:
        for solid in solids_of(object_type, "asset", (w, h, d), None, (0.2, 0.45, 0.5)):
            corners = np.array(solid.corners)
            assert (np.abs(corners[:, 0]) <= w / 2 + 1e-9).all()
            assert (np.abs(corners[:, 2]) <= d / 2 + 1e-9).all()
            assert (corners[:, 1] >= -1e-9).all()
            assert (corners[:, 1] <= h + 1e-9).all()


@pytest.mark.parametrize("object_type", TYPES)
def test_parts_are_closed_and_face_outwards(object_type):
    for size in SIZES:
        for solid in solids_of(object_type, "asset", size, None, ()):
            edges = [(face[k - 1], face[k]) for face in solid.faces for k in range(len(face))]
            assert len(set(edges)) == len(edges)
            assert {(b, a) for a, b in edges} == set(edges)
            assert volume(solid) > 0.0


@pytest.mark.parametrize("object_type", TYPES)
def test_faces_are_flat_and_have_an_area(object_type):
    for size in SIZES:
        for solid in solids_of(object_type, "asset", size, None, ()):
            corners = np.array(solid.corners)
            for face in solid.faces:
                points = corners[list(face)]
                normal = np.cross(points[1:-1] - points[0], points[2:] - points[0]).sum(0)
                length = np.linalg.norm(normal)
                assert length > 0.0
                assert np.abs((points - points[0]) @ (normal / length)).max() < 1e-9


def test_a_colour_of_the_house_is_used_for_the_object():
    red = solids_of("Vase", "Vase_1", (0.2, 0.3, 0.2), (0.9, 0.1, 0.1), ())
    assert red[0].finish.rgb == (0.9, 0.1, 0.1)


def test_shelves_are_where_things_stand():
    tops = [solid.extent.y1 for solid in solids_of("ShelvingUnit", "s", (0.8, 2.0, 0.3), None, (0.37, 1.12))]
    assert any(top == pytest.approx(0.37) for top in tops)
    assert any(top == pytest.approx(1.12) for top in tops)


def test_seats_are_low():
    for object_type, size in [("Sofa", (2.0, 0.9, 0.9)), ("Chair", (0.5, 1.0, 0.5)), ("Bed", (1.5, 1.2, 2.0))]:
        middle = [
            solid.extent.y1
            for solid in solids_of(object_type, "asset", size, None, ())
            if solid.extent.x0 < 0.2 < solid.extent.x1 and solid.extent.z0 < 0.2 < solid.extent.z1
        ]
        assert 0.3 < max(middle) < 0.65


def volume(solid) -> float:
    """Six times the volume: positive when the faces look outwards."""
    corners = np.array(solid.corners)
    return sum(
        float(corners[face[0]] @ np.cross(corners[face[k]], corners[face[k + 1]]))
        for face in solid.faces
        for k in range(1, len(face) - 1)
    )
