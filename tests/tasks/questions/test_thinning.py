from collections import Counter

import pytest

from schemas.seeds import generator
from tasks.questions.thinning import TextKey, draw, expected, fit

BED = TextKey("Existence", "Was a bed in view?", ("Yes", "No"), "Kitchen")
MUG = TextKey("Existence", "Was a mug in view?", ("Yes", "No"), "Kitchen")
LEFT = TextKey("Presence-change", "Was a bed in view and gone?", ("Yes", "No"), "Kitchen")
SHARES = {"Presence-change": {"Yes": 2.0, "No: still": 1.0, "No: never": 1.0}}


def slots_of(n_yes, n_no, text=BED):
    """Slots with one candidate each: nothing but refusing can balance them."""
    return [{(text, "Yes"): 1}] * n_yes + [{(text, "No"): 1}] * n_no


@pytest.mark.parametrize(("n_yes", "n_no"), [(5, 5), (1, 40), (90, 10)])
def test_each_value_is_expected_equally_often(n_yes, n_no):
    slots = slots_of(n_yes, n_no)
    mass = expected(slots, fit(slots, {}))
    assert mass[BED, "Yes"] == pytest.approx(mass[BED, "No"], rel=1e-3)
    assert mass[BED, "Yes"] == pytest.approx(min(n_yes, n_no), rel=1e-3)


def test_texts_that_compete_for_a_slot_are_balanced_together():
    slots = [{(BED, "Yes"): 3, (MUG, "No"): 1}, {(BED, "No"): 1, (MUG, "Yes"): 5}, {(BED, "Yes"): 1, (MUG, "Yes"): 1}]
    mass = expected(slots, fit(slots, {}))
    for text in (BED, MUG):
        assert mass[text, "Yes"] == pytest.approx(mass[text, "No"], rel=1e-3)


def test_kinds_of_a_value_have_their_stated_shares():
    slots = [{(LEFT, "Yes"): 1}] * 9 + [{(LEFT, "No: still"): 2}] * 4 + [{(LEFT, "No: never"): 1}] * 30
    mass = expected(slots, fit(slots, SHARES))
    total = sum(mass.values())
    assert mass[LEFT, "Yes"] / total == pytest.approx(0.5, abs=1e-3)
    assert mass[LEFT, "No: still"] / total == pytest.approx(0.25, abs=1e-3)


def test_a_text_without_one_of_its_values_is_never_drawn():
    slots = [*slots_of(3, 3), {(MUG, "Yes"): 2}]
    accepted = fit(slots, {})
    assert (MUG, "Yes") not in accepted
    assert draw([(MUG, "Yes")], accepted, generator(1, "draw")) is None


def test_nothing_to_balance_is_nothing_accepted():
    assert fit([{}, {(MUG, "Yes"): 2}], {}) == {}


def test_draws_follow_the_expectation():
    slots = [{(BED, "Yes"): 4, (BED, "No"): 1}, {(BED, "Yes"): 1}, {(BED, "Yes"): 2}]
    accepted = fit(slots, {})
    drawn: Counter[str] = Counter()
    for number, slot in enumerate(slots):
        keys = [key for key in sorted(slot) for _ in range(slot[key])]
        for repeat in range(1000):
            index = draw(keys, accepted, generator(1, "draw", number, repeat))
            drawn[keys[index][1] if index is not None else "none"] += 1
    mass = expected(slots, accepted)
    assert drawn["Yes"] / 1000 == pytest.approx(mass[BED, "Yes"], abs=0.08)
    assert drawn["No"] / 1000 == pytest.approx(mass[BED, "No"], abs=0.08)


def test_probabilities_are_probabilities_and_one_value_of_each_text_is_always_accepted():
    accepted = fit([*slots_of(7, 2), *slots_of(1, 4, MUG)], {})
    assert all(0 < value <= 1 for value in accepted.values())
    for text in (BED, MUG):
        assert max(accepted[text, "Yes"], accepted[text, "No"]) == 1
