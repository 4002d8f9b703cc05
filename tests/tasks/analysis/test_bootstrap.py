import numpy as np
import pytest
from scipy import stats

from tasks.analysis.bootstrap import bootstrap_bounds
from tasks.analysis.intervals import clustered, wilson


def _ratio(seed, houses=200):
    rng = np.random.default_rng(seed)
    total = rng.integers(1, 12, size=houses)
    return rng.binomial(total, rng.beta(3, 2, size=houses)), total


@pytest.mark.parametrize("seed", range(3))
def test_the_interval_is_near_that_of_scipy_which_draws_houses_as_pairs(seed):
    top, total = _ratio(seed)
    drawn = stats.bootstrap(
        (top, total),
        lambda top, total, axis=-1: top.sum(axis) / total.sum(axis),
        paired=True,
        method="percentile",
        n_resamples=5000,
        rng=np.random.default_rng(1),
    ).confidence_interval
    bounds = bootstrap_bounds(top[None], total[None])
    assert (bounds.low[0], bounds.high[0]) == pytest.approx((drawn.low, drawn.high), abs=0.006)


def test_the_same_houses_give_the_same_interval_again():
    top, total = _ratio(1)
    first, again = (bootstrap_bounds(top[None], total[None]) for _ in range(2))
    assert (first.low[0], first.high[0]) == (again.low[0], again.high[0])


def test_a_ratio_that_is_whole_in_every_house_has_wilsons_interval_over_houses():
    total = np.array([[4, 3, 7]])
    bounds, expected = bootstrap_bounds(total, total), wilson(1.0, 3)
    assert (bounds.low[0], bounds.high[0]) == (expected.low, expected.high)


def test_few_houses_have_the_interval_of_a_share():
    """Draws of two houses never leave what the two of them hold; the truth does."""
    top, total = np.array([[3, 1]]), np.array([[4, 1]])
    bounds, expected = bootstrap_bounds(top, total), clustered([3, 1], [4, 1])
    assert (bounds.low[0], bounds.high[0]) == (expected.low, expected.high)
    assert bounds.low[0] < 0.1


def test_houses_without_anything_below_the_line_are_none_of_the_many():
    top, total = np.array([[3, 1] + [0] * 18]), np.array([[4, 1] + [0] * 18])
    assert bootstrap_bounds(top, total).low[0] == clustered([3, 1], [4, 1]).low


def test_a_cell_with_nothing_below_the_line_has_no_interval():
    bounds = bootstrap_bounds(np.array([[1, 2], [0, 0]]), np.array([[2, 2], [0, 0]]))
    assert np.isnan(bounds.low[1])
    assert np.isnan(bounds.high[1])


def test_lengths_can_stand_for_counts():
    spl, episodes = np.array([4 * [0.9, 1.7, 0.4]]), np.array([4 * [1, 2, 1]])
    many, few = bootstrap_bounds(spl, episodes), bootstrap_bounds(spl[:, :3], episodes[:, :3])
    assert 0.5 < many.low[0] < 0.75 < many.high[0] < 0.9
    assert 0.0 < few.low[0] < many.low[0]
    assert many.high[0] < few.high[0] < 1.0
