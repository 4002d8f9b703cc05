import pytest

from tasks.analysis.contrasts import CHANCE, PRIMARY, contrasts
from tasks.rungs.rungs import RUNGS


@pytest.mark.parametrize("contrast", PRIMARY, ids=lambda contrast: contrast.name)
def test_a_primary_contrast_is_of_rungs_that_there_are_and_says_what_it_asks(contrast):
    assert {contrast.rung, contrast.against} <= {*RUNGS, CHANCE}
    assert contrast.asks.endswith((".", "?", ")"))


def test_the_margins_are_five_points_overall_and_ten_a_family():
    assert {(contrast.margin, contrast.margin_a_family) for contrast in PRIMARY} == {(0.05, 0.10)}


def test_every_control_is_compared_with_its_rung():
    pairs = {frozenset((each.rung, each.against)) for each in contrasts(RUNGS)}
    controls = [rung for rung in RUNGS.values() if rung.against and rung.answers]
    assert len(controls) > 20
    assert {frozenset((rung.name, rung.against)) for rung in controls} <= pairs


def test_no_two_rungs_are_compared_twice():
    pairs = [frozenset((each.rung, each.against)) for each in contrasts(RUNGS)]
    assert len(pairs) == len(set(pairs))


def test_what_was_not_climbed_is_not_compared():
    assert [each.name for each in contrasts(["E0", "E2"])] == ["E0 − chance", "E2 − E0"]


def test_only_what_was_named_beforehand_is_primary():
    roles = {each.name: each.role for each in contrasts(["E2", "E2-blank", "E0"])}
    assert roles == {"E0 − chance": "primary", "E2 − E0": "primary", "E2-blank − E2": "exploratory"}
