import numpy as np
import pytest
import statsmodels.api as sm
from scipy import stats
from statsmodels.stats.proportion import proportion_confint

from tasks.analysis.intervals import Interval, clustered, paired, wilson


@pytest.mark.parametrize(("right", "n"), [(0, 200), (200, 200), (54, 128), (1, 1), (69, 116)])
def test_wilson_agrees_with_statsmodels(right, n):
    low, high = proportion_confint(right, n, method="wilson")
    assert wilson(right / n, n) == Interval(pytest.approx(low, abs=1e-12), pytest.approx(high, abs=1e-12))


def test_none_of_200_may_still_be_two_in_a_hundred():
    assert wilson(0.0, 200).high == pytest.approx(0.0188, abs=5e-5)


def test_without_clusters_the_interval_is_wilsons_with_a_t_quantile():
    # 30 of 100 single questions: the error is sqrt(p q / 99), which amounts to 99 cases.
    interval, z = clustered([1] * 30 + [0] * 70, [1] * 100), stats.t.ppf(0.975, 99)
    half = z / (1 + z * z / 99) * np.sqrt(0.3 * 0.7 / 99 + z * z / 4 / 99**2)
    middle = (0.3 + z * z / 2 / 99) / (1 + z * z / 99)
    assert (interval.low, interval.high) == (pytest.approx(middle - half), pytest.approx(middle + half))


@pytest.mark.parametrize("seed", range(5))
def test_by_far_from_the_ends_it_is_near_the_t_interval_of_statsmodels(seed):
    rng = np.random.default_rng(seed)
    total = np.full(200, 20)
    right = rng.binomial(total, rng.beta(30, 30, size=200))
    answers = np.concatenate([np.repeat([1.0, 0.0], [k, n - k]) for k, n in zip(right, total, strict=True)])
    fit = sm.OLS(answers, np.ones_like(answers)).fit(
        cov_type="cluster", cov_kwds={"groups": np.repeat(np.arange(200), total)}, use_t=True
    )
    interval = clustered(right.tolist(), total.tolist())
    assert (interval.low, interval.high) == pytest.approx(tuple(fit.conf_int()[0]), abs=2e-4)


def test_by_hand_four_houses():
    # 2, 3, 3, 4 of 4: mean 3/4, residual sums -1, 0, 0, 1, error sqrt(2 * 4 / 3) / 16 = 0.10206, which amounts to
    # 0.75 * 0.25 / 0.0104167 = 18 cases; t(3) = 3.182446.
    interval, z2 = clustered([2, 3, 3, 4], [4, 4, 4, 4]), 3.182446**2 / 18
    half = np.sqrt(z2 * 0.75 * 0.25 + z2 * z2 / 4) / (1 + z2)
    middle = (0.75 + z2 / 2) / (1 + z2)
    assert (interval.low, interval.high) == (
        pytest.approx(middle - half, abs=1e-6),
        pytest.approx(middle + half, abs=1e-6),
    )


def test_two_houses_that_differ_leave_nearly_everything_open():
    interval = clustered([3, 1], [4, 4])
    assert interval.low < 0.02
    assert interval.high > 0.98


def test_one_wrong_answer_among_many_comes_near_to_wilsons_and_not_to_certainty():
    interval = clustered([5] * 52 + [4], [5] * 53)
    assert interval.high < 1.0
    assert interval.low == pytest.approx(wilson(264 / 265, 265).low, abs=0.01)


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
def test_paired_agrees_with_statsmodels_on_houses_of_one_size(seed):
    rng = np.random.default_rng(seed)
    total = np.full(12, 17)
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
