import numpy as np
import pytest
import statsmodels.api as sm
from statsmodels.stats.proportion import proportion_confint

from tasks.analysis.intervals import Interval, clustered, paired, wilson


@pytest.mark.parametrize(("right", "n"), [(0, 200), (200, 200), (54, 128), (1, 1), (69, 116)])
def test_wilson_agrees_with_statsmodels(right, n):
    low, high = proportion_confint(right, n, method="wilson")
    assert wilson(right / n, n) == Interval(pytest.approx(low, abs=1e-12), pytest.approx(high, abs=1e-12))


def test_none_of_200_may_still_be_two_in_a_hundred():
    assert wilson(0.0, 200).high == pytest.approx(0.0188, abs=5e-5)


@pytest.mark.parametrize("seed", range(5))
def test_clustered_agrees_with_statsmodels(seed):
    rng = np.random.default_rng(seed)
    total = rng.integers(1, 30, size=12)
    right = rng.binomial(total, rng.beta(3, 2, size=12))
    answers = np.concatenate([np.repeat([1.0, 0.0], [k, n - k]) for k, n in zip(right, total, strict=True)])
    houses = np.repeat(np.arange(12), total)
    fit = sm.OLS(answers, np.ones_like(answers)).fit(cov_type="cluster", cov_kwds={"groups": houses}, use_t=True)
    low, high = fit.conf_int()[0]
    interval = clustered(right.tolist(), total.tolist())
    assert (interval.low, interval.high) == (pytest.approx(max(0, low)), pytest.approx(min(1, high)))


def test_by_hand_two_houses():
    # 3 of 4 and 1 of 4: mean 1/2, residual sums 1 and -1, error sqrt(2 * 2) / 8 = 0.25, t(1) = 12.706: the whole line.
    assert clustered([3, 1], [4, 4]) == Interval(0.0, 1.0)


def test_by_hand_four_houses():
    # 2, 3, 3, 4 of 4: mean 3/4, residual sums -1, 0, 0, 1, error sqrt(2 * 4 / 3) / 16 = 0.10206, t(3) = 3.18245.
    interval = clustered([2, 3, 3, 4], [4, 4, 4, 4])
    assert interval.low == pytest.approx(0.75 - 3.182446 * 0.1020621, abs=1e-6)
    assert interval.high == 1.0


@pytest.mark.parametrize("right", [[0, 0, 0], [5, 5, 5]])
def test_at_none_and_all_the_interval_is_wilsons_over_houses(right):
    assert clustered(right, [5, 5, 5]) == wilson(right[0] / 5, 3)


def test_houses_without_spread_do_not_make_certainty():
    interval = clustered([1, 2], [2, 4])
    assert interval.low < 0.2
    assert interval.high > 0.8


def test_one_house_is_one_case():
    assert clustered([3], [4]) == wilson(0.75, 1)


def test_no_question_has_no_interval():
    assert clustered([], []) is None


@pytest.mark.parametrize("seed", range(5))
def test_paired_agrees_with_statsmodels(seed):
    rng = np.random.default_rng(seed)
    total = rng.integers(1, 30, size=12)
    houses = np.repeat(np.arange(12), total)
    differences = rng.integers(-1, 2, size=len(houses)).astype(float)
    fit = sm.OLS(differences, np.ones_like(differences)).fit(
        cov_type="cluster", cov_kwds={"groups": houses}, use_t=True
    )
    low, high = fit.conf_int()[0]
    interval = paired(np.bincount(houses, differences).tolist(), total.tolist())
    assert (interval.low, interval.high) == (pytest.approx(low), pytest.approx(high))


def test_paired_without_any_difference_is_no_certainty():
    interval = paired([0.0, 0.0, 0.0], [5, 5, 5])
    assert interval.low == pytest.approx(-interval.high)
    assert interval.high > 0.5


def test_paired_of_no_question_has_no_interval():
    assert paired([], []) is None
