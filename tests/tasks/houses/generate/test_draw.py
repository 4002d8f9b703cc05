from collections import Counter

import numpy as np
import pytest

from tasks.houses.generate.draw import Draw


@pytest.fixture
def draw():
    return Draw(np.random.Generator(np.random.PCG64(1)))


def test_whole_numbers_include_both_ends(draw):
    assert {draw.whole(2, 4) for _ in range(200)} == {2, 3, 4}


def test_lots_fall_by_weight(draw):
    drawn = Counter(draw.weighted([("a", 1.0), ("b", 3.0), ("never", 0.0)]) for _ in range(4000))
    assert drawn["never"] == 0
    assert drawn["b"] / drawn["a"] == pytest.approx(3.0, rel=0.15)


def test_shuffling_gives_every_order_alike(draw):
    orders = Counter(tuple(draw.shuffled("abc")) for _ in range(6000))
    assert len(orders) == 6
    assert min(orders.values()) > 850


def test_an_empty_interval_gives_its_low_end(draw):
    assert draw.between(2.0, 1.0) == 2.0
