import pytest

from tasks.episodes.plane import distance_to, distance_to_box, half_diagonal
from tasks.houses.house import HouseObject, Point


def shelf(yaw: float) -> HouseObject:
    """2 m wide and half a metre deep, its centre at (1, 1)."""
    return HouseObject("Shelf|1", "Shelf_1", "ShelvingUnit", (1.0, 0.5, 1.0), yaw, (2.0, 1.0, 0.5), None, None, None)


@pytest.mark.parametrize(
    ("yaw", "at", "metres"),
    [
        (0.0, (1.0, 1.0), 0.0),
        (0.0, (1.0, 2.0), 0.75),
        (0.0, (3.0, 1.0), 1.0),
        (90.0, (3.0, 1.0), 1.75),
        (90.0, (1.0, 3.0), 1.0),
        (0.0, (2.3, 1.65), 0.5),
    ],
)
def test_the_distance_to_a_box_is_to_its_nearest_side_or_corner(yaw: float, at: Point, metres: float) -> None:
    assert distance_to_box(at, shelf(yaw)) == pytest.approx(metres)


def test_a_box_lies_within_half_its_diagonal_of_its_centre() -> None:
    target = shelf(30.0)
    for at in ((3.0, 3.0), (-1.0, 0.5), (1.0, 4.0)):
        assert distance_to_box(at, target) >= distance_to(at, target) - half_diagonal(target)
