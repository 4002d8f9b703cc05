import numpy as np
import pytest
from statsmodels.stats.power import TTestPower
from statsmodels.stats.weightstats import ttost_paired

from tasks.analysis.clusters import of_one
from tasks.analysis.equivalence import equivalence_power, is_equivalent, smallest_detectable, verdicts


def _arrays(*values):
    return [np.array([value], float) for value in values]


@pytest.mark.parametrize("seed", range(6))
def test_the_verdict_is_that_of_statsmodels_where_each_house_has_one_question(seed):
    gains = np.random.default_rng(seed).integers(-1, 2, size=400)
    around, margin = of_one(gains, np.ones(400, int)), 0.05 + 0.02 * seed
    p, *_ = ttost_paired(gains.astype(float), np.zeros(400), -margin, margin)
    assert is_equivalent(around.mean, around.error, around.df, np.array([margin]))[0] == (p < 0.05)


def test_power_is_how_often_the_verdict_comes_out_where_nothing_differs():
    rng = np.random.default_rng(2)
    gains = rng.normal(0, 1, size=(20_000, 53))
    error, df = gains.std(axis=1, ddof=1) / np.sqrt(53), np.full(20_000, 52.0)
    reached = is_equivalent(gains.mean(axis=1), error, df, np.full(20_000, 0.45)).mean()
    (power,) = equivalence_power(*_arrays(1 / np.sqrt(53), 52, 0.45))
    assert power == pytest.approx(reached, abs=0.01)


def test_too_wide_an_interval_has_no_power_at_all():
    assert equivalence_power(*_arrays(0.05, 52, 0.05))[0] == 0.0


def test_as_the_notes_reckon_three_points_cannot_pass_with_800_questions_and_five_can_with_more():
    # A paired error of 2.9 points, as 800 questions give with 40 % discordant ones.
    assert equivalence_power(*_arrays(0.029, 52, 0.03))[0] == 0.0
    assert equivalence_power(*_arrays(0.029 / np.sqrt(3), 158, 0.05))[0] > 0.8


def test_the_smallest_detectable_difference_is_that_of_statsmodels():
    size = TTestPower().solve_power(nobs=53, alpha=0.05, power=0.8)
    (found,) = smallest_detectable(*_arrays(1 / np.sqrt(53), 52))
    assert found == pytest.approx(size, rel=0.01)


def test_a_difference_within_the_margin_is_equivalent_even_where_it_is_sure():
    assert verdicts([True, False, False], [0.001, 0.001, 0.2]) == ["equivalent", "different", "cannot tell"]


def test_without_a_margin_nothing_is_equivalent():
    assert not is_equivalent(*_arrays(0.0, 0.001, 52, np.nan))[0]
