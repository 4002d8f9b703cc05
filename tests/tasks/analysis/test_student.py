"""The special functions give what `scipy.stats` gives, to the last bit."""

import numpy as np
from scipy import stats

from tasks.analysis import student

DF = np.array([1.0, 1.7, 5.0, 52.3, 1350.0])
X = np.array([-3.0, -0.2, 0.0, 1.1, 40.0])


def test_student_is_scipys():
    for share in (0.025, 0.5, 0.8, 0.975):
        assert np.array_equal(student.quantile(share, DF), stats.t.ppf(share, DF))
    assert np.array_equal(student.below(X, DF), stats.t.cdf(X, DF))
    assert np.array_equal(student.above(X, DF), stats.t.sf(X, DF))
    assert np.isnan(student.above(np.array([np.nan]), DF[:1])).all()


def test_the_normal_distribution_is_scipys():
    assert student.normal_quantile(0.975) == stats.norm.ppf(0.975)
    assert np.array_equal(student.normal_above(X), stats.norm.sf(X))
