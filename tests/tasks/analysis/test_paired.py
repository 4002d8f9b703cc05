import itertools

import numpy as np
import pytest
from scipy import stats
from statsmodels.stats.contingency_tables import mcnemar

from tasks.analysis.paired import mcnemar_p, sign_flip_p


def _all_signs(gains):
    """Every choice of signs, counted one by one."""
    sums = [abs(np.dot(signs, gains)) for signs in itertools.product((1, -1), repeat=len(gains))]
    return np.mean(np.array(sums) >= abs(sum(gains)))


@pytest.mark.parametrize("seed", range(12))
def test_sign_flips_are_counted_as_if_one_by_one(seed):
    gains = np.random.default_rng(seed).integers(-5, 7, size=11)
    assert sign_flip_p(gains) == pytest.approx(_all_signs(gains), abs=1e-12)


def test_sign_flips_agree_with_scipy_which_draws_them():
    gains = np.random.default_rng(3).integers(-4, 6, size=40)
    drawn = stats.permutation_test(
        (gains.astype(float),), np.sum, permutation_type="samples", n_resamples=20_000, rng=np.random.default_rng(1)
    )
    assert sign_flip_p(gains) == pytest.approx(drawn.pvalue, abs=0.015)


def test_gains_in_twelfths_have_the_p_value_of_whole_ones():
    gains = np.array([3, -1, 2, 2, 0, 1, 1])
    assert sign_flip_p(12 * gains) == sign_flip_p(gains)


@pytest.mark.parametrize(("gains", "p"), [([0, 0, 0], 1.0), ([5], 1.0), ([2, -2], 1.0), ([1, 1, 1, 1, 1], 2 / 32)])
def test_by_hand(gains, p):
    assert sign_flip_p(np.array(gains)) == pytest.approx(p, abs=1e-12)


def test_houses_that_all_gain_are_as_sure_as_their_number_allows():
    assert sign_flip_p(np.full(53, 7)) == 2.0**-52


def test_a_thousand_houses_are_no_trouble():
    gains = np.random.default_rng(4).integers(-12, 13, size=1359)
    normal = 2 * stats.norm.sf(abs(gains.sum()) / np.sqrt(np.square(gains).sum()))
    assert sign_flip_p(gains) == pytest.approx(normal, abs=0.01)


def test_where_nothing_differs_five_of_a_hundred_are_called_different():
    rng = np.random.default_rng(5)
    alarms = [sign_flip_p(rng.integers(-3, 4, size=53) * rng.integers(1, 4, size=53)) <= 0.05 for _ in range(1000)]
    assert 0.03 <= np.mean(alarms) <= 0.07


@pytest.mark.parametrize(("better", "worse"), [(0, 0), (3, 0), (10, 4), (7, 7), (0, 9), (120, 80)])
def test_mcnemar_agrees_with_statsmodels(better, worse):
    expected = mcnemar([[5, better], [worse, 5]], exact=True).pvalue
    assert mcnemar_p(np.array([better]), np.array([worse]))[0] == pytest.approx(expected)
