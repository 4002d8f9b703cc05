import pytest
from statsmodels.stats.multitest import multipletests

from tasks.analysis.holm import holm


@pytest.mark.parametrize("p_values", [[0.04, 0.001, 0.2, 0.02], [0.5], [0.03, 0.03, 0.9, 1.0, 0.0], [0.6, 0.7]])
def test_adjusted_p_values_are_those_of_statsmodels(p_values):
    assert holm(p_values, 0.05)[0] == pytest.approx(multipletests(p_values, method="holm")[1])


def test_the_least_is_tried_at_a_level_divided_by_all_and_the_greatest_at_the_whole_level():
    assert holm([0.2, 0.01, 0.5], 0.06)[1] == pytest.approx([0.03, 0.02, 0.06])
