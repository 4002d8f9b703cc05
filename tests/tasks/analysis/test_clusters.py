import numpy as np
import pytest
import statsmodels.api as sm

from tasks.analysis.clusters import of_one, reach, spread


def _answers(right, total):
    answers = np.concatenate([np.repeat([1.0, 0.0], [k, n - k]) for k, n in zip(right, total, strict=True)])
    return answers, np.repeat(np.arange(len(total)), total)


def _drawn(seed, total):
    rng = np.random.default_rng(seed)
    return rng.binomial(total, rng.beta(3, 2, size=len(total)))


def _by_definition(right, total):
    """Bell and McCaffrey's error and degrees of freedom of a mean, with the matrices written out."""
    answers, houses = _answers(right, total)
    n = len(answers)
    left = np.eye(n) - np.full((n, n), 1.0 / n)
    residuals = left @ answers
    adjusted, columns = [], []
    for house in np.unique(houses):
        mine = houses == house
        values, vectors = np.linalg.eigh(left[np.ix_(mine, mine)])
        root = vectors @ np.diag(values**-0.5) @ vectors.T
        adjusted.append(np.ones(mine.sum()) @ root @ residuals[mine] / n)
        columns.append(left[mine].T @ root @ np.ones(mine.sum()) / n)
    inner = np.array(columns) @ np.array(columns).T
    return float(np.sqrt(np.sum(np.square(adjusted)))), float(np.trace(inner) ** 2 / np.sum(inner**2))


@pytest.mark.parametrize("seed", range(5))
def test_with_houses_of_one_size_the_error_is_that_of_statsmodels(seed):
    right = _drawn(seed, np.full(12, 9))
    answers, houses = _answers(right, [9] * 12)
    fit = sm.OLS(answers, np.ones_like(answers)).fit(cov_type="cluster", cov_kwds={"groups": houses}, use_t=True)
    around = of_one(right, [9] * 12)
    assert around.error[0] == pytest.approx(fit.bse[0], rel=1e-12)
    assert around.df[0] == pytest.approx(11)


@pytest.mark.parametrize("seed", range(5))
def test_with_unequal_houses_error_and_degrees_of_freedom_are_those_of_the_definition(seed):
    total = np.random.default_rng(100 + seed).integers(1, 30, size=12)
    right = _drawn(seed, total)
    around, (error, df) = of_one(right, total), _by_definition(right, total)
    assert around.error[0] == pytest.approx(error, rel=1e-9)
    assert around.df[0] == pytest.approx(df, rel=1e-9)


@pytest.mark.parametrize("seed", range(3))
def test_53_unequal_houses_come_near_statsmodels_and_never_below(seed):
    total = np.random.default_rng(200 + seed).integers(1, 12, size=53)
    right = _drawn(seed, total)
    answers, houses = _answers(right, total)
    fit = sm.OLS(answers, np.ones_like(answers)).fit(cov_type="cluster", cov_kwds={"groups": houses}, use_t=True)
    around = of_one(right, total)
    half, (low, high) = reach(around.df)[0] * around.error[0], fit.conf_int()[0]
    assert 1.0 < half / ((high - low) / 2) < 1.06


def test_cells_are_measured_each_by_its_own_houses():
    top, total = np.array([1, 2, 0, 3, 1, 4]), np.array([2, 3, 1, 4, 4, 5])
    both = spread(top, total, np.array([0, 2]))
    for cell, part in enumerate((slice(0, 2), slice(2, 6))):
        alone = of_one(top[part], total[part])
        for name in ("n", "mean", "clusters", "error", "df"):
            assert getattr(both, name)[cell] == getattr(alone, name)[0]


def test_a_house_without_questions_changes_nothing():
    with_empty, without = of_one([3, 0, 1, 4], [4, 0, 4, 5]), of_one([3, 1, 4], [4, 4, 5])
    assert (with_empty.error, with_empty.df, with_empty.clusters) == (without.error, without.df, without.clusters)


@pytest.mark.parametrize(("right", "total"), [([1, 2], [2, 4]), ([7] * 9, [21] * 9), ([0.1, 0.3], [1, 3]), ([3], [4])])
def test_houses_with_the_same_mean_show_no_spread(right, total):
    assert of_one(right, total).shows_none.all()
