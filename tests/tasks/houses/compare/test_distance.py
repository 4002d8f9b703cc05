from dataclasses import replace

import pytest

from tasks.houses.compare import BOUNDS, compare, measured
from tasks.houses.compare.distance import half_distances, halves, quantile
from tasks.houses.compare.figures import FIGURES
from tasks.houses.compare.measure import MeasuredHouse, MeasuredRoom


def house(*types, area=20.0, height=3.0, things=("Painting",)):
    rooms = tuple(MeasuredRoom(kind, area, things, (), 0.8) for kind in types)
    return MeasuredHouse(rooms, (), ("Kitchen",), 1, height, ())


def distances(one, other):
    return {row.figure.name: row.distance for row in compare(one, other)}


def test_a_set_is_at_no_distance_from_itself(generated):
    houses = [measured(each) for each in generated[:20]]
    assert max(distances(houses, houses).values()) < 1e-9


def test_numbers_are_apart_by_how_far_they_must_be_moved():
    assert distances([house("Kitchen", height=3.0)], [house("Kitchen", height=3.5)])["wall height"] == pytest.approx(
        0.5
    )


def test_names_are_apart_by_the_share_that_must_change():
    one, other = house("Kitchen", things=("Fridge", "Chair")), house("Kitchen", things=("Fridge", "Stool"))
    assert distances([one], [other])["object types, Kitchen"] == pytest.approx(0.5)


def test_a_set_is_weighed_to_the_room_counts_of_the_reference():
    small, large = house("Kitchen", height=3.0), house("Kitchen", "Bedroom", height=4.0)
    assert distances([small, large], [small, large, large, large])["wall height"] == pytest.approx(0.0)


def test_a_class_of_room_counts_that_the_reference_lacks_does_not_count():
    small, large = house("Kitchen", height=3.0), house("Kitchen", "Bedroom", height=4.0)
    assert distances([small], [small, large])["wall height"] == pytest.approx(0.0)


def test_a_figure_that_one_side_has_no_sample_of_is_no_number():
    unknown = distances([house("Kitchen")], [house("Bedroom")])["floor area, Kitchen"]
    assert unknown != unknown


def test_halves_split_every_class_of_room_counts():
    houses = [house("Kitchen", area=float(i)) for i in range(7)] + [house("Kitchen", "Bedroom") for _ in range(4)]
    one, two = halves(houses, seed=3)
    assert {len(one), len(two)} == {5, 6}
    assert sorted(map(repr, one + two)) == sorted(map(repr, houses))
    assert sum(each.size_class == 2 for each in one) == 2


def test_halves_of_unlike_houses_are_farther_apart_than_halves_of_like_ones():
    like = [house("Kitchen", height=3.0 + 0.01 * i) for i in range(10)]
    unlike = [replace(each, height_m=each.height_m * (1 + i)) for i, each in enumerate(like)]
    medians = [quantile(half_distances(houses, 20)["wall height"], 0.5) for houses in (like, unlike)]
    assert medians[0] < 0.1 < medians[1]


def test_a_quantile_is_the_least_value_that_the_share_does_not_exceed():
    assert [quantile([4.0, 1.0, 3.0, 2.0], share) for share in (0.0, 0.25, 0.5, 0.95)] == [1.0, 1.0, 2.0, 4.0]


def test_every_figure_has_a_bound():
    assert list(BOUNDS) == [figure.name for figure in FIGURES]
